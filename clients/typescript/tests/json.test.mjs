// Reading and writing of JSON, exact to the last digit.
import assert from "node:assert/strict";
import { test } from "node:test";

import { parseJSON, stringifyJSON } from "../dist/json.js";
import { LineSplitter } from "../dist/ndjson.js";

test("integers of any size are read and written digit for digit", () => {
  for (const text of ["9007199254740993", "-9223372036854775808", "18446744073709551615", "1", "0.1"]) {
    assert.equal(stringifyJSON(parseJSON(text)), text);
  }
  assert.equal(parseJSON('{"a":[9007199254740993]}').a[0], 9007199254740993n);
  assert.equal(parseJSON("9007199254740991"), Number.MAX_SAFE_INTEGER);
  assert.equal(stringifyJSON({ a: [1n, { b: 2n ** 64n - 1n, c: undefined }] }), '{"a":[1,{"b":18446744073709551615}]}');
});

test("the values around a large integer are read as usual", () => {
  const tricky = String.raw`{"n": 12345678901234567890, "s": "12345678901234567890 \" ] }", "e": [], "o": {}, "__proto__": 1}`;
  assert.deepEqual(Object.entries(parseJSON(tricky)), [
    ["n", 12345678901234567890n], ["s", '12345678901234567890 " ] }'], ["e", []], ["o", {}], ["__proto__", 1],
  ]);
  for (const bad of ["1234567890123456x", "[1234567890123456", '{"a":1234567890123456,}', "12345678901234567890 1"]) {
    assert.throws(() => parseJSON(bad), SyntaxError, bad);
  }
  const long = JSON.stringify({ id: "1234567890123456", rows: Array.from({ length: 20_000 }, (_, n) => ({ n, text: `row ${n}` })) });
  assert.deepEqual(parseJSON(long), JSON.parse(long));
});

test("a large integer does not change the other written values", () => {
  const date = new Date(0);
  const value = { date, list: [undefined, null, true], text: "\u2028\"", none: undefined };

  assert.equal(stringifyJSON({ ...value, big: 1n }), JSON.stringify({ ...value, big: 1 }));
});

test("lines may be long, and may arrive in any pieces", () => {
  const lines = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  const long = "x".repeat(5_000_000);
  const bytes = Buffer.from(`a\n\n\r\n\u{1F600}\n${long}\nrest`);
  for (let at = 0; at < bytes.length; at += 65_537) splitter.push(bytes.subarray(at, at + 65_537));
  splitter.flush();
  assert.deepEqual(lines.map((line) => line.length), [1, 2, 5_000_000, 4]);
});
