#!/usr/bin/env python3
"""Loads sets of labelled questions into a running server by the administration API, so that the robot can be measured.
Each set becomes a robot with its own channel. Standard library only.

    frontdesk serve --limits off --data data/robot
    python3 bench/load_robot.py --data SETS/dev/en-clinc150@10 --data SETS/dev/noise24/vi

A set is a folder with kb.jsonl (docId, lang, question, similar, answer). @10 keeps the first ten questions of each
document. Each answer starts with its docId in ⟦brackets⟧, as the measuring program expects. When a robot has learned,
the program prints the name that is both its robotNo and its channelId: `en-clinc150-10`.
"""
import argparse, http.client, json, time, urllib.parse, uuid


class Administration:
    def __init__(self, base, tenant, account, password):
        base = urllib.parse.urlsplit(base)
        self.link = http.client.HTTPConnection(base.hostname, base.port, timeout=600)
        self.token = None
        signed_in = self.call("/api/agent/login", {"tenantId": tenant, "account": account, "password": password})
        self.token = signed_in["token"]

    def send(self, path, body, kind):
        headers = {"Content-Type": kind, **({"Authorization": "Bearer " + self.token} if self.token else {})}
        self.link.request("POST", path, body, headers)
        answer = self.link.getresponse()
        told = answer.read()
        while answer.status == 503:  # overloaded; the server has done nothing, so a retry is safe
            time.sleep(0.5)
            self.link.request("POST", path, body, headers)
            answer = self.link.getresponse()
            told = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: HTTP {answer.status}: {told[:500].decode(errors='replace')}")
        return json.loads(told)["data"]

    def call(self, path, body):
        return self.send(path, json.dumps(body).encode(), "application/json")

    def put(self, thing, body):
        """Creates a thing, or replaces the existing one."""
        names = {"robots": "robotNo", "channels": "channelId"}
        stands = {one[names[thing]]: one for one in self.all(thing)}
        before = stands.get(body[names[thing]])
        self.call(f"/api/admin/{thing}/put", {**body, **({"version": before["version"]} if before else {})})

    def all(self, thing):
        cursor = None
        while True:
            page = self.call(f"/api/admin/{thing}/list", {"cursor": cursor} if cursor else {})
            yield from page["list"]
            cursor = page.get("cursor")
            if not cursor or not page["list"]:
                return

    def import_docs(self, robot, lines):
        edge = uuid.uuid4().hex
        parts = [f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
                 for name, value in (("robotNo", robot), ("mode", "replace"))]
        head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="kb.jsonl"\r\nContent-Type: application/x-ndjson\r\n\r\n'
        body = "".join([*parts, head, *lines, f"\r\n--{edge}--\r\n"]).encode()
        job = self.send("/api/admin/docs/import", body, f"multipart/form-data; boundary={edge}")
        while job["state"] not in ("done", "failed", "interrupted"):
            time.sleep(0.2)
            job = self.call("/api/admin/jobs/get", {"jobId": job["jobId"]})
        if job["state"] != "done":
            raise SystemExit(f"{robot}: {json.dumps(job)}")

    def wait_until_learned(self, robot):
        while not self.call("/api/admin/robot/ask", {"robotNo": robot, "question": "?"})["learned"]:
            time.sleep(0.2)


def documents(folder, shots):
    for line in open(f"{folder}/kb.jsonl", encoding="utf-8"):
        doc = json.loads(line)
        doc["similar"] = doc["similar"][: shots - 1] if shots else doc["similar"]
        doc["answer"] = f"⟦{doc['docId']}⟧ {doc['answer']}"
        yield json.dumps({name: doc[name] for name in ("docId", "lang", "question", "similar", "answer")}, ensure_ascii=False) + "\n"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", action="append", required=True, metavar="FOLDER[@SHOTS]")
    options.add_argument("--base", default="http://127.0.0.1:8080")
    options.add_argument("--tenant", default="demo")
    options.add_argument("--account", default="admin")
    options.add_argument("--password", required=True)
    given = options.parse_args()
    admin = Administration(given.base, given.tenant, given.account, given.password)
    for data in given.data:
        folder, _, shots = data.partition("@")
        last = folder.rstrip("/").split("/")[-2:]
        name = "-".join([*(last if last[0] == "noise24" else last[-1:]), *([shots] if shots else [])])
        admin.put("robots", {"robotNo": name, "robotName": name})
        admin.put("channels", {"channelId": name, "robotNo": name, "language": "en"})
        admin.import_docs(name, documents(folder, int(shots or 0)))
        admin.wait_until_learned(name)
        print(name, flush=True)


main()
