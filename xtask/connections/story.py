"""A shop and its own systems, with servers that other people wrote: story.py PROGRAM TENANTS DATA."""

import logging
import sys
import urllib.error
import urllib.parse
import urllib.request

import oidc_provider_mock
from aiosmtpd.controller import Controller
from servers import Frontdesk, Mails, Receiver, free_port, until

ANN = {"email": "ann@example.com", "email_verified": True, "name": "Ann Lee", "groups": ["staff"]}


def say(what):
    print(f"  {what}", flush=True)


def mail(server, mails, admin):
    """An invitation survives two broken connections, and a left message reaches the shop's mailbox."""
    zoe = {"adminId": "zoe", "account": "zoe@example.com", "adminNick": "Zoë", "role": "agent"}
    server.get("/api/admin/agents/put", zoe, admin)
    mails.breaks = ["before the text", "after the text"]
    server.get("/api/admin/agents/invite", {"adminId": "zoe", "mail": 1}, admin)

    def newest():
        return server.get("/api/admin/mail/list", {}, admin)["list"][0]

    until("a broken connection", lambda: newest()["tries"] >= 1)
    assert newest()["failure"]["problem"] == "cutOff", newest()
    until("the second try", lambda: newest()["tries"] >= 2)
    assert newest()["state"] == "waiting" and not mails.taken, newest()
    # The third comes after minutes: an administrator need not wait for it.
    server.get("/api/admin/mail/resend", {"id": newest()["id"]}, admin)
    until("the invitation", lambda: newest()["state"] == "sent")
    [invitation] = mails.to("zoe@example.com")
    text = invitation.get_body(("plain",)).get_content()
    token = text.split("/desk/join#token=")[1].split()[0]
    joined = server.get("/api/agent/join", {"token": token, "password": "three frogs in a pot"})
    assert joined["adminId"] == "zoe", joined
    say("an invitation arrives after two broken connections, and its link lets the agent in")

    tenant = server.get("/api/admin/tenant/get", {}, admin)
    tenant["mail"] = {"mailbox": "shop@example.com", "leaveMessages": 1, "lang": "en"}
    server.get("/api/admin/tenant/put", tenant, admin)
    ben = server.get("/api/chat/visitor/chatStart", {"channelId": "leave", "locale": "en"})
    left = {
        "userId": ben["userId"],
        "customerName": "Ben",
        "customerEmail": "ben@example.com",
        "msgContent": "Is it <open> on 日曜日?",
    }
    server.get("/api/chat/visitor/leaveMsg", left, ben["token"])
    [message] = until("the left message", lambda: mails.to("shop@example.com"))
    assert message["Reply-To"] == "ben@example.com", message
    assert left["msgContent"] in message.get_body(("plain",)).get_content(), message
    assert "&lt;open&gt; on 日曜日" in message.get_body(("html",)).get_content(), message
    say("a left message arrives, and a reply to it goes to the visitor")


class Stay(urllib.request.HTTPRedirectHandler):
    """A browser that shows where it is sent."""

    def redirect_request(self, *_):
        return None


def at_provider(url, form):
    """What the provider sends the browser back with."""
    try:
        data = urllib.parse.urlencode(form).encode()
        urllib.request.build_opener(Stay).open(url, data)
    except urllib.error.HTTPError as moved:
        back = urllib.parse.urlsplit(moved.headers["Location"])
        return dict(urllib.parse.parse_qsl(back.query))
    raise SystemExit("the provider did not send the browser back")


