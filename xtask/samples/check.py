"""Checks the samples for a cluster in deploy/ by NATS servers and the schemas of Kubernetes: check.py DEPLOY FOLDER."""

import sys
from pathlib import Path

import manifests
from servers import ADDRESSES, Client, Servers, asks_routes_for_certificate, certificates, until

USER = ("frontdesk", "a1b2")
KEYS = {
    "secret": "unused",
    "cluster-key": "unused",
    "nats-password": USER[1],
    "nats-admin-password": "c3d4",
    "nats-route-password": "e5f6",
}
STREAM = {"name": "FD_CELL_0", "subjects": ["FD.cell.0"], "storage": "file", "retention": "limits", "num_replicas": 3}


def say(what):
    print(f"  {what}", flush=True)


def check(servers, ca):
    """Three servers write at once, take the largest group, keep three copies, and let the nodes in and nobody else."""
    for at in range(3):
        until("a leader of three", lambda: servers.leader(at) and servers.meta(at)["cluster_size"] == 3)
        varz = servers.varz(at)
        assert varz["jetstream"]["config"]["sync_always"], varz["jetstream"]
        assert varz["max_payload"] == 8 << 20, varz["max_payload"]
    node = Client(ADDRESSES[0], ca, USER)
    assert node.is_let_in(), "the node's user is refused"
    made = node.ask("$JS.API.STREAM.CREATE.FD_CELL_0", STREAM)
    assert made.get("config", {}).get("num_replicas") == 3, made
    for stranger in [None, ("frontdesk", "c3d4"), ("frontdesk", "")]:
        assert not Client(ADDRESSES[1], ca, stranger).is_let_in(), f"{stranger} is let in"


def check_stranger(servers, text, variables, complaint):
    """The third server, started again as a stranger, finds no leader, and the others log why."""
    servers.stop_gently(2)
    servers.start(2, text, variables)
    until("the complaint", lambda: complaint in servers.log(0) + servers.log(1))
    until("the stranger's monitoring", lambda: servers.varz(2))
    assert not servers.leader(2), servers.varz(2)


def on_machines(deploy, folder):
    """deploy/cluster/nats.conf."""
    tls = certificates(folder / "tls")
    other = certificates(folder / "other-tls")
    text = (deploy / "cluster/nats.conf").read_text()
    for at, address in enumerate(ADDRESSES):
        text = text.replace(f"nats-{at + 1}.example.com", address)

    def variables(at):
        return {"NATS_NAME": f"nats-{at + 1}", "NATS_PASSWORD": USER[1], "NATS_ADMIN_PASSWORD": "c3d4"}

    with Servers(folder / "machines", ["/var/lib/nats"]) as servers:
        for at in range(3):
            servers.start(at, text.replace("/etc/nats/tls", str(tls)), variables(at))
        check(servers, tls / "ca.pem")
        assert asks_routes_for_certificate(ADDRESSES[0], tls / "ca.pem")
        say("three servers with nats.conf are a cluster, with TLS for nodes and for each other")
        # It believes the others, so only they can refuse it.
        stranger = text.replace("/etc/nats/tls/ca.pem", str(tls / "ca.pem")).replace("/etc/nats/tls", str(other))
        check_stranger(servers, stranger, variables(2), "failed to verify certificate")
        say("a server with a certificate of another authority does not join")


def on_kubernetes(deploy, folder):
    """deploy/kubernetes/cluster.yaml."""
    things = manifests.read(deploy / "kubernetes/cluster.yaml")
    made = manifests.made_keys(deploy / "kubernetes/cluster.yaml")
    assert made == set(KEYS), made
    say(f"{len(things)} manifests fit the schemas of Kubernetes {manifests.VERSION} and each other")
    manifests.environment(things, "frontdesk", 0, KEYS)
    text = manifests.find(things, "ConfigMap", "nats")["data"]["nats.conf"]

    def variables(at, keys=KEYS):
        own = manifests.environment(things, "nats", at, keys)
        for number, address in enumerate(ADDRESSES):
            own = {name: value.replace(f"nats-{number}.nats:", f"{address}:") for name, value in own.items()}
        return own

    with Servers(folder / "kubernetes", ["/data", "/run/nats"]) as servers:
        for at in range(3):
            servers.start(at, text, variables(at))
        check(servers, None)
        say("three servers with the ConfigMap are a cluster")
        stranger = variables(2, {**KEYS, "nats-route-password": "another"})
        check_stranger(servers, text, stranger, 'authentication error - User "route"')
        say("a server with another password for routes does not join")


def main(deploy, folder):
    on_machines(Path(deploy), Path(folder))
    on_kubernetes(Path(deploy), Path(folder))


main(*sys.argv[1:])
