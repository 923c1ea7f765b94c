// The data of the page: messages, calls, callbacks, jobs, answers of the platform and events, from the trace, from the
// notifications and from the answers of the bridge. All of it is bounded. Times are in µs since 1970; of a recording, which
// has no times, they are lines.

// A reason to wait has a colour of the same name.
const toneOfWait = reason => Object.hasOwn(toneRank, reason) ? reason : "open";

// A recording may hold anything, also where the bridge writes a number.
const numberOf = value => typeof value === "number" ? value : undefined;

// The reasons to wait, in words.
const waitWords = {
  retry: "waits for its next attempt", user: "waits for a valid JWT of its user", token: "waits for a push token",
  permission: "waits for the permission to notify", configuration: "waits for a configuration",
  lane: "waits behind other jobs of its user",
};

// Returns the colour of an answer of the platform: 4xx is final.
function toneOfAnswer({ httpCode }) { return !httpCode || httpCode >= 500 ? "retry" : httpCode < 300 ? "ok" : "error"; }

// The words for a message of which the trace has only the outline, in the place of `message`.
const cutWords = item => `message of ${bytesText(item.bytes)}, too large to show`;

const isDone = job => job.end !== Infinity;

class InspectorModel {
  constructor(changed) {
    this.changed = changed;
    this.index = new SpanIndex();
    this.reset();
  }

  reset() {
    // Items of the trace of kind wire.
    this.wire = new BoundedList(20000);
    // {epoch, seq, type, code, name, function, message, value, date, requestId, start}
    this.events = new BoundedList(10000);
    // {requestId, method, user, connection, start, end, durable, attempts, waits, state, waitingFor, next, lastError, …}
    this.jobs = new BoundedMap(25000, isDone);
    // Calls and callbacks that have no answer yet, by connection, direction and id.
    this.open = new BoundedMap(20000);
    // {number, transport, peer, isOpen, isOwn, calls}
    this.connections = new BoundedMap(2000, connection => !connection.isOpen);
    // Durations of the last syncs, in µs.
    this.syncs = new BoundedList(400);
    this.eventNames = new BoundedMap(12000);
    this.refusals = new BoundedList(500);
    this.gaps = 0;
    this.platformClock = null;
    this.hasLines = false;
    this.index.clear();
  }

  // The time of now, or the last line of a recording.
  get now() { return this.hasLines ? this.index.last + 1 : Date.now() * 1000; }

  timeText(time, digits = 3) { return this.hasLines ? `line ${Math.max(1, Math.round(time))}` : clockText(time, digits); }
  spanText(time) { return this.hasLines ? plural(Math.round(time), "line") : durationText(time); }
  momentText(time) { return this.hasLines ? `line ${Math.round(time)}` : dateText(time); }

  connectionOf(number) {
    let connection = this.connections.get(number);
    if (!connection) {
      connection = { number, transport: null, peer: null, isOpen: true, calls: 0 };
      this.connections.set(number, connection);
    }
    return connection;
  }

  // Takes an item of the trace. `ownPrefix` begins the ids of this page's calls, which are not shown.
  takeTrace(item, ownPrefix) {
    if (item.kind === "job") return this.takeStep(item);
    if (item.kind !== "wire") return;
    const connection = this.connectionOf(item.connection);
    if (item.transport) connection.transport = item.transport;
    if (item.event === "opened") {
      connection.peer = item.peer ?? null;
      connection.isOpen = true;
    }
    if (item.event === "closed") {
      connection.isOpen = false;
      this.endOpen(item);
    }
    const messages = item.event === "message" ? [item.message ?? item.outline].flat().filter(Boolean) : [];
    if (ownPrefix && messages.some(message => textOf(message.id)?.startsWith(ownPrefix))) connection.isOwn = true;
    if (connection.isOwn) return;
    this.wire.push(item);
    if (item.event === "message") {
      if (messages.length === 0) this.addInstant(item, item.fault ? `unreadable message: ${item.fault}` : cutWords(item), item.fault ? "error" : "event");
      for (const message of messages) this.takeMessage(item, message);
    } else if (item.event !== "inputEnded") {
      const words = { opened: "opened", closed: "closed", dropped: "a message had no room", fault: `cannot be read: ${item.fault}` };
      this.addInstant(item, words[item.event] ?? textOf(item.event), item.event === "fault" || item.event === "dropped" ? "error" : "event");
    }
    this.changed("trace");
  }

  // Ends the calls and callbacks of a closed connection: nothing answers them any more.
  endOpen(item) {
    for (const [key, span] of this.open) {
      if (span.connection !== item.connection) continue;
      this.open.delete(key);
      Object.assign(span, { end: item.at, tone: "event", isClosed: true });
      this.index.changed(span);
    }
  }

  connectionLane(number) {
    const transport = this.connections.get(number)?.transport;
    return this.index.lane("connection", number, `connection ${number}${transport ? ` · ${transport}` : ""}`);
  }

