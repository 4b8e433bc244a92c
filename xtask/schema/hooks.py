"""Gives the generated calls a visitor, an administrator and an API key of the demo shop.

Generated calls have no valid tokens or ids. Without these hooks each would get 401.
"""

import os

import requests
import schemathesis

URL = os.environ["FRONTDESK_URL"]
# The demo's accounts, written by the first start: one account and its password on each line.
with open(os.path.join(os.environ["FRONTDESK_DATA"], "demo-accounts"), encoding="utf-8") as kept:
    PASSWORDS = dict(line.split() for line in kept)
# Longer polls would take most of the test's time.
WAIT_MS_MAX = 20
# Calls may use any name from a response. Changing or deleting these two would break all later calls.
NEEDED = {
    "/api/admin/channels/": ("channelId", "demo"),
    "/api/v1/channels/": ("channelId", "demo"),
    "/api/admin/agents/": ("adminId", "admin"),
}
SCOPES = ["conversations:read", "messages:write", "knowledge:manage", "channels:manage"]


class People:
    """Signs in once, and again after a call has ended the session."""

    def __init__(self):
        self.page = None
        self.agent = None
        self.key = None

    def visitor(self):
        if self.page is None:
            self.page = call("/api/chat/visitor/chatStart", {"channelId": "demo", "locale": "en"})
        return self.page

    def admin(self):
        if self.agent is None:
            body = {"tenantId": "demo", "account": "admin", "password": PASSWORDS["admin"]}
            self.agent = call("/api/agent/login", body)
        return self.agent

    def shop(self):
        if self.key is None:
            body = {"name": "Schema", "scopes": SCOPES}
            self.key = call("/api/admin/apiKeys/create", body, self.admin()["token"])["key"]
        return {"token": self.key}


PEOPLE = People()


def call(path, body, token=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = requests.post(URL + path, json=body, headers=headers, timeout=20)
    answer.raise_for_status()
    return answer.json()["data"]


@schemathesis.hook
def before_call(context, case, kwargs):
    path = case.operation.path
    is_shops = path.startswith("/api/v1/")
    is_desks = is_shops or path.startswith(("/api/agent/", "/api/admin/"))
    if path in ("/api/chat/visitor/chatStart", "/api/agent/login"):
        return
    person = PEOPLE.shop() if is_shops else PEOPLE.admin() if is_desks else PEOPLE.visitor()
    case.headers["Authorization"] = "Bearer " + person["token"]
    if not isinstance(case.body, dict):
        return
    for start, (field, name) in NEEDED.items():
        if path.startswith(start) and path.endswith(("/put", "/delete")) and case.body.get(field) == name:
            case.body[field] = name + "-other"
    if isinstance(case.body.get("userId"), str) or not is_desks:
        case.body["userId"] = PEOPLE.visitor()["userId"]
    if isinstance(case.body.get("pollId"), str):
        case.body["pollId"] = PEOPLE.visitor()["pollId"]
    if isinstance(case.body.get("wait"), int):
        case.body["wait"] = min(case.body["wait"], WAIT_MS_MAX)


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code == 401:
        PEOPLE.page = PEOPLE.agent = PEOPLE.key = None
    if case.operation.path.endswith(("/chatClose", "/closeConversation", "/conversations/close", "/visitor/erase")):
        PEOPLE.page = None
    if case.operation.path.endswith("/logout"):
        PEOPLE.agent = None
