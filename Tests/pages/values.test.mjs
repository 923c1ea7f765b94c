import assert from "node:assert/strict";
import test from "node:test";
import { inspector } from "./parts.mjs";

// The elements of a page, as far as `h` and the panel of a span use them.
class Element {
  constructor(text) { Object.assign(this, { text, children: [], style: { setProperty() {} }, dataset: {} }); }
  append(child) { this.children.push(child); }
  addEventListener() {}
  setAttribute(name, value) { assert.equal(typeof value, "string", name); }
  set textContent(text) { this.children = [new Element(text)]; }
  get textContent() { return this.text ?? this.children.map(child => child.textContent).join(" "); }
}

const document = {
  createElement: () => new Element(),
  createTextNode(text) {
    assert.equal(typeof text, "string");
    return new Element(text);
  },
};

const { InspectorModel, showSpan, textOfJob, findProblems, app, JSON: ofPage } = inspector(["InspectorModel", "showSpan", "textOfJob", "findProblems", "app", "JSON"], { document, Node: Element });

// Returns a value with the types of the page, as it receives it.
const received = value => ofPage.parse(JSON.stringify(value));

// Returns what the page shows of each call and callback of a model that has taken these messages.
function shown(...messages) {
  const model = app.model = new InspectorModel(() => {}), texts = [];
  app.showDetail = (title, ...parts) => texts.push([title, ...parts.flat(9).filter(Boolean).map(part => part.textContent ?? part)].join(" "));
  messages.forEach(([direction, message], index) => model.takeTrace(received({ kind: "wire", event: "message", bytes: 9, connection: 1, at: index + 1, direction, message }), "page-"));
  for (const span of model.index.all()) showSpan(span);
  return texts;
}

// No text can be made of the last two without JSON.
const values = [1, 1.5, true, false, null, "a", "", [], ["a"], {}, { a: [1] }, { toString: 1 }, JSON.parse('{"toString":null,"valueOf":1}')];

for (const value of values) {
  const text = JSON.stringify(value);

  test(`a call can be opened if its requestId is ${text}`, () => {
    const [opened] = shown(["received", { id: 1, method: "mobileEvent", params: { requestId: value } }], ["sent", { id: 1, result: { requestId: value } }]);
    if (value) assert.ok(opened.includes(`Job ${typeof value === "string" ? value : text} `), opened);
  });

  test(`a call can be opened if its id is ${text}`, () => {
    assert.equal(shown(["received", { id: value, method: "bridge.ping" }], ["sent", { id: value, result: "pong" }]).length, 1);
  });

  test(`a callback can be opened if the host answers ${text}, or an error of it`, () => {
    const question = ["sent", { id: "q", method: "provider.getJWT" }];
    assert.equal(shown(question, ["received", { id: "q", result: value }]).length, 1);
    assert.equal(shown(question, ["received", { id: "q", error: { code: value, message: value, data: value } }]).length, 1);
  });

  test(`a job can be searched, and its problems found, if its values are ${text}`, () => {
    const model = app.model = new InspectorModel(() => {});
    Object.assign(app, { state: "open", stats: null, info: null });
    for (const state of ["pending", "rejected"]) {
      model.takeListed(received({
        requestId: state, method: value, state, createdAt: value, attempts: value, nextAttemptAt: value, waitingFor: value, endedAt: value, retryable: true,
        lastError: { code: value, httpCode: value, message: value }, outcome: { state: value, eventCode: value, response: { response: { errorText: value } } },
      }));
    }
    for (const job of model.jobs.values()) assert.equal(typeof textOfJob(job), "string");
    for (const { title, advice } of findProblems()) assert.equal(typeof (title + advice), "string");
  });
}
