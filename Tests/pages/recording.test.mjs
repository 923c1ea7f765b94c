import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { inspector, random } from "./parts.mjs";

const { parseRecording, playRecording, InspectorModel, lifeOf, spanWords, findProblems, matchesSearch, parseSearch, app } = inspector([
  "parseRecording", "playRecording", "InspectorModel", "lifeOf", "spanWords", "findProblems", "matchesSearch", "parseSearch", "app",
]);
const folder = new URL("../ProcessTests/Recordings/", import.meta.url);
const head = 'altcraft-bridge recording 1 {"version":"0.9.0"}';

function played(text) {
  const model = new InspectorModel(() => {});
  app.model = model;
  playRecording(parseRecording(text), model);
  return model;
}

for (const name of readdirSync(folder)) {
  test(`the recording ${name} of the tests opens, and each of its jobs has ended as its last line says`, () => {
    const text = readFileSync(new URL(name, folder), "utf8"), model = played(text);
    const accepted = new Set([...text.matchAll(/"result":\{"requestId":"([^"]+)"/g)].map(match => match[1]));
    for (const id of accepted) {
      const job = model.jobs.get(id);
      assert.ok(job, id);
      assert.ok(job.start >= 1 && job.start <= job.end, `${id}: ${job.start} ${job.end}`);
      if (text.includes(`"requestId":"${id}","outcome":{"state":"delivered"`)) assert.equal(job.state, "delivered");
    }
    assert.equal(model.index.all().filter(span => span.kind === "answer" || span.kind === "exchange").length, text.split("\nhttp ").length - 1);
  });
}

test("the life of a job in a recording has its attempts and its end", () => {
  const model = played(readFileSync(new URL("outage.txt", folder), "utf8"));
  const [job] = model.jobs.values();
  const words = [...lifeOf(job)].map(step => step.text);
  assert.match(words[0], /^Accepted from connection 1/);
  assert.ok(words.some(text => /^Attempt 1: HTTP 500/.test(text)), words.join("\n"));
  assert.ok(words.some(text => /^Attempt 2: no answer/.test(text)), words.join("\n"));
  assert.match(words.at(-1), /^Delivered, event 237/);
});

test("connections of a second process are told apart from those of the first", () => {
  const model = played(`${head}\n1 open stdio\n1 close\n${head}\n1 open stdio\n`);
  assert.deepEqual([...model.connections.keys()], [1, 100001]);
});

test("a call, its answer, a callback and a message without JSON become spans", () => {
  const model = played([head, "1 open stdio", '1 --> {"jsonrpc":"2.0","id":1,"method":"getPushToken"}', '1 <-- {"jsonrpc":"2.0","id":"a","method":"provider.getToken","params":{}}',
    '1 --> {"jsonrpc":"2.0","id":"a","result":null}', '1 <-- {"jsonrpc":"2.0","id":1,"error":{"code":502,"message":"none"}}', "1 --> {malformed", "lost 3", "1 close", ""].join("\n"));
  const spans = [...model.index.all()].map(({ kind, label, start, end, tone }) => [kind, label, start, end, tone].join(" "));
  assert.deepEqual(spans, [
    "message opened 2 2 event", "call getPushToken 3 6 error", "message unreadable message: not JSON 7 7 error", "message closed 9 9 event",
    "callback provider.getToken 4 5 retry",
  ]);
  assert.equal(model.gaps, 3);
});

for (const [text, message] of [
  ["", /not a recording/], ["hello\n", /not a recording .*begins with “hello”/], ["altcraft-bridge recording 2 {}\n", /another format, 2/],
  [`${head}\nnonsense\n`, /Line 2 cannot be read/], [`${head}\n1 open stdio\n1 <== {}\n`, /Line 3 cannot be read/], [`${head}\nhttp POST /a nothing\n`, /Line 2/],
]) {
  test(`the file ${JSON.stringify(text.slice(0, 60))} is refused in words`, () => assert.throws(() => parseRecording(text), { message }));
}

// Returns the value with a part of its members replaced by values of other types.
function damaged(value, next) {
  const others = [null, true, 7, -1e300, "", "<img src=x onerror=alert(1)>", [], [[1]], {}, { constructor: 1, toString: 2 }, { length: 3 }];
  if (next(12) === 0) return others[next(others.length)];
  if (Array.isArray(value)) return value.map(item => damaged(item, next));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, damaged(item, next)]));
}

test("a recording with values of other types is shown, whatever they are", () => {
  app.state = "recording";
  for (const name of readdirSync(folder)) {
    const lines = readFileSync(new URL(name, folder), "utf8").split("\n");
    for (let seed = 1; seed <= 60; seed += 1) {
      const next = random(seed);
      const text = lines.map((line, index) => {
        const start = index === 0 ? -1 : line.indexOf("{");
        return start < 0 ? line : line.slice(0, start) + JSON.stringify(damaged(JSON.parse(line.slice(start)), next) ?? null);
      }).join("\n").replaceAll(/^http (\S+) (\S+) (?!\{).*$/gm, "http $1 $2 {}");
      const model = played(text), { conditions } = parseSearch("method:x birthday user:a code:3 wait:y id:z");
      for (const span of model.index.all()) assert.equal(typeof spanWords(span), "object");
      for (const job of model.jobs.values()) {
        assert.ok(lifeOf(job).length >= 0);
        for (const condition of conditions) matchesSearch(job, [condition], model.now);
      }
      for (const { title, advice } of findProblems()) assert.ok(`${title}${advice}`);
    }
  }
});
