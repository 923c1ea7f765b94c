import assert from "node:assert/strict";
import test from "node:test";
import { inspector } from "./parts.mjs";

const second = 1e6;
const iso = time => new Date(time / 1000).toISOString();

// A page that is connected to a bridge, and what it was sent.
class Page {
  constructor() {
    Object.assign(this, inspector(["app", "InspectorModel", "findProblems"]));
    const { app } = this;
    this.now = Date.now() * 1000;
    this.model = app.model = new this.InspectorModel(() => {});
    app.state = "open";
    app.readiness = { isReady: true, text: "ready", cause: null };
    app.info = { startedAt: iso(this.now - 100 * second), dataDir: "/data", limits: { outboxRecords: 1000, outboxBytes: 1e6 } };
    app.stats = { uptimeSeconds: 100, outbox: { pending: 1, bytes: 300 }, platform: { url: "https://pxl.example", state: "well" } };
    app.statsAt = this.now;
    this.count = 0;
  }

  trace(kind, facts) { this.model.takeTrace({ epoch: "e", seq: 1, at: this.now, kind, ...facts }, "page-"); }
  step(requestId, step, facts = {}) { this.trace("job", { requestId, method: "mobileEvent", user: "ab12", appGroup: null, step, ...facts }); }
  listed(requestId, facts) {
    this.model.takeListed({
      requestId, method: "mobileEvent", state: "pending", createdAt: iso(this.now - 5 * second), attempts: 0, nextAttemptAt: null, waitingFor: null, lastError: null,
      outcome: null, endedAt: null, retryable: false, ...facts,
    });
  }

  event(code, message, value = null) {
    this.count += 1;
    this.model.takeEvent({ epoch: "e", seq: this.count, type: "error", code, name: "name", function: "f", message, value, date: iso(this.now), requestId: null });
  }

  refusedCall(method, code, data) {
    this.count += 1;
    this.trace("wire", { connection: 1, event: "message", direction: "received", bytes: 1, message: { jsonrpc: "2.0", id: this.count, method } });
    this.trace("wire", { connection: 1, event: "message", direction: "sent", bytes: 1, message: { jsonrpc: "2.0", id: this.count, error: { code, message: "refused", data } } });
  }

  get problems() { return [...this.findProblems()].map(({ title, advice }) => `${title} ${advice}`); }
}

const failed = (message, httpCode = null) => ({ attempts: 2, waitingFor: "retry", nextAttemptAt: iso(Date.now() * 1000 + 9 * second), lastError: { code: 500, httpCode, message } });