  addInstant(item, label, tone) {
    this.index.add(this.connectionLane(item.connection), {
      start: item.at, end: item.at, tone, label, kind: "message", connection: item.connection, messages: [item],
    });
  }

  takeMessage(item, message) {
    const isReceived = item.direction === "received";
    const key = side => `${item.connection} ${side} ${JSON.stringify(message.id)}`;
    if (typeof message.method === "string" && message.id !== undefined) {
      const lane = isReceived ? this.connectionLane(item.connection) : this.index.lane("callback", "", "callbacks");
      const span = {
        start: item.at, end: Infinity, tone: "open", label: message.method, kind: isReceived ? "call" : "callback",
        connection: item.connection, request: message, response: null, messages: [item], requestId: textOf(message.params?.requestId),
      };
      if (isReceived) this.connectionOf(item.connection).calls += 1;
      this.open.set(key(item.direction), span);
      this.index.add(lane, span);
    } else if (message.id !== undefined && message.method === undefined) {
      const name = key(isReceived ? "sent" : "received"), span = this.open.get(name);
      if (!span) return;
      this.open.delete(name);
      span.end = item.at;
      span.response = message;
      span.messages.push(item);
      span.tone = message.error || message.answer === "error" ? "error" : span.kind === "callback" && message.result === null ? "retry" : "ok";
      span.requestId = textOf(message.result?.requestId) ?? span.requestId;
      if (message.error && span.kind === "call") {
        const { code, message: text, data } = message.error;
        this.refusals.push({ at: item.at, method: span.label, error: { code: numberOf(code), message: textOf(text) ?? "", data: { ...data, reason: textOf(data?.reason) } }, span });
      }
      this.index.changed(span);
      this.takeAnswer?.(span, item);
    } else if (isReceived) {
      this.addInstant(item, `${textOf(message.method)} (notification)`, "event");
    } else if (message.method === "event" && message.params) {
      this.takeEvent(message.params, this.hasLines ? item.at : undefined);
    } else if (!item.message) this.addInstant(item, cutWords(item), "event");
  }

  // Returns the job of an id, which is made if it is unknown.
  job(requestId, facts = {}) {
    requestId = textOf(requestId) ?? "?";
    let job = this.jobs.get(requestId);
    if (!job) {
      job = {
        kind: "job", requestId, start: NaN, end: Infinity, attempts: [], attemptCount: 0, waits: [], state: "pending", tone: "open", lane: null, row: null,
      };
      this.jobs.set(requestId, job);
    }
    job.method ??= textOf(facts.method);
    if (job.user === undefined && facts.user !== undefined) {
      // The list of pending jobs does not name users: the lane of an earlier job is known later.
      job.user = textOf(facts.user);
      if (job.row) this.index.remove(job);
    }
    job.label = job.method ?? "job";
    return job;
  }

  // Puts a job that has a start on the timeline.
  place(job) {
    if (job.row || Number.isNaN(job.start)) return;
    const title = job.user ? `user ${shortened(job.user, 12)}` : job.user === null ? "no user" : this.hasLines ? "jobs" : "earlier jobs";
    this.index.add(this.index.lane("user", `${job.user}`, title), job);
  }

  moveStart(job, start) {
    if (job.row) this.index.remove(job);
    job.start = start;
  }

  // Takes an item of the trace of kind job.
  takeStep(item) {
    const job = this.job(item.requestId, item);
    if (Number.isNaN(job.start)) job.start = item.at;
    job.isTraced = true;
    switch (item.step) {
      case "accepted":
        this.moveStart(job, item.at);
        job.connection = item.connection;
        break;
      case "durable":
        job.durable = item.at;
        this.syncs.push(item.at - job.start);
        break;
      case "attempt":
        this.endWait(job, item.at);
        job.attempts.push({ number: item.attempt, start: item.at, end: Infinity });
        if (job.attempts.length > 200) job.attempts.shift();
        job.attemptCount = Math.max(job.attemptCount, item.attempt);
        job.next = null;
        break;
      case "answer": this.takeAttemptAnswer(job, item); break;
      case "waiting":
        this.endWait(job, item.at);
        job.waits.push({ from: item.at, to: Infinity, reason: textOf(item.waitingFor) });
        if (job.waits.length > 200) job.waits.shift();
        job.waitingFor = textOf(item.waitingFor);
        job.next = item.until ?? null;
        break;
      case "retried":
        job.end = Infinity;
        job.state = "pending";
        job.isRetryable = false;
        break;
      case "ended":
        this.end(job, item.at, item.state, item.eventCode);
        break;
    }
    this.refresh(job);
    this.changed("trace");
  }

