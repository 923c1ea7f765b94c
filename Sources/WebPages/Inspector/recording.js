// A recording of `serve --record`, opened from a file: everything is shown, nothing can be called. A recording has no
// times: its lines are the times.

class RecordingError extends Error {}

// Returns {facts, items} of the text of a file: items as the trace has them, with `at`, or exchanges {kind: "http", …}.
// Throws a RecordingError, whose message is for the reader.
function parseRecording(text) {
  const lines = text.split("\n");
  if (!lines[0].startsWith("altcraft-bridge recording ")) {
    throw new RecordingError(`This is not a recording of altcraft-bridge serve --record: it begins with “${shortened(lines[0], 40)}”.`);
  }
  const items = [], sessions = [];
  lines.forEach((line, index) => {
    const at = index + 1;
    if (line === "" || line.startsWith("#")) return;
    const head = /^altcraft-bridge recording (\d+) (.*)$/.exec(line);
    if (head) {
      if (head[1] !== "1") throw new RecordingError(`The recording has another format, ${head[1]}.`);
      return sessions.push(parsedJSON(head[2]));
    }
    const item = parseRecordedLine(line, at, sessions.length);
    if (!item) throw new RecordingError(`Line ${at} cannot be read: “${shortened(line, 40)}”.`);
    items.push(item);
  });
  return { facts: sessions[0], items };
}

// The connections of a later process get numbers of their own.
function parseRecordedLine(line, at, session) {
  const [first, second = ""] = line.split(" ", 2);
  if (first === "http") {
    const [, method, path] = line.split(" ", 3), outcome = parsedJSON(line.slice(`http ${method} ${path} `.length));
    return outcome && { kind: "http", at, method, path, outcome };
  }
  if (first === "lost") return { kind: "lost", at, count: Number(second) };
  const number = Number(first);
  if (!Number.isInteger(number) || number < 1) return null;
  const connection = number + (session - 1) * 100000, rest = line.slice(first.length + second.length + 2);
  const wire = { kind: "wire", at, connection };
  switch (second) {
    case "open": return { ...wire, event: "opened", transport: rest };
    case "-->": case "<--": {
      const message = parsedJSON(rest);
      return { ...wire, event: "message", direction: second === "-->" ? "received" : "sent", bytes: rest.length, message: message ?? null, fault: message === undefined ? "not JSON" : undefined };
    }
    case "tooLong": case "malformedHeader": case "foreignProtocol":
      return { ...wire, event: "fault", fault: `${second} ${rest}` };
    case "end": return { ...wire, event: "inputEnded" };
    case "close": return { ...wire, event: "closed" };
    default: return null;
  }
}

// Fills the model with the content of a recording. The file has no steps of jobs: they follow from the answers and events.
function playRecording({ items }, model) {
  model.reset();
  model.hasLines = true;
  let exchange = null;
  model.takeAnswer = (span, item) => takeRecordedAnswer(span, item, model);
  model.takeEventOfJob = event => {
    takeRecordedEvent(event, exchange, model);
    if (event.requestId) exchange = null;
  };
  for (const item of items) {
    model.clock = item.at;
    if (item.kind === "wire") takeRecorded(item, model);
    else if (item.kind === "lost") model.gaps += item.count || 1;
    else if (item.kind === "http") {
      exchange = item;
      const { failure, body } = item.outcome, status = numberOf(item.outcome.status);
      model.index.add(model.index.lane("platform", "", "platform"), {
        start: item.at, end: item.at, tone: toneOfAnswer({ httpCode: status }), kind: "exchange", outcome: item.outcome,
        label: `${status ?? "no answer"} ${item.method} ${item.path}`, text: status ? `HTTP ${status}${body?.error_text ? `: ${textOf(body.error_text)}` : ""}` : `no answer: ${textOf(failure)}`,
      });
    }
  }
  model.takeAnswer = model.takeEventOfJob = null;
}

// A message may be anything, whatever its names promise.
function takeRecorded(item, model) {
  try { model.takeTrace(item, null); } catch { model.gaps += 1; }
}

function takeRecordedAnswer(span, item, model) {
  const { result } = span.response, method = span.label;
  if (!result || span.kind !== "call") return;
  if (method === "outbox.get") return model.takeListed(result);
  if (method === "outbox.list") return result.items?.forEach(job => model.takeListed(job));
  if (method === "outcomes.list") return result.outcomes?.forEach(outcome => model.takeOutcome(outcome));
  if (typeof result.requestId !== "string" || method.includes(".") && !method.startsWith("nse.")) return;
  const job = model.job(result.requestId, { method });
  job.method = job.label = method;
  if (!(job.start <= span.start)) model.moveStart(job, span.start);
  job.connection = span.connection;
  if (result.outcome && result.outcome.state !== "pending") {
    if (job.end === Infinity) model.end(job, item.at, result.outcome.state, result.outcome.eventCode);
    model.answered(job, result.outcome.response);
  }
  model.refresh(job);
}

function takeRecordedEvent(event, exchange, model) {
  if (!event.requestId || event.type === "event" && event.code < 230) return;
  const job = model.job(event.requestId), at = event.start, response = event.value?.response_with_http_code ?? null;
  if (Number.isNaN(job.start)) job.start = exchange?.at ?? at;
  if (response || event.code === 500) {
    model.endWait(job, exchange?.at ?? at);
    job.attemptCount += 1;
    job.attempts.push({ number: job.attemptCount, start: exchange?.at ?? at, end: at, httpCode: numberOf(response?.httpCode), failure: response ? null : event.message });
  }
  if (event.type === "retryError") {
    model.endWait(job, at);
    const reason = { 503: "user", 504: "permission", 502: "token" }[event.code] ?? "retry";
    job.waits.push({ from: at, to: Infinity, reason });
    job.waitingFor = reason;
    model.answered(job, response);
    job.lastError = { code: event.code, httpCode: job.httpCode, message: event.message };
  } else if (response || event.code >= 600) {
    const state = event.code >= 600 ? { 600: "expired", 601: "cleared", 602: "lost" }[event.code] : event.type === "error" ? "rejected" : "delivered";
    if (job.end === Infinity) model.end(job, at, state ?? "cleared", event.code);
    job.eventName = textOf(event.name);
    model.answered(job, response);
  }
  model.refresh(job);
}

// Opens a file on the page.
async function openRecording(file) {
  let recording;
  try {
    recording = parseRecording(await file.text());
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return app.showDetail("The file cannot be opened", h("p.bad", error.message));
  }
  app.state = "recording";
  app.connection?.socket?.close();
  Object.assign(app, { stats: null, info: null, readiness: null, listed: null, problem: null });
  app.select(null);
  app.hideDetail();
  playRecording(recording, app.model);
  setText(byId("source"), `${file.name}, bridge ${textOf(recording.facts?.version)}`);
  app.changed("state");
  app.changed("source");
  announce(`Opened ${file.name}.`);
}

function connectRecordings() {
  const input = byId("recording-file");
  byId("open-recording").addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    if (input.files[0]) openRecording(input.files[0]);
    input.value = "";
  });
  for (const type of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(type, event => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      document.body.classList.toggle("dropping", type === "dragover");
      if (type === "drop") openRecording(event.dataTransfer.files[0]);
    });
  }
}
