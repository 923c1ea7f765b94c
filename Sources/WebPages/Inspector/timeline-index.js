// The index of spans by lane and time.
//
// A span: {start, end, tone, label, kind, …} with times in µs; `end` is Infinity while it is open. Spans of a lane that
// overlap lie in different rows of it. In a row spans are sorted by start, and `reach[i]` is the largest end of the spans up
// to i, which grows: the spans of a view are found by two binary searches, and only they are visited. The numbers that a
// frame needs of each span are in arrays of their own, which are read much faster than objects.

const mostRows = 10;

const toneNames = [
  "ok", "event", "lane", "open", "attempt", "configuration", "permission", "token", "user", "retry", "error",
];
// A merged pixel shows the tone that matters most, the last of the names.
const toneRank = Object.fromEntries(toneNames.map((name, rank) => [name, rank]));

class SpanRow {
  constructor() {
    this.spans = [];
    this.starts = [];
    this.ends = [];
    this.tones = [];
    this.reach = [];
  }

  // Returns true if the span overlaps no other.
  hasRoom(span) {
    const spans = this.spans, last = spans.length - 1;
    if (last < 0 || spans[last].end <= span.start) return true;
    const at = this.firstStartingAfter(span.start);
    return (at === 0 || spans[at - 1].end <= span.start) && (at > last || spans[at].start >= span.end);
  }

  firstStartingAfter(time) { return lowerBound(this.starts, start => start > time); }

  add(span) {
    const at = this.spans.length === 0 || this.spans.at(-1).start <= span.start
      ? this.spans.length : this.firstStartingAfter(span.start);
    if (at === this.spans.length) this.spans.push(span);
    else this.spans.splice(at, 0, span);
    this.refresh(at);
  }

  // Brings the arrays up to date from an index on.
  refresh(at) {
    const { spans, starts, ends, tones, reach } = this;
    starts.length = ends.length = tones.length = reach.length = Math.min(at, spans.length);
    for (let index = at; index < spans.length; index += 1) {
      const { start, end, tone } = spans[index];
      starts.push(start);
      ends.push(end);
      tones.push(toneRank[tone]);
      reach.push(Math.max(end, index ? reach[index - 1] : -Infinity));
    }
  }

  // The end or the tone of a span changed.
  changed(span) {
    const { spans, ends, tones, reach } = this;
    let at = lowerBound(this.starts, start => start >= span.start);
    while (at < spans.length && spans[at] !== span) at += 1;
    if (at === spans.length) return;
    ends[at] = span.end;
    tones[at] = toneRank[span.tone];
    for (; at < spans.length; at += 1) {
      const most = Math.max(ends[at], at ? reach[at - 1] : -Infinity);
      if (reach[at] === most) return;
      reach[at] = most;
    }
  }

  // Returns the index of the first span that ends after a time.
  firstEndingAfter(time) {
    const reach = this.reach;
    let low = 0, high = reach.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (reach[middle] > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

const laneGroups = ["connection", "user", "callback", "platform", "event"];

class SpanIndex {
  constructor(bound = 60000) {
    this.bound = bound;
    this.clear();
  }

  clear() {
    this.lanes = new Map();
    this.sorted = [];
    this.count = 0;
    this.first = Infinity;
    this.last = -Infinity;
    // Grows with every change of what is to be drawn.
    this.version = 0;
  }

  // Returns the lane of a key such as "user:ab12", which is made if it is new.
  lane(group, name, title) {
    const key = `${group}:${name}`;
    let lane = this.lanes.get(key);
    if (!lane) {
      lane = { key, group, name, title, rows: [], number: this.lanes.size };
      this.lanes.set(key, lane);
      this.sorted = [...this.lanes.values()].sort((one, other) =>
        laneGroups.indexOf(one.group) - laneGroups.indexOf(other.group) || one.number - other.number);
    }
    return lane;
  }

  add(lane, span) {
    let row = lane.rows.find(row => row.hasRoom(span));
    if (!row) {
      if (lane.rows.length < mostRows) lane.rows.push(row = new SpanRow());
      // In a full lane spans overlap in the last row.
      else row = lane.rows.at(-1);
    }
    span.lane = lane;
    span.row = row;
    row.add(span);
    this.count += 1;
    this.reached(span);
    if (this.count > this.bound * 1.1) this.drop(this.count - this.bound);
  }

  remove(span) {
    const { row } = span, at = row.spans.indexOf(span);
    if (at >= 0) row.spans.splice(at, 1);
    row.refresh(Math.max(at, 0));
    if (span.lane.rows.every(row => row.spans.length === 0)) this.forget(span.lane);
    span.row = span.lane = null;
    if (at >= 0) this.count -= 1;
  }

  forget(lane) {
    this.lanes.delete(lane.key);
    this.sorted = this.sorted.filter(other => other !== lane);
  }

  // The end of a span changed.
  changed(span) {
    span.row?.changed(span);
    this.reached(span);
  }

  reached(span) {
    this.version += 1;
    if (span.start < this.first) this.first = span.start;
    const end = span.end === Infinity ? span.start : span.end;
    if (end > this.last) this.last = end;
  }

  // Drops the oldest spans.
  drop(count) {
    const starts = this.all().map(span => span.start).sort((one, other) => one - other);
    const from = starts[count];
    for (const lane of this.lanes.values()) {
      for (const row of lane.rows) {
        row.spans = row.spans.filter(span => span.start >= from);
        row.refresh(0);
      }
      if (lane.rows.every(row => row.spans.length === 0)) this.forget(lane);
    }
    this.count = this.all().length;
    this.first = from;
    this.version += 1;
  }

  all() { return this.sorted.flatMap(lane => lane.rows.flatMap(row => row.spans)); }

  // Returns the first spans between two times in order of their start, or the last ones, and how many there are in all.
  between(from, to, bound, { isNewest = false, isWanted = null, lanes = this.sorted } = {}) {
    const found = [];
    let count = 0;
    for (const row of lanes.flatMap(lane => lane.rows)) {
      const { spans } = row, low = row.firstEndingAfter(from), high = row.firstStartingAfter(to);
      // No more than `bound` spans of a row can be among those that are asked for.
      let taken = 0;
      for (let step = 0; step < high - low && (taken < bound || isWanted); step += 1) {
        const span = spans[isNewest ? high - 1 - step : low + step];
        if (span.end < from || isWanted && !isWanted(span)) continue;
        if (taken < bound) found.push(span);
        taken += 1;
      }
      count += isWanted ? taken : Math.max(high - low, 0);
    }
    found.sort((one, other) => isNewest ? other.start - one.start : one.start - other.start);
    return { spans: found.slice(0, bound), count };
  }
}
