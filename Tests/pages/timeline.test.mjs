import assert from "node:assert/strict";
import test from "node:test";
import { inspector, random } from "./parts.mjs";

const { SpanIndex, lowerBound, BoundedList, BoundedMap } = inspector(["SpanIndex", "lowerBound", "BoundedList", "BoundedMap"]);

// Makes an index of random spans, of which some are open, and some end later.
function filled(count, seed, bound) {
  const index = new SpanIndex(bound), next = random(seed), spans = [];
  for (let number = 0; number < count; number += 1) {
    const start = next(1000), length = next(10) === 0 ? Infinity : next(4) === 0 ? 0 : next(60);
    const span = { start, end: start + length, number };
    index.add(index.lane("user", next(5), "user"), span);
    spans.push(span);
  }
  for (const span of spans) {
    if (span.end !== Infinity || next(2)) continue;
    span.end = span.start + next(300);
    index.changed(span);
  }
  return { index, spans, next };
}

test("the spans between two times are those of a search through all", () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const { index, spans, next } = filled(300, seed);
    for (let query = 0; query < 20; query += 1) {
      const from = next(1100), to = from + next(200);
      const expected = spans.filter(span => span.start <= to && span.end > from).map(span => span.number).sort();
      const isWanted = span => span.end > from;
      const found = index.between(from, to, 1000, { isWanted });
      assert.deepEqual([...found.spans].map(span => span.number).sort(), expected);
      assert.equal(found.count, expected.length);
    }
  }
});

test("the first and the last spans are listed in order", () => {
  const { index, spans } = filled(500, 7);
  const starts = spans.map(span => span.start).sort((one, other) => one - other);
  const first = index.between(-1, 2000, 20), last = index.between(-1, 2000, 20, { isNewest: true });
  assert.deepEqual([...first.spans].map(span => span.start), starts.slice(0, 20));
  assert.deepEqual([...last.spans].map(span => span.start), starts.slice(-20).reverse());
  assert.equal(first.count, 500);
});

test("spans of a row do not overlap as long as a lane has room", () => {
  const index = new SpanIndex(), lane = index.lane("connection", 1, "one"), next = random(3);
  for (let start = 0; start < 2000; start += 10) index.add(lane, { start, end: start + next(60) });
  assert.ok(lane.rows.length > 1 && lane.rows.length < 10);
  for (const { spans } of lane.rows) {
    for (let at = 1; at < spans.length; at += 1) assert.ok(spans[at - 1].end <= spans[at].start);
  }
});

test("the oldest spans are dropped beyond the bound, and empty lanes with them", () => {
  const index = new SpanIndex(100);
  index.add(index.lane("user", "old", "old"), { start: 1, end: 2 });
  for (let start = 10; start < 400; start += 1) index.add(index.lane("user", "new", "new"), { start, end: start + 1 });
  assert.ok(index.count <= 110);
  assert.deepEqual([...index.sorted].map(lane => lane.title), ["new"]);
  assert.equal(index.between(-Infinity, Infinity, 500, { isWanted: span => span.start < 200 }).count, 0);
});

test("a span that is removed is found no more", () => {
  const { index, spans } = filled(50, 9);
  for (const span of spans.slice(0, 25)) index.remove(span);
  assert.equal(index.count, 25);
  assert.deepEqual([...index.all()].map(span => span.number).sort((one, other) => one - other), spans.slice(25).map(span => span.number));
});

test("lanes have the order of their groups", () => {
  const index = new SpanIndex();
  for (const group of ["event", "platform", "user", "callback", "connection"]) index.lane(group, "", group);
  assert.deepEqual([...index.sorted].map(lane => lane.group), ["connection", "user", "callback", "platform", "event"]);
});

test("a list and a map keep no more than their bounds, and a map what is not done", () => {
  const list = new BoundedList(10), map = new BoundedMap(10, value => value !== 3);
  for (let number = 0; number < 100; number += 1) {
    list.push(number);
    map.set(number, number);
  }
  assert.ok(list.length <= 11 && list.items.at(-1) === 99 && list.dropped + list.length === 100);
  assert.ok(map.size <= 11 && map.has(3) && map.has(99) && !map.has(50));
  assert.equal(lowerBound([1, 3, 5], value => value >= 4), 2);
});
