"""Manifests of Kubernetes: their schemas, and what they name in each other."""

import re

import kubernetes_validate
import yaml

VERSION = "1.37"


def find(things, kind, name):
    """The thing of a kind with a name."""
    return next(it for it in things if (it["kind"], it["metadata"]["name"]) == (kind, name))


def read(path):
    """All things of a file. Fails if one does not fit its schema, or names another that is not there."""
    things = [it for it in yaml.safe_load_all(path.read_text()) if it]
    for thing in things:
        kubernetes_validate.validate(thing, VERSION, strict=True)
    templates = {it["metadata"]["name"]: it["spec"]["template"] for it in things if it["kind"] == "StatefulSet"}
    labels = [template["metadata"]["labels"] for template in templates.values()]
    for chosen in selectors(things):
        assert any(chosen.items() <= own.items() for own in labels), f"no pod has {chosen}"
    for thing in things:
        if thing["kind"] == "StatefulSet":
            check_pods(things, thing)
    return things


def selectors(value):
    """The labels that select pods, wherever they are."""
    if isinstance(value, list):
        for one in value:
            yield from selectors(one)
    elif isinstance(value, dict):
        if value.get("kind") == "Service":
            yield value["spec"]["selector"]
        for name, inner in value.items():
            if name in ["podSelector", "labelSelector"]:
                yield inner["matchLabels"]
            elif name == "selector" and "matchLabels" in inner:
                yield inner["matchLabels"]
            yield from selectors(inner)


def check_pods(things, stateful):
    """Its service, ports, volumes and keys are there."""
    find(things, "Service", stateful["spec"]["serviceName"])
    spec = stateful["spec"]["template"]["spec"]
    volumes = {volume["name"] for volume in spec.get("volumes", [])}
    volumes |= {claim["metadata"]["name"] for claim in stateful["spec"]["volumeClaimTemplates"]}
    [container] = spec["containers"]
    assert {mount["name"] for mount in container["volumeMounts"]} == volumes, volumes
    ports = {port["name"] for port in container["ports"]}
    for probe in ["startupProbe", "readinessProbe", "livenessProbe"]:
        assert container[probe]["httpGet"]["port"] in ports, probe
    labels = stateful["spec"]["template"]["metadata"]["labels"]
    for service in (it for it in things if it["kind"] == "Service"):
        if service["spec"]["selector"].items() <= labels.items():
            numbers = ports | {port["containerPort"] for port in container["ports"]}
            for port in service["spec"]["ports"]:
                assert port.get("targetPort", port["port"]) in numbers, port


def made_keys(path):
    """The keys of the secret that the comment at the top of a file makes."""
    return set(re.findall(r"--from-literal=([a-z-]+)=", path.read_text()))


def environment(things, name, at, keys):
    """The environment of the container of a pod, the first of which is 0, with these keys of the secret."""
    [container] = find(things, "StatefulSet", name)["spec"]["template"]["spec"]["containers"]
    fields = {"metadata.name": f"{name}-{at}", "status.podIP": "127.0.0.1"}
    found = {}
    for variable in container["env"]:
        if "value" in variable:
            value = re.sub(r"\$\((\w+)\)", lambda named: found[named[1]], variable["value"])
        elif "secretKeyRef" in variable["valueFrom"]:
            value = keys[variable["valueFrom"]["secretKeyRef"]["key"]]
        else:
            value = fields[variable["valueFrom"]["fieldRef"]["fieldPath"]]
        found[variable["name"]] = value
    return found
