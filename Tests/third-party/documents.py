"""Checks the documents of `schema` with programs of others: the JSON Schema with jsonschema-rs, that of AsyncAPI with the models of asyncapi3.

Prints the number of vectors and messages that were judged.
"""

import json
import re
import warnings
from pathlib import Path

import jsonschema_rs

# Its models hide a function of their base class.
warnings.filterwarnings("ignore", "Field name", UserWarning)
from asyncapi3.models.asyncapi import AsyncAPI3  # noqa: E402

SCHEMA = Path(__file__).resolve().parents[2] / "schema"


def lines(path: Path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class Bundle:
    def __init__(self) -> None:
        self.document = json.loads((SCHEMA / "messages.schema.json").read_bytes())
        jsonschema_rs.meta.validate(self.document)
        self.validators: dict[str, jsonschema_rs.Draft202012Validator] = {}
        self.message = jsonschema_rs.Draft202012Validator(self.document, validate_formats=True)

    def accepts(self, name: str, value: object) -> bool:
        if name not in self.validators:
            assert name in self.document["$defs"], name
            part = {"$schema": self.document["$schema"], "$ref": f"#/$defs/{name}", "$defs": self.document["$defs"]}
            self.validators[name] = jsonschema_rs.Draft202012Validator(part, validate_formats=True)
        return self.validators[name].is_valid(value)


def check_types(bundle: Bundle) -> int:
    vectors = [line for line in lines(SCHEMA / "vectors.jsonl") if "type" in line]
    for line in vectors:
        assert bundle.accepts(line["type"], line["value"]) == line["valid"], line
    return len(vectors)


def check_calls(bundle: Bundle) -> int:
    """The bridge accepts no call that the document refuses, but for the spellings that it documents."""
    vectors = [line for line in lines(SCHEMA / "vectors.jsonl") if "method" in line]
    refused = 0
    for line in vectors:
        is_accepted = bundle.accepts(f"{line['method']}.params", line["params"])
        refused += "error" in line and not is_accepted
        # An empty array for an empty object, and one of the two names of the kind of a subscription.
        is_spelling = "[]" in json.dumps(line["params"]) or line["place"] in ("subscription.channel", "subscription.type")
        assert "error" in line or is_accepted or is_spelling, line
    wrong = sum("error" in line for line in vectors)
    assert refused > 0.9 * wrong, f"{refused} of {wrong} wrong calls are refused"
    return len(vectors)


def check_messages(bundle: Bundle) -> int:
    """The messages of the examples: the requests that were accepted, and everything that the bridge sent."""
    count = 0
    for file in sorted((SCHEMA / "examples").glob("*.jsonl")):
        request = None
        for line in lines(file):
            if "send" in line:
                request = line["send"]
            answer = line.get("receive", line.get("receiveLike"))
            if answer is None:
                continue
            # The lines of refused calls have only a part of the error.
            if "error" in answer:
                continue
            for message in (request, answer):
                assert bundle.message.is_valid(message), (file.name, message)
            if "result" in answer:
                assert bundle.accepts(f"{request['method']}.result", answer["result"]), (file.name, answer)
            count += 2
    for bad in (
        {"jsonrpc": "2.0"}, {"jsonrpc": "2.0", "id": 1}, {"jsonrpc": "2.0", "id": 1, "method": "mobileEvent"},
        {"jsonrpc": "2.0", "id": 1, "method": "mobileEvent", "params": {"sid": 1}}, {"jsonrpc": "2.0", "id": 1, "method": "other"},
        {"jsonrpc": "2.0", "id": 1, "result": 1, "error": {"code": 1, "message": ""}}, [],
    ):  # fmt: skip
        assert not bundle.message.is_valid(bad), bad
    return count


def resolve(document: dict, pointer: str) -> object:
    for name in pointer.removeprefix("#/").split("/"):
        document = document[name.replace("~1", "/").replace("~0", "~")]
    return document


def check_asyncapi() -> int:
    """The models know the structure; that references lead somewhere and schemas are schemas is checked here."""
    text = (SCHEMA / "asyncapi.json").read_text(encoding="utf-8")
    document = json.loads(text)
    AsyncAPI3.model_validate(document)
    for pointer in set(re.findall(r'"\$ref": "([^"]*)"', text)):
        resolve(document, pointer)
    openrpc = json.loads((SCHEMA / "openrpc.json").read_bytes())
    lists = ("methods", "x-notifications", "x-callbacks", "x-client-notifications")
    names = {function["name"] for member in lists for function in openrpc[member]}
    assert {operation["title"] for operation in document["operations"].values()} == names
    messages = document["components"]["messages"]
    for name, message in messages.items():
        payload = {**message["payload"], "components": document["components"]}
        jsonschema_rs.meta.validate({"$schema": "http://json-schema.org/draft-07/schema#", **payload})
        jsonschema_rs.Draft7Validator(payload)
    call = {**messages["mobileEvent-request"]["payload"], "components": document["components"]}
    right = {"jsonrpc": "2.0", "id": 1, "method": "mobileEvent", "params": {"sid": "px", "eventName": "buy"}}
    validator = jsonschema_rs.Draft7Validator(call)
    assert validator.is_valid(right)
    assert not validator.is_valid({**right, "params": {"sid": 1, "eventName": "buy"}})
    for operation in document["operations"].values():
        for message in operation["messages"] + operation.get("reply", {}).get("messages", []):
            assert resolve(document, resolve(document, message["$ref"])["$ref"])
    return len(messages)


if __name__ == "__main__":
    bundle = Bundle()
    print(check_types(bundle), check_calls(bundle), check_messages(bundle), check_asyncapi())
