// The vectors: values of each type and calls of each method, right and wrong ones, with the verdict.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { Bridge, BridgeError, errorClasses } from "../dist/index.mjs";
import { parseJSON, stringifyJSON } from "../dist/json.js";
import * as support from "./support.mjs";

const texts = (await support.readText(join(support.root, "schema/vectors.jsonl"))).trim().split("\n");
const vectors = texts.map((text) => parseJSON(text));

/** The part of a value that a line varies. */
function place({ value, place }) {
  for (const name of place.replaceAll("[0]", "").split(".")) {
    if (Array.isArray(value) && value.length > 0) value = value[0];
    if (name !== "" && typeof value === "object" && value !== null && !Array.isArray(value)) value = value[name];
  }
  return value;
}

test("types accept the right values and refuse those of another form", async (t) => {
  const values = vectors.filter(({ type }) => type !== undefined);
  const file = join(await support.temporaryDirectory(t), "values.ts");
  const types = join(support.root, "clients/typescript/dist/generated/types");
  const head = `import type * as t from ${JSON.stringify(types)}; declare function take<T>(value: T): void;`;
  const lines = values.map(({ type, value }) => `take<t.${type}>(${JSON.stringify(parseable(value))});`);
  await writeFile(file, [head, ...lines].join("\n"));

  const options = ["--strict", "--noEmit", "--target", "ES2022", "--lib", "ES2022", "--skipDefaultLibCheck", "--pretty", "false"];
  const said = await new Promise((resolve) => execFile("tsc", [...options, file], { maxBuffer: 1 << 26 }, (_, output) => resolve(output)));
  const refused = new Set();
  for (const message of said.split(/^(?=\S)/m)) {
    const line = /values\.ts\((\d+),/.exec(message)?.[1];
    // For any expression but a literal, a member that its type does not name is not an error.
    if (line !== undefined && !message.includes("may only specify known properties")) refused.add(values[line - 2]);
  }

  const right = values.filter(({ valid }) => valid);
  const wrong = values.filter(({ valid }) => !valid);
  assert.ok(right.length > 900);
  assert.deepEqual(right.filter((line) => refused.has(line)), [], said.slice(0, 2_000));
  // Types know neither bounds and formats nor members that are not theirs.
  const accepted = wrong.filter((line) => !refused.has(line));
  const kinds = ["string", "number", "bigint"];
  assert.deepEqual(accepted.filter((line) => !stringifyJSON(line.value).includes("unknownMember") && !kinds.includes(typeof place(line))), []);
  await support.record({ vectors: "values", right: right.length, wrong: wrong.length - accepted.length, of: wrong.length });
});

/** The value with numbers in place of large integers, for which the declared types have no room. */
function parseable(value) {
  return JSON.parse(stringifyJSON(value));
}

test("the bridge gets each call as it was made", async (t) => {
  const [{ given }, ...lines] = vectors.filter(({ type }) => type === undefined);
  const dataDir = join(await support.temporaryDirectory(t), "data");
  const bridge = await Bridge.spawn({ command: support.command, dataDir });
  t.after(() => bridge.close());
  await bridge.call(given.method, given.params);

  assert.ok(lines.length > 4_000);
  await Promise.all(lines.map(async (line) => {
    const verdict = await bridge.call("bridge.check", { method: line.method, params: line.params }).then(() => "valid", (error) => {
      assert.ok(error instanceof BridgeError, error);
      assert.equal(error.constructor, errorClasses[error.reason]);
      const { parameter } = error.data;
      return { code: error.code, reason: error.reason, ...(parameter === undefined ? {} : { parameter }) };
    });
    assert.deepEqual(verdict, line.error ?? "valid", stringifyJSON(line));
  }));
  await support.record({ vectors: "calls", right: lines.length });
});

test("values are written as they were read", () => {
  for (const [index, text] of texts.entries()) {
    // The same number in another notation.
    assert.equal(stringifyJSON(vectors[index]).replaceAll("1e+308", "1e308"), text);
  }
});