  takeAttemptAnswer(job, item) {
    let attempt = job.attempts.findLast(attempt => attempt.number === item.attempt);
    if (!attempt) {
      attempt = { number: item.attempt, start: item.at - (item.durationUs ?? 0), end: Infinity };
      job.attempts.push(attempt);
    }
    attempt.end = item.at;
    attempt.httpCode = numberOf(item.httpCode);
    attempt.failure = textOf(item.failure);
    // The clock of the platform, in whole seconds, by the header Date of its answer.
    if (item.platformTime) this.platformClock = attempt.clock = item.at - item.platformTime;
    job.attemptCount = Math.max(job.attemptCount, item.attempt);
    job.httpCode = attempt.httpCode;
    this.index.add(this.index.lane("platform", "", "platform"), {
      start: Math.min(attempt.start, item.at), end: item.at, tone: toneOfAnswer(attempt),
      label: `${attempt.httpCode ?? "no answer"} ${job.label}`, kind: "answer", requestId: job.requestId, job, attempt,
    });
  }

  endWait(job, at) {
    const wait = job.waits.at(-1);
    if (wait && wait.to === Infinity) wait.to = at;
    job.waitingFor = null;
  }

  end(job, at, state, eventCode) {
    this.endWait(job, at);
    job.end = at;
    job.state = textOf(state) || "ended";
    job.eventCode = numberOf(eventCode) ?? job.eventCode;
    job.next = null;
    const attempt = job.attempts.at(-1);
    if (attempt && attempt.end === Infinity) attempt.end = at;
  }

  answered(job, response, httpCode) {
    job.httpCode = numberOf(httpCode) ?? numberOf(response?.httpCode) ?? job.httpCode;
    job.response = response ?? job.response;
  }

  // Brings the colour and the place of a job up to date.
  refresh(job) {
    job.tone = job.state === "delivered" ? "ok"
      : job.state === "pending" ? toneOfWait(job.waitingFor) : job.state === "cleared" ? "event" : "error";
    if (job.row) this.index.changed(job);
    else this.place(job);
    this.changed("jobs");
  }

  // Takes an item of outbox.list or outbox.get.
  takeListed(item) {
    const job = this.job(item.requestId, item), at = this.hasLines ? this.clock : timeOf(item.createdAt);
    if (Number.isNaN(job.start)) job.start = at;
    job.attemptCount = Math.max(job.attemptCount, numberOf(item.attempts) ?? 0);
    if (item.lastError) job.lastError = { code: numberOf(item.lastError.code), httpCode: numberOf(item.lastError.httpCode), message: textOf(item.lastError.message) };
    job.isRetryable = item.retryable;
    if (item.state === "pending") {
      if (isDone(job) && job.state !== "rejected") return;
      job.end = Infinity;
      job.state = "pending";
      job.next = item.nextAttemptAt ? timeOf(item.nextAttemptAt) : null;
      if (job.waitingFor !== item.waitingFor) {
        if (!job.isTraced) this.endWait(job, this.now);
        job.waitingFor = textOf(item.waitingFor);
        if (job.waitingFor && !job.isTraced) job.waits.push({ from: job.waits.length ? this.now : job.start, to: Infinity, reason: job.waitingFor });
      }
    } else {
      this.end(job, isDone(job) ? job.end : this.hasLines ? this.clock : timeOf(item.endedAt), item.state, item.outcome?.eventCode);
      this.answered(job, item.outcome?.response, item.lastError?.httpCode);
    }
    this.refresh(job);
  }

  // Takes an item of outcomes.list, or the parameters of the notification outcome.
  takeOutcome(item) {
    const job = this.job(item.requestId, item);
    if (Number.isNaN(job.start)) job.start = this.hasLines ? this.clock : timeOf(item.acceptedAt);
    this.end(job, isDone(job) ? job.end : this.hasLines ? this.clock : timeOf(item.endedAt), item.state, item.eventCode);
    job.eventName = textOf(item.name);
    this.answered(job, item.response, item.httpCode);
    job.attemptCount = Math.max(job.attemptCount, numberOf(item.attempts) ?? 0);
    this.refresh(job);
  }

  // Takes the parameters of the notification event. It may come by several ways.
  takeEvent(event, at) {
    const name = `${textOf(event.epoch)} ${textOf(event.seq)}`;
    if (this.eventNames.has(name)) return;
    this.eventNames.set(name, true);
    const sent = event;
    event = {
      ...event, code: numberOf(event.code), name: textOf(event.name), message: textOf(event.message) ?? "", requestId: textOf(event.requestId),
      start: at ?? timeOf(event.date),
    };
    this.events.push(event);
    const tone = event.type === "error" ? "error" : event.type === "retryError" ? "retry" : "event";
    this.index.add(this.index.lane("event", "", "events"), {
      start: event.start, end: event.start, tone, label: `${event.code} ${event.name}`, kind: "event", requestId: event.requestId, event, sent,
    });
    const job = event.requestId ? this.jobs.get(event.requestId) : null;
    if (job && tone !== "event") {
      job.lastError = { code: event.code, httpCode: numberOf(event.value?.response_with_http_code?.httpCode), message: event.message };
    }
    this.takeEventOfJob?.(event);
    this.changed("events");
  }
}

// Returns one of the last hundredths of the numbers in a list: 0.5 is the median.
function quantile(numbers, part) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * part)];
}
