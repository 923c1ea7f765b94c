import assert from "node:assert/strict";
import test from "node:test";
import { inspector } from "./parts.mjs";

const { parseSearch, matchesSearch, filterOfSearch } = inspector(["parseSearch", "matchesSearch", "filterOfSearch"]);
const now = 1_800_000_000_000_000;
const job = {
  requestId: "order-7", method: "mobileEvent", user: "ab12cd", state: "rejected", waitingFor: null, attemptCount: 3, httpCode: 400, eventCode: 437,
  lastError: { code: 437, httpCode: 400, message: "field birthday is invalid" }, start: now - 2 * 3600e6, response: null,
};

const plain = value => JSON.parse(JSON.stringify(value));
const matches = text => matchesSearch(job, parseSearch(text).conditions, now);

for (const text of [
  "", "state:rejected", "state:rej", "state:pending,rejected", "-state:pending", "code:400", "code:437", "method:mobile", "METHOD:mobileEvent", "user:ab",
  "age:>1h", "age:>119m", "age:<3h", "age:1h", "attempts:3", "attempts:>2", "attempts:<4", "id:order-", "birthday", "\"birthday is\"", "-\"birthday was\"",
  "state:rejected code:400 age:>1h method:mobileEvent", "-code:503", "state:", "wait:",
]) test(`a job is found by ${text || "an empty search"}`, () => assert.equal(matches(text), true));

for (const text of [
  "state:pending", "-state:rejected", "code:40", "method:push", "user:none", "age:>3h", "age:<1h", "attempts:2", "id:rder", "birthdays", "wait:token",
  "state:rejected code:503", "-birthday",
]) test(`a job is not found by ${text}`, () => assert.equal(matches(text), false));

for (const [text, word] of [["size:3", "size"], ["state:foo", "no state “foo”.*pending"], ["age:soon", "soon"], ["attempts:many", "many"]]) {
  test(`the search ${text} is explained`, () => assert.match(parseSearch(text).problems.join(), new RegExp(word)));
}

for (const [text, filter] of [
  ["state:rejected", { state: "rejected" }],
  ["state:rejected method:mobile", { state: "rejected", method: ["mobileEvent"] }],
  ["code:437", { code: [437] }],
  ["age:>1h", { acceptedBefore: new Date(now / 1000 - 3600e3).toISOString() }],
  ["age:<3h state:rejected", { state: "rejected", acceptedAfter: new Date(now / 1000 - 3 * 3600e3).toISOString() }],
]) {
  test(`the bridge's filter of ${text} chooses the same jobs`, () =>
    assert.deepEqual(plain(filterOfSearch(parseSearch(text).conditions, [job], now)), filter));
}

for (const text of ["", "birthday", "code:400", "user:ab", "attempts:3", "-state:pending", "state:delivered", "state:pending,rejected", "age:>1h age:<3h"]) {
  test(`the bridge has no filter for ${text || "everything"}`, () =>
    assert.equal(filterOfSearch(parseSearch(text).conditions, [job], now), null));
}
