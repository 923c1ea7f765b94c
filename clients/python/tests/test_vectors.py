"""The vectors: values of each type and calls of each method, right and wrong ones, with the verdict."""

from __future__ import annotations

import collections.abc
import json
import typing
import unittest
from typing import Any, Dict, ForwardRef, List, Literal, Tuple, Union

import support
from altcraft_bridge import Bridge, BridgeError
from altcraft_bridge.generated import types
from altcraft_bridge.generated.errors import ERROR_CLASSES
from altcraft_bridge.protocol import write

VECTORS: List[Dict[str, Any]] = [
    json.loads(line) for line in (support.ROOT / "schema/vectors.jsonl").read_bytes().splitlines()
]

HINTS: Dict[type, Dict[str, Any]] = {}


def fits(value: Any, hint: Any) -> bool:
    """Returns True if a checker of types accepts the value for the type."""
    if isinstance(hint, (ForwardRef, str)):
        name = hint if isinstance(hint, str) else hint.__forward_arg__
        return fits(value, getattr(types, name))
    if hint is Any:
        return True
    if hint is None or hint is type(None):
        return value is None
    if hasattr(hint, "__required_keys__"):
        members = HINTS.get(hint) or HINTS.setdefault(hint, typing.get_type_hints(hint))
        return (
            isinstance(value, dict)
            and hint.__required_keys__ <= value.keys()
            and all(fits(member, members.get(name, Any)) for name, member in value.items())
        )
    kind, arguments = typing.get_origin(hint), typing.get_args(hint)
    if kind is Literal:
        return any(type(value) is type(other) and value == other for other in arguments)
    if kind is list:
        return isinstance(value, list) and all(fits(item, arguments[0]) for item in value)
    if kind in (dict, collections.abc.Mapping):
        return isinstance(value, dict) and all(fits(item, arguments[1]) for item in value.values())
    if kind is not None:
        # A union, in one of the two ways to write it.
        return any(fits(value, argument) for argument in arguments)
    return type(value) in ((int, float) if hint is float else (hint,))


def place(value: Any, path: str) -> Any:
    """Returns the part of a value that a line varies."""
    for name in path.replace("[0]", "").split("."):
        value = value[0] if isinstance(value, list) and value else value
        value = value.get(name) if name and isinstance(value, dict) else value
    return value


class VectorTests(unittest.TestCase):
    def test_types_accept_the_right_values_and_refuse_those_of_another_form(self) -> None:
        lines = [line for line in VECTORS if "type" in line]
        accepted = [line for line in lines if fits(line["value"], getattr(types, line["type"]))]
        right = [line for line in lines if line["valid"]]

        self.assertGreater(len(right), 900)
        self.assertEqual([line for line in right if line not in accepted], [])
        # Types know neither bounds and formats nor members that are not theirs.
        wrong = [line for line in accepted if not line["valid"]]
        self.assertEqual(
            [
                line
                for line in wrong
                if "unknownMember" not in str(line["value"])
                and type(place(line["value"], line["place"])) not in (str, int, float)
            ],
            [],
        )
        refused = len(lines) - len(accepted)
        support.record(vectors="values", right=len(right), wrong=refused, of=len(lines) - len(right))

    def test_the_bridge_gets_each_call_as_it_was_made(self) -> None:
        given, *lines = [line for line in VECTORS if "type" not in line]
        directory = support.temporary_directory(self)
        with Bridge.spawn(command=support.COMMAND, data_dir=directory / "data") as bridge:
            bridge.call(given["given"]["method"], given["given"]["params"])
            calls = [
                bridge.begin(
                    "bridge.check", {"method": line["method"], "params": line["params"]}
                )
                for line in lines
            ]
            answers = [self.answer(call) for call in calls]

        self.assertGreater(len(lines), 4_000)
        expected = [line.get("error", "valid") for line in lines]
        differing = [
            (line, answer)
            for line, answer, other in zip(lines, answers, expected)
            if answer != other
        ]
        self.assertEqual(differing, [])
        support.record(vectors="calls", right=len(lines))

    def answer(self, call: Any) -> Union[str, Dict[str, Any]]:
        """Returns the verdict in the form of a line."""
        try:
            call.result(60)
        except BridgeError as error:
            self.assertIs(type(error), ERROR_CLASSES[error.reason])
            members: Tuple[str, ...] = ("parameter",) if "parameter" in error.data else ()
            found: Dict[str, Any] = {"code": error.code, "reason": error.reason}
            return {**found, **{name: error.data[name] for name in members}}
        return "valid"

    def test_values_are_written_as_they_were_read(self) -> None:
        for line in VECTORS:
            value = line.get("value", line.get("params"))
            written = json.loads(write({"params": value}))["params"]
            self.assertEqual(repr(written), repr(value))


if __name__ == "__main__":
    unittest.main()
