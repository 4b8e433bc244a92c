"""NATS servers on loopback, and a client that speaks as little of their protocol as the checks need."""

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

PROGRAM = Path(sys.prefix) / "bin/nats-server"

# Addresses of this machine that nothing else listens on, so that the samples keep their ports.
ADDRESSES = ["127.77.1.1", "127.77.1.2", "127.77.1.3"]


def until(what, find, seconds=60):
    """Returns the first true value of `find`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := find():
            return found
        time.sleep(0.1)
    raise SystemExit(f"{what}: not within {seconds} s")


def certificates(folder):
    """Makes an authority, and a certificate for all addresses: ca.pem, server.pem and server.key."""
    folder.mkdir(parents=True)

    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=test"]
    (folder / "names").write_text("subjectAltName=" + ",".join(f"IP:{one}" for one in ADDRESSES))
    openssl("req", "-x509", *new, "-keyout", "ca.key", "-out", "ca.pem", "-days", "1")
    openssl("req", *new, "-keyout", "server.key", "-out", "server.csr")
    signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names", "-days", "1"]
    openssl("x509", "-req", "-in", "server.csr", "-out", "server.pem", *signed)
    return folder


class Servers:
    """Up to three servers. Leaving the block ends them."""

    def __init__(self, folder, places):
        """`places` are folders of the sample. Each server gets its own beside the others."""
        self.folder = folder
        self.places = places
        self.running = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.running.values():
            server.kill()
            server.wait()

    def start(self, at, text, variables):
        """Starts a server with this configuration and environment."""
        own = self.folder / str(at)
        own.mkdir(parents=True, exist_ok=True)
        for place in self.places:
            (own / Path(place).name).mkdir(exist_ok=True)
            text = text.replace(f'"{place}', f'"{own / Path(place).name}')
        file = own / "nats.conf"
        file.write_text(text.replace("0.0.0.0", ADDRESSES[at]))
        with (own / "log").open("ab") as log:
            words = [PROGRAM, "--config", file]
            self.running[at] = subprocess.Popen(words, env=variables, stdout=log, stderr=log)

    def stop_gently(self, at):
        """Stops a server as an update does."""
        server = self.running.pop(at)
        server.send_signal(signal.SIGUSR2)
        assert server.wait(timeout=60) == 0, self.log(at)

    def log(self, at):
        return (self.folder / str(at) / "log").read_text()

    def varz(self, at):
        """What a server says about itself; `None` until it answers."""
        assert self.running[at].poll() is None, self.log(at)
        try:
            with urllib.request.urlopen(f"http://{ADDRESSES[at]}:8222/varz", timeout=5) as answer:
                return json.load(answer)
        except OSError:
            return None

    def meta(self, at):
        """What a server knows of the group of all servers."""
        return (self.varz(at) or {}).get("jetstream", {}).get("meta", {})

    def leader(self, at):
        """The leader that a server knows."""
        return self.meta(at).get("leader")


def asks_routes_for_certificate(address, ca):
    """Whether a server demands a certificate of another server."""
    plain = socket.create_connection((address, 6222), timeout=10)
    route = ssl.create_default_context(cafile=ca).wrap_socket(plain, server_hostname=address)
    try:
        route.recv(1)
    except ssl.SSLError as error:
        return "CERTIFICATE_REQUIRED" in str(error)
    return False


class Client:
    """A connection to the server at an address. `ca` is the file of the authority, or `None` without TLS."""

    def __init__(self, address, ca, user):
        self.socket = socket.create_connection((address, 4222), timeout=10)
        self.lines = self.socket.makefile("rb")
        hello = json.loads(self.lines.readline().removeprefix(b"INFO "))
        assert hello.get("tls_required", False) == bool(ca), hello
        if ca:
            self.socket = ssl.create_default_context(cafile=ca).wrap_socket(self.socket, server_hostname=address)
            self.lines = self.socket.makefile("rb")
        who = dict(zip(["user", "pass"], user or []))
        says = {"verbose": False, "pedantic": False, "lang": "check", "version": "1", "protocol": 1, **who}
        self.send(f"CONNECT {json.dumps(says)}\r\nPING\r\n")

    def send(self, text):
        self.socket.sendall(text.encode())

    def is_let_in(self):
        """Whether the server answers the first ping."""
        while line := self.lines.readline():
            if line.startswith((b"PONG", b"-ERR")):
                return line.startswith(b"PONG")
        return False

    def ask(self, subject, question):
        """Sends JSON, and returns the answer."""
        body = json.dumps(question)
        self.send(f"SUB answer 1\r\nPUB {subject} answer {len(body)}\r\n{body}\r\n")
        while line := self.lines.readline():
            if line.startswith(b"MSG "):
                return json.loads(self.lines.read(int(line.split()[-1])))
            assert not line.startswith(b"-ERR"), line
        raise SystemExit("the server closed the connection")
