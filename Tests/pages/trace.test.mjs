import assert from "node:assert/strict";
import test from "node:test";
import { inspector } from "./parts.mjs";

const { InspectorModel, spanWords, app } = inspector(["InspectorModel", "spanWords", "app"]);

// Returns the calls and callbacks of a model that has taken items of a trace, in words.
function spansOf(...items) {
  const model = app.model = new InspectorModel(() => {});
  items.forEach((item, index) => model.takeTrace({ kind: "wire", connection: 1, at: (index + 1) * 1e6, ...item }, "page-"));
  return [...model.index.all()].map(span => `${span.kind} ${span.label} ${span.start / 1e6}–${span.end / 1e6} ${span.tone}: ${spanWords(span).text}`);
}

const message = (direction, message) => ({ event: "message", direction, bytes: 50, message });
const large = (direction, outline) => ({ event: "message", direction, bytes: 76684, message: null, outline });
const call = message("received", { id: 1, method: "outbox.list" });

test("an answer that is too large to show ends its call", () => {
  assert.deepEqual(spansOf(call, large("sent", { id: 1, answer: "result" })), ["call outbox.list 1–2 ok: result: message of 74.9 KiB, too large to show"]);
  assert.deepEqual(spansOf(call, large("sent", { id: 1, answer: "error" })), ["call outbox.list 1–2 error: error: message of 74.9 KiB, too large to show"]);
});

test("a call that is too large to show has its name and its answer", () => {
  assert.deepEqual(spansOf(large("received", { id: 1, method: "import" }), message("sent", { id: 1, result: true })), ["call import 1–2 ok: true"]);
});

test("the answers of a batch that is too large to show end its calls", () => {
  const batch = message("received", [{ id: 1, method: "a" }, { id: 2, method: "b" }]);
  assert.deepEqual(spansOf(batch, large("sent", [{ id: 2, answer: "result" }, { id: 1, answer: "result" }])).map(text => text.slice(0, 15)), ["call a 1–2 ok: ", "call b 1–2 ok: "]);
});

for (const outline of [undefined, { method: "event" }]) {
  test(`a message of which the trace has ${outline ? "only a name" : "no outline"} is a point in time`, () => {
    assert.deepEqual(spansOf(large("sent", outline)), ["message message of 74.9 KiB, too large to show 1–1 event: "]);
  });
}

test("a closed connection ends its own calls and callbacks, and no others", () => {
  const question = message("sent", { id: "a", method: "provider.getJWT" });
  assert.deepEqual(spansOf(call, question, { ...call, connection: 2 }, { event: "closed" }), [
    "call outbox.list 1–4 event: no answer: the connection was closed", "message closed 4–4 event: ", "call outbox.list 3–Infinity open: no answer yet",
    "callback provider.getJWT 2–4 event: no answer: the connection was closed",
  ]);
});