def sign_on(server, host, admin):
    """A person signs in at the provider and gets an account; who cancels, or comes twice, gets nothing."""
    setting = {
        "enabled": 1,
        "issuer": f"http://{host}",
        "clientId": "desk",
        "clientSecret": "of-the-shop",
        "buttonText": "Company account",
        "createAccounts": 1,
        "groupClaim": "groups",
        "roles": [{"value": "staff", "role": "supervisor", "groupIds": []}],
        "returnAddress": f"{server.url}/desk/signed-in",
        "version": 0,
    }
    server.get("/api/admin/signOn/put", setting, admin)
    tested = server.get("/api/admin/signOn/test", {}, admin)
    assert tested["steps"][0]["ok"] and tested["steps"][1]["ok"], tested

    begun = server.get("/api/agent/signOn/begin", {"tenantId": "shop"})
    assert "code_challenge_method=S256" in begun["url"], begun
    back = at_provider(begun["url"], {"sub": "ann-1"})
    finish = {"code": back["code"], "state": back["state"], "secret": begun["secret"]}
    entered = server.get("/api/agent/signOn/finish", finish)
    assert (entered["adminNick"], entered["role"]) == ("Ann Lee", "supervisor"), entered
    me = server.get("/api/agent/me", {}, entered["token"])
    assert me["adminId"] == entered["adminId"] == "ann", me
    status, _ = server.call("/api/agent/signOn/finish", finish)
    assert status == 401, "an answer was used twice"

    begun = server.get("/api/agent/signOn/begin", {"tenantId": "shop"})
    assert at_provider(begun["url"], {"action": "deny"})["error"] == "access_denied"
    say("a person signs in at a provider of OpenID Connect, and nobody by a used answer")


def webhooks(server, receiver, admin):
    """Every event is signed, comes at least once and in order, also after a failure, a kill and a new secret."""
    events = ["session.started", "message.created", "leave_message.created"]
    hook = {"url": f"http://{receiver.host}/", "events": events, "enabled": True}
    made = server.get("/api/admin/webhooks/put", hook, admin)
    named = {"webhookId": made["webhookId"]}
    receiver.secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    assert server.get("/api/admin/webhooks/test", named, admin)["status"] == 400
    receiver.secret = made["secret"]
    assert server.get("/api/admin/webhooks/test", named, admin)["status"] == 204

    visitor = server.get("/api/chat/visitor/chatStart", {"channelId": "web", "locale": "en"})

    def ask(number):
        body = {"userId": visitor["userId"], "id": f"q{number}", "question": f"Question {number}"}
        server.get("/api/chat/visitor/robotAsk", body, visitor["token"])

    def heard():
        """The visitor's questions in the order of their first arrival."""
        messages = (event["data"].get("message", {}) for event in receiver.events)
        said = (message.get("msgContent", "") for message in messages)
        return list(dict.fromkeys(text for text in said if text.startswith("Question ")))

    receiver.fails = 1
    for number in range(20):
        ask(number)
    server.kill()
    server.start()
    for number in range(20, 40):
        ask(number)
    expected = [f"Question {number}" for number in range(40)]
    until("all questions", lambda: len(heard()) == len(expected), seconds=90)
    assert heard() == expected, heard()
    say("a receiver gets signed events in order, after a failure and a kill -9")

    rotated = server.get("/api/admin/webhooks/rotate", named, admin)
    assert rotated["secret"] != receiver.secret
    ask(40)
    until("an event for the old secret", lambda: "Question 40" in heard())
    receiver.secret = rotated["secret"]
    ask(41)
    until("an event for the new secret", lambda: "Question 41" in heard())
    assert receiver.refused == 1, receiver.refused
    say("both secrets are believed while a receiver changes over")


def main(program, tenants, data):
    for noisy in ["werkzeug", "oidc_provider_mock"]:
        logging.getLogger(noisy).setLevel(logging.CRITICAL)
    mails, receiver = Mails(), Receiver()
    smtp = Controller(mails, hostname="127.0.0.1", port=free_port())
    smtp.start()
    people = [oidc_provider_mock.User(sub="ann-1", claims=ANN)]
    with oidc_provider_mock.run_server_in_thread(user_claims=people) as provider:
        host = f"127.0.0.1:{provider.server_port}"
        server = Frontdesk(program, tenants, data, [host, receiver.host], smtp.port)
        try:
            ada = {"tenantId": "shop", "account": "ada", "password": "a-long-password"}
            admin = server.get("/api/agent/login", ada)["token"]
            mail(server, mails, admin)
            sign_on(server, host, admin)
            webhooks(server, receiver, admin)
        finally:
            server.kill()
            smtp.stop()


main(*sys.argv[1:])
