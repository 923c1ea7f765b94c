"""Generates a client with openrpcclientgenerator, and uses it with the bridge over WebSocket.

The generator reads a part of OpenRPC, and names everything in snake case. So it gets the document in a form that it can read,
and names are translated where messages enter and leave the client.
"""

import asyncio
import json
import keyword
import os
import sys
from pathlib import Path

import caseswitcher
from openrpc import OpenRPC
from openrpcclientgenerator import Language, generate

DOCUMENT = Path(__file__).resolve().parents[2] / "schema/openrpc.json"


# with: begin
def readable(document):
    """Returns the document without references to errors, lists of types, and types that are no classes."""
    schemas, errors = (document["components"][kind] for kind in ("schemas", "errors"))

    def is_class(name):
        members = schemas[name].get("properties", ())
        has_members = bool(members) and not any(map(keyword.iskeyword, members))
        return caseswitcher.to_pascal(name) == name and (has_members or "enum" in schemas[name])

    def schema_of(schema, is_required=True):
        name = schema.get("$ref", "").rpartition("/")[2]
        if name and not is_class(name):
            schema = {"type": "object"} if "properties" in schemas[name] else schemas[name]
        types = schema.get("type")
        if isinstance(types, list):
            schema = {"anyOf": [{**schema, "type": type} if type != "null" else {"type": type} for type in types]}
        schema = dict(schema)
        if not is_required:
            schema["default"] = None
        for member in ("items", "additionalProperties"):
            if isinstance(schema.get(member), dict):
                schema[member] = schema_of(schema[member])
        for member in ("anyOf", "oneOf", "allOf"):
            if member in schema:
                schema[member] = [schema_of(choice) for choice in schema[member]]
        if "properties" in schema:
            required = schema.get("required", ())
            schema["properties"] = {name: schema_of(member, name in required) for name, member in schema["properties"].items()}
        return schema

    methods = []
    for method in document["methods"]:
        parameters = [{**parameter, "schema": schema_of(parameter["schema"])} for parameter in method["params"]]
        result = {**method["result"], "schema": schema_of(method["result"]["schema"])}
        failures = [errors[error["$ref"].rpartition("/")[2]] for error in method.get("errors", ())]
        methods.append({**method, "params": parameters, "result": result, "errors": failures})
    classes = {name: schema_of(schema) for name, schema in schemas.items() if is_class(name)}
    return {**document, "methods": methods, "components": {"schemas": classes}}


def translate(transport, document):
    """Makes the transport of a client translate the names of members: eventName is event_name in the client."""
    schemas, methods = document["components"]["schemas"], {method["name"]: method for method in document["methods"]}

    def translated(value, schema, is_sent):
        schema = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
        for choice in schema.get("anyOf", []) + schema.get("oneOf", []) + schema.get("allOf", []):
            value = translated(value, choice, is_sent)
        if isinstance(value, list) and "items" in schema:
            return [translated(item, schema["items"], is_sent) for item in value]
        if not isinstance(value, dict) or "properties" not in schema:
            return value
        result = dict(value)
        for name, member in schema["properties"].items():
            old, new = (caseswitcher.to_snake(name), name) if is_sent else (name, caseswitcher.to_snake(name))
            if old in result:
                result[new] = translated(result.pop(old), member, is_sent)
        return result

    send = transport.call

    async def call(name, params=None, **options):
        method = methods[name]
        properties = {parameter["name"]: parameter["schema"] for parameter in method["params"]}
        sent = translated(params or {}, {"properties": properties}, True)
        return translated(await send(name, sent, **options), method["result"]["schema"], False)

    transport.call = call


# with: end


async def main() -> None:
    document = json.loads(DOCUMENT.read_bytes())
    out = Path(os.environ["DATA"])
    folder = generate(OpenRPC.model_validate(readable(document)), Language.PYTHON, os.environ["PLACE"] + "/rpc", out)
    # A method that is named list hides the type in the annotations of its class.
    (module,) = (out / "python" / folder).glob("*/client.py")
    module.write_text("from __future__ import annotations\n" + module.read_text())
    sys.path.insert(0, str(out / "python" / folder))
    from altcraft_bridge_ws_client.client import AltcraftBridgeClient
    from altcraft_bridge_ws_client.models import BridgeInfo, Configuration, Receipt

    client = AltcraftBridgeClient(headers={})
    translate(client.transport, document)
    await client.connect()
    await client.bridge.authenticate(token=Path(os.environ["TOKEN"]).read_text().strip())
    assert await client.bridge.ping() is not None
    info = await client.bridge.info()
    assert isinstance(info, BridgeInfo) and info.name == "altcraft-bridge" and info.schema_digest.startswith("sha256:"), info
    print("call")

    await client.initialization(configuration=Configuration(api_url="http://127.0.0.1:9", r_token="r-1"))
    receipt = await client.mobile_event(sid="px", event_name="buy", request_id="order-1")
    assert isinstance(receipt, Receipt) and receipt.request_id == "order-1", receipt
    job = await client.outbox.get(request_id="order-1")
    assert job.state == "pending" and job.method == "mobileEvent", job
    answers = await asyncio.gather(*(client.bridge.ping() for _ in range(1_000)))
    assert len(answers) == 1_000
    print("pipelined")

    try:
        await client.outbox.get(request_id=7)
    except Exception as error:
        assert "request" in str(error), error
    else:
        raise AssertionError("a number was taken for an id")
    await client.close()


asyncio.run(main())