const incidents = [
  ["a platform that is down", page => {
    page.app.stats.platform.state = "unreachable";
    page.listed("a", failed("Could not connect to the server."));
  }, /^The platform cannot be reached\. Could not connect to the server\. 1 job waits .*https:\/\/pxl\.example/],
  ["a platform that answers 503", page => page.listed("a", failed("http code: 503", 503)), /^The platform answers with errors \(HTTP 503\)/],
  ["an expired JWT", page => page.listed("a", { waitingFor: "user", lastError: { code: 540, httpCode: null, message: "the JWT has expired, and the host returned no other" } }), /^1 job waits for a valid JWT of the user\. The JWT has expired/],
  ["a missing push token", page => page.listed("a", { waitingFor: "token" }), /^1 job waits for a push token\. There is none/],
  ["a denied permission", page => page.listed("a", { waitingFor: "permission" }), /^1 job waits for the permission to notify\. The user denied/],
  ["a full disk", page => { page.app.readiness = { isReady: false, text: "", cause: "noSpace" }; }, /^The disk is full: the bridge refuses new jobs\. Free some space \(data directory \/data\)/],
  ["a full disk, by its event", page => {
    page.app.readiness = null;
    page.event(403, "the storage fails", { cause: "noSpace" });
  }, /^The disk is full/],
  ["a full outbox", page => page.refusedCall("mobileEvent", -32010, { reason: "outboxFull", limit: "outboxRecords", max: 1000 }), /^The outbox is full.*limit outboxRecords is 1\u202f000/],
  ["an outbox that is nearly full", page => { page.app.stats.outbox.bytes = 960000; }, /^The outbox is nearly full.*outboxBytes/],
  ["a rejection for a field", page => page.listed("a", {
    state: "rejected", attempts: 1, endedAt: iso(page.now), retryable: true, lastError: { code: 437, httpCode: 400, message: "field birthday is invalid" },
    outcome: { state: "rejected", eventCode: 437, response: null },
  }), /^The platform rejected 1 mobileEvent job \(HTTP 400\)\. Its reason: field birthday is invalid/],
  ["a lane behind a retry", page => {
    page.step("a", "accepted", { connection: 1 });
    page.step("a", "attempt", { attempt: 1 });
    page.step("a", "answer", { attempt: 1, httpCode: 503, failure: null, durationUs: 100 });
    page.step("a", "waiting", { waitingFor: "retry", until: page.now + 60 * second });
    for (const id of ["b", "c"]) {
      page.step(id, "accepted", { connection: 1 });
      page.step(id, "waiting", { waitingFor: "lane", until: null });
    }
  }, /^2 jobs wait behind one job of the same user\. Jobs of a user are sent in order\. The first is mobileEvent a: waits for its next attempt, after 1 attempt/],
  ["a missing library", page => page.listed("a", failed("libcurl: libcurl.so.4 is not installed; install libcurl4")), /^libcurl is missing: jobs are stored, but not sent\..*install libcurl4\./],
  ["a proxy that refuses", page => page.listed("a", failed("proxy p:3128: no tunnel to a:443 (HTTP 403)")), /^The proxy does not let requests through\..*HTTP 403.*--proxy/],
  ["a clock that is ahead of the platform's", page => {
    page.step("a", "accepted", { connection: 1 });
    page.step("a", "answer", { attempt: 1, httpCode: 401, failure: null, durationUs: 100, platformTime: page.now - 7200 * second });
  }, /^The clock of this machine is wrong: 2 h ahead of the platform's clock\./],
  ["a clock that was changed since the start", page => { page.app.info.startedAt = iso(page.now + 7200 * second); }, /^The clock of this machine is wrong: 122 min behind|^The clock of this machine is wrong: 2 h behind/],
  ["a refused call", page => page.refusedCall("pushSubscribe", 402, { reason: "userTagMissing" }), /^1 call of pushSubscribe was refused: 402 userTagMissing\. refused/],
  ["a host that is silent", page => page.trace("wire", {
    connection: 2, event: "message", direction: "sent", bytes: 1, at: page.now - 8 * second, message: { jsonrpc: "2.0", id: "x", method: "provider.getJWT", params: {} },
  }), /^The host does not answer provider\.getJWT\. Connection 2 was asked 8/],
  ["a bridge that no host has configured", page => { page.app.stats.platform.url = null; }, /^No host has configured this bridge yet\. A host calls initialization/],
  ["a ticket that was used", page => {
    page.app.state = "refused";
    page.app.connection = { refusal: "the ticket is unknown, was used, or has expired: make a new one" };
  }, /^This page has no access\. The ticket is unknown, was used, or has expired/],
  ["a bridge that went away", page => { page.app.state = "waiting"; }, /^The bridge does not answer\./],
];

for (const [name, plant, expected] of incidents) {
  test(`the page names ${name}, and nothing else`, () => {
    const page = new Page();
    plant(page);
    assert.equal(page.problems.length, name.includes("lane") ? 2 : 1, page.problems.join("\n"));
    assert.ok(page.problems.some(text => expected.test(text)), page.problems.join("\n"));
  });
}

test("jobs whose users are unknown are not counted as the lane of one user", () => {
  const page = new Page();
  for (const id of ["a", "b"]) page.listed(id, failed("Could not connect to the server."));
  for (const id of ["c", "d"]) page.listed(id, { waitingFor: "lane" });
  assert.deepEqual(page.problems.filter(text => text.includes("same user")), []);
});

test("jobs whose users are unknown are behind the only job that is not behind others", () => {
  const page = new Page();
  page.listed("a", failed("http code: 503", 503));
  page.listed("b", { waitingFor: "lane" });
  assert.match(page.problems.join("\n"), /^1 job waits behind one job of the same user\. .* The first is mobileEvent a:/m);
});

test("an event is shown as the bridge sent it", () => {
  const page = new Page(), sent = { epoch: "e", seq: 9, type: "event", code: 1, name: "n", function: "f", message: "m", value: null, date: iso(page.now) };
  page.model.takeEvent(sent);
  assert.equal(page.model.index.all().find(span => span.kind === "event").sent, sent);
});

test("a job that is tried again for a missing token is not taken for a platform that is down", () => {
  const page = new Page();
  page.listed("a", { attempts: 0, waitingFor: null, lastError: { code: 520, httpCode: null, message: "subscribe request data is nil" } });
  assert.deepEqual(page.problems, []);
});

test("nothing needs attention while jobs are delivered", () => {
  const page = new Page();
  page.step("a", "accepted", { connection: 1 });
  page.step("a", "durable");
  page.step("a", "attempt", { attempt: 1 });
  page.step("a", "answer", { attempt: 1, httpCode: 200, failure: null, durationUs: 100, platformTime: Math.floor(page.now / second) * second });
  page.step("a", "ended", { state: "delivered", eventCode: 237, outcome: 1 });
  assert.deepEqual(page.problems, []);
});
