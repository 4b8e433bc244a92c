"""The server under test, and the servers that it connects to: SMTP by aiosmtpd, a receiver by standardwebhooks."""

import email
import email.policy
import http.server
import json
import os
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

from standardwebhooks.webhooks import Webhook, WebhookVerificationError


def until(what, find, seconds=60):
    """Returns the first true value of `find`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := find():
            return found
        time.sleep(0.1)
    raise SystemExit(f"{what}: not within {seconds} s")


class Mails:
    """What aiosmtpd asks. It takes mails, and breaks connections off as often as it was told."""

    def __init__(self):
        self.taken = []
        self.breaks = []

    async def handle_RCPT(self, server, session, envelope, address, options):
        if "before the text" in self.breaks:
            self.breaks.remove("before the text")
            server.transport.abort()
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if "after the text" in self.breaks:
            self.breaks.remove("after the text")
            server.transport.abort()
        else:
            self.taken.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 OK"

    def to(self, address):
        return [mail for mail in self.taken if address in mail["To"]]


class Receiver(http.server.ThreadingHTTPServer):
    """Takes only events whose signature the library believes."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Deliveries)
        self.host = f"127.0.0.1:{self.server_port}"
        self.secret, self.fails = "", 0
        self.events, self.refused = [], 0
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Deliveries(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        with self.server.lock:
            self.send_response(self.judge(body))
        self.end_headers()

    def judge(self, body):
        server = self.server
        try:
            event = Webhook(server.secret).verify(body, dict(self.headers))
        except WebhookVerificationError:
            server.refused += 1
            return 400
        if server.fails > 0:
            server.fails -= 1
            return 500
        server.events.append(event)
        return 204

    def log_message(self, *_):
        pass


class Frontdesk:
    """The program with the shop of the tests."""

    def __init__(self, program, tenants, data, hosts, smtp_port):
        self.command = [program, "serve", "--limits", "off", "--data", data, "--fixtures", tenants]
        self.command += ["--listen", f"127.0.0.1:{free_port()}", "--operator-listen", "127.0.0.1:0"]
        self.variables = {
            **os.environ,
            "FRONTDESK_LOG": "error",
            "FRONTDESK_DISK__CHAT_FREE_PERCENT": "0",
            "FRONTDESK_RELAY__PRIVATE_HOSTS": ",".join(hosts),
            "FRONTDESK_MAIL__HOST": "127.0.0.1",
            "FRONTDESK_MAIL__PORT": str(smtp_port),
            "FRONTDESK_MAIL__SECURITY": "none",
            "FRONTDESK_MAIL__SENDER": "chat@example.com",
            "FRONTDESK_MAIL__PUBLIC_URL": "https://chat.example.com",
        }
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.command, env=self.variables, stdout=subprocess.PIPE, text=True
        )
        line = self.process.stdout.readline()
        self.url = line.strip().removeprefix("listening on ")
        if not self.url.startswith("http"):
            raise SystemExit(f"the server said {line!r}")

    def kill(self):
        """Ends it as kill -9 does."""
        self.process.kill()
        self.process.wait()

    def call(self, path, body, token=None):
        """The answer's status and its `data`."""
        head = {"Content-Type": "application/json"}
        if token:
            head["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(f"{self.url}{path}", json.dumps(body).encode(), head)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)["data"]
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.load(refusal)

    def get(self, path, body, token=None):
        status, data = self.call(path, body, token)
        assert status == 200, f"{path}: {status} {data}"
        return data


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
