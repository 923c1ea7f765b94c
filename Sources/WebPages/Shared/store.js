// Bounded collections: a page that stays open for days must not fill the memory of the browser.

// A list that drops its oldest items when it is full.
class BoundedList {
  constructor(bound) {
    this.bound = bound;
    this.items = [];
    // The number of items that were ever dropped: the index of the first item that is left.
    this.dropped = 0;
  }

  get length() { return this.items.length; }

  push(item) {
    this.items.push(item);
    // A tenth at a time: the cost of an item stays constant.
    if (this.items.length > this.bound * 1.1) {
      const excess = this.items.length - this.bound;
      this.items.splice(0, excess);
      this.dropped += excess;
    }
  }

  last(count) { return this.items.slice(-count); }

  clear() {
    this.dropped += this.items.length;
    this.items = [];
  }
}

// A map that drops its oldest entries when it is full, those first for which `isDone` is true.
class BoundedMap extends Map {
  constructor(bound, isDone = () => true) {
    super();
    this.bound = bound;
    this.isDone = isDone;
  }

  set(key, value) {
    super.set(key, value);
    if (this.bound && this.size > this.bound * 1.1) this.shrink();
    return this;
  }

  shrink() {
    for (const mayStay of [true, false]) {
      for (const [key, value] of this) {
        if (this.size <= this.bound) return;
        if (!mayStay || this.isDone(value)) this.delete(key);
      }
    }
  }
}

// Returns the index of the first item for which `isAtLeast` is true; the items must be in order.
function lowerBound(items, isAtLeast) {
  let low = 0, high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAtLeast(items[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

// Calls a function at most once in `milliseconds`, the last time after the last request.
function throttled(milliseconds, body) {
  let timer = null, last = 0;
  const run = () => {
    timer = null;
    last = performance.now();
    body();
  };
  return () => { timer ??= setTimeout(run, Math.max(0, last + milliseconds - performance.now())); };
}
