"""Checks the manifests for containers against the schemas of Compose and Kubernetes, and their rules.

The schemas are in the packages of PyPI that SCHEMAS has: check-jsonschema and kubernetes-validate. Prints the container of the
bridge in Kubernetes as JSON, with the health check of Compose in the form of a probe.
"""

import json
import os
import zipfile
from pathlib import Path

import jsonschema_rs
import yaml

ROOT = Path(__file__).resolve().parents[2]
UNITS = ROOT / "Sources/altcraft-bridge/ServiceUnits"
SCHEMAS = Path(os.environ["SCHEMAS"])
USER = 65532


def member(package: str, name: str):
    (wheel,) = SCHEMAS.glob(f"{package}-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return json.loads(archive.read(name))


def validator_of_kubernetes(version: str, kind: str) -> jsonschema_rs.Validator:
    """The strict schemas refuse members that Kubernetes does not know."""
    folder = f"kubernetes_validate/kubernetes-json-schema/v{version}.0-local-strict"
    definitions = member("kubernetes_validate", f"{folder}/_definitions.json")
    schema = member("kubernetes_validate", f"{folder}/{kind}.json")
    text = json.dumps(schema).replace("/api/_definitions.json#", "#")
    document = {**json.loads(text), "$defs": json.loads(json.dumps(definitions["$defs"]).replace("/api/_definitions.json#", "#"))}
    return jsonschema_rs.Draft202012Validator(document)


def check(validator, manifest, spoil) -> None:
    """Validates the manifest; and a spoiled copy, which must not be valid."""
    problems = [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(manifest)]
    assert not problems, problems
    copy = json.loads(json.dumps(manifest))
    spoil(copy)
    assert not validator.is_valid(copy)


def check_compose() -> list:
    """Returns the command of the health check."""
    manifest = yaml.safe_load((UNITS / "compose.yaml").read_text())
    schema = member("check_jsonschema", "check_jsonschema/builtin_schemas/vendor/compose-spec.json")
    check(jsonschema_rs.validator_for(schema), manifest, lambda copy: copy["services"]["bridge"].update(readonly=True))
    bridge, app = manifest["services"]["bridge"], manifest["services"]["app"]
    assert bridge["read_only"] and bridge["cap_drop"] == ["ALL"] and "ports" not in bridge
    # An OCI image has no health check for Podman, and the application waits for one.
    kind, *command = bridge["healthcheck"]["test"]
    assert kind == "CMD" and app["depends_on"]["bridge"]["condition"] == "service_healthy"
    assert app["user"] == f"{USER}:{USER}"
    shared = set(bridge["volumes"]) & set(app["volumes"])
    assert shared == {"socket:/run/altcraft-bridge"}, shared
    assert {volume.partition(":")[0] for volume in bridge["volumes"] + app["volumes"]} == set(manifest["volumes"])
    return command


def check_kubernetes() -> dict:
    manifest = yaml.safe_load((UNITS / "kubernetes.yaml").read_text())

    def spoil(copy):
        copy["spec"]["template"]["spec"]["initContainers"][0]["readynessProbe"] = {}

    for version in ("1.29", "1.37"):
        check(validator_of_kubernetes(version, "statefulset-apps-v1"), manifest, spoil)
    pod = manifest["spec"]["template"]["spec"]
    (bridge,), (app,) = pod["initContainers"], pod["containers"]
    assert bridge["restartPolicy"] == "Always" and "ports" not in bridge
    assert {"startupProbe", "readinessProbe", "livenessProbe"} <= set(bridge)
    security = pod["securityContext"]
    assert security["runAsUser"] == security["runAsGroup"] == security["fsGroup"] == USER and security["runAsNonRoot"]
    assert bridge["securityContext"] == app["securityContext"] and "runAsUser" not in bridge["securityContext"]
    names = {volume["name"] for volume in pod["volumes"]}
    claims = {claim["metadata"]["name"] for claim in manifest["spec"]["volumeClaimTemplates"]}
    mounted = {mount["name"]: mount["mountPath"] for mount in bridge["volumeMounts"]}
    assert set(mounted) == names | claims
    variables = {variable["name"]: variable["value"] for variable in bridge["env"]}
    assert set(variables) == {"ALTCRAFT_BRIDGE_DATA_DIR", "ALTCRAFT_BRIDGE_SOCKET"}
    # The data are in a directory of the claim, not in a volume that ends with the pod.
    directory = variables["ALTCRAFT_BRIDGE_DATA_DIR"]
    assert [name for name, path in mounted.items() if directory.startswith(path + "/")] == list(claims)
    assert {"name": "ALTCRAFT_BRIDGE_SOCKET", "value": variables["ALTCRAFT_BRIDGE_SOCKET"]} in app["env"]
    assert {mount["name"] for mount in app["volumeMounts"]} == names
    return bridge


if __name__ == "__main__":
    command = check_compose()
    print(json.dumps({**check_kubernetes(), "healthcheck": {"exec": {"command": command}}}))
