// The words for a span, and the panel with the whole message or the life of a job.

const stateWords = { rejected: "rejected by the platform", expired: "expired: its time to live was over", lost: "lost to a damaged file" };

function stateTone(job) {
  if (job.state === "delivered") return "good";
  if (job.state === "pending") return job.waitingFor || job.attemptCount > 1 ? "warn" : "";
  return job.state === "cleared" ? "" : "bad";
}

// Returns the words for the answer to an attempt.
function answerWords(attempt) {
  if (attempt.httpCode) return `HTTP ${attempt.httpCode}`;
  return attempt.failure ? `no answer: ${attempt.failure}` : "no answer";
}

// Returns the state of a job in a sentence.
function jobWords(job) {
  if (job.state !== "pending") {
    const code = job.httpCode && job.state !== "delivered" ? `, HTTP ${job.httpCode}` : "";
    const why = job.state === "rejected" && (errorOf(job) || job.lastError?.message);
    return `${stateWords[job.state] ?? job.state}${code}${why ? `: ${why}` : ""}`;
  }
  const parts = [];
  if (job.waitingFor) parts.push(waitWords[job.waitingFor] ?? `waits for ${job.waitingFor}`);
  else parts.push(job.attempts.at(-1)?.end === Infinity ? "is being sent" : "is next");
  if (job.attemptCount) parts.push(`after ${plural(job.attemptCount, "attempt")}`);
  if (job.next) parts.push(nextWords(job));
  if (job.lastError) parts.push(job.lastError.message);
  return parts.join(", ");
}

function nextWords(job) {
  const wait = job.next - app.model.now;
  return `next at ${app.model.timeText(job.next, 0)}${wait > 0 && !app.model.hasLines ? `, in ${durationText(wait)}` : ""}`;
}

// Returns the text of the platform's error, or null.
function errorOf(job) { return job.response?.response?.errorText || null; }

// Returns the result of a span and its tone.
function spanWords(span) {
  switch (span.kind) {
    case "job": return { text: jobWords(span), tone: stateTone(span) };
    case "event": return { text: span.event.message, tone: span.tone === "error" ? "bad" : span.tone === "retry" ? "warn" : "" };
    case "answer": return { text: answerWords(span.attempt), tone: span.tone === "ok" ? "good" : span.tone === "error" ? "bad" : "warn" };
    case "exchange": return { text: span.text, tone: span.tone === "ok" ? "good" : span.tone === "error" ? "bad" : "warn" };
    case "call": case "callback": {
      if (!span.response) return { text: span.end === Infinity ? "no answer yet" : "no answer", tone: "" };
      const { error, result } = span.response;
      if (error) return { text: `${error.code} ${error.message}`, tone: "bad" };
      if (span.kind === "callback" && result === null) return { text: "the host answered null", tone: "warn" };
      return { text: shortened(JSON.stringify(result) ?? "", 160), tone: "" };
    }
    default: return { text: "", tone: span.tone === "error" ? "bad" : "" };
  }
}

function linkToJob(requestId) {
  if (!requestId) return null;
  return action(requestId, () => showJob(app.model.job(requestId)), { class: "link mono" });
}

// Shows a span in the panel.
function showSpan(span) {
  const { model } = app;
  if (span.kind === "job") return showJob(span);
  if (span.kind === "answer" && span.job) return showJob(span.job);
  if (span.kind === "event") {
    const { event } = span;
    return app.showDetail(`Event ${event.code} ${event.name}`,
      h("p", { text: event.message }),
      facts(["Time", dateText(timeOf(event.date))], ["Number", `${event.seq} of run ${event.epoch}`], ["Class", event.type], ["Function", event.function], ["Job", linkToJob(event.requestId)]),
      h("div", null, h("h3", { text: "Event" }), jsonPanel(Object.fromEntries(Object.entries(event).filter(([name]) => name !== "start")))));
  }
  if (span.kind === "exchange") {
    return app.showDetail(span.label, h("p", { text: span.text }), h("div", null, h("h3", { text: "Answer" }), jsonPanel(span.outcome)));
  }
  const words = spanWords(span), connection = model.connections.get(span.connection);
  const rows = facts(
    ["Connection", `${span.connection}${connection?.transport ? `, ${connection.transport}` : ""}`],
    [span.kind === "callback" ? "Asked" : "Received", model.momentText(span.start)],
    ["Took", span.end === Infinity ? "no answer yet" : span.end > span.start ? model.spanText(span.end - span.start) : null],
    ["Result", words.text && h("span", { class: words.tone, text: words.text })], ["Job", linkToJob(span.requestId)]);
  const messages = span.request
    ? [["Request", span.request], ["Answer", span.response]] : span.messages.map(item => ["Message", item.message ?? { bytes: item.bytes, fault: item.fault, event: item.event, peer: item.peer }]);
  app.showDetail(`${span.kind === "callback" ? "Callback " : ""}${span.label}`, rows,
    h("div", { class: "bar" },
      action(`Only connection ${span.connection}`, () => app.select({ connection: span.connection })),
      span.requestId && action("Only this job", () => app.select({ requestIds: new Set([span.requestId]) }))),
    messages.filter(([, message]) => message).map(([title, message]) => h("div", null, h("h3", { text: title }), jsonPanel(message))));
}

// Returns the steps of the life of a job: {at, text, tone}.
function lifeOf(job) {
  const { model } = app, steps = [];
  const text = time => model.spanText(Math.max(0, time));
  if (!Number.isNaN(job.start)) {
    steps.push({ at: job.start, text: `Accepted${job.connection !== null ? ` from connection ${job.connection}` : ""}` });
  }
  if (job.durable) steps.push({ at: job.durable, text: `Durable: on the disk after ${text(job.durable - job.start)}`, tone: "good" });
  for (const attempt of job.attempts) {
    const isFine = attempt.httpCode >= 200 && attempt.httpCode < 300;
    steps.push({
      at: attempt.start, tone: attempt.end === Infinity ? "" : isFine ? "good" : attempt.httpCode && attempt.httpCode < 500 ? "bad" : "warn",
      text: `Attempt ${attempt.number}: ${attempt.end === Infinity ? "sent, no answer yet" : `${answerWords(attempt)}${model.hasLines ? "" : ` after ${text(attempt.end - attempt.start)}`}`}`,
    });
  }
  for (const wait of job.waits) {
    const took = wait.to === Infinity ? "" : model.hasLines ? "" : ` for ${text(wait.to - wait.from)}`;
    const words = (waitWords[wait.reason] ?? `waits for ${wait.reason}`).replace(/^waits/, wait.to === Infinity ? "Waits" : "Waited");
    steps.push({ at: wait.from, text: `${words}${took}`, tone: wait.to === Infinity ? "warn" : "" });
  }
  const seen = job.attempts.length;
  if (job.attemptCount > seen) {
    steps.push({ at: seen ? job.attempts[0].start - 1 : job.start + 1, text: `${plural(job.attemptCount - seen, "attempt")} ${seen ? "more" : ""} that this page has not seen`.replace("  ", " ") });
  }
  steps.sort((one, other) => one.at - other.at);
  if (job.state === "pending") {
    if (job.next) steps.push({ at: job.next, text: `Next attempt${model.hasLines ? "" : `, in ${durationText(Math.max(0, job.next - model.now))}`}`, isFuture: true });
  } else {
    const code = job.eventCode ? `, event ${job.eventCode}${job.eventName ? ` ${job.eventName}` : ""}` : "";
    const total = Number.isNaN(job.start) || model.hasLines ? "" : `, ${text(job.end - job.start)} after it was accepted`;
    const words = stateWords[job.state] ?? job.state;
    steps.push({ at: job.end, text: `${words[0].toUpperCase()}${words.slice(1)}${code}${total}`, tone: stateTone(job) });
  }
  return steps;
}

let shownJob = null;

// Shows the life of a job, and keeps it up to date.
function showJob(job) {
  const life = h("ol", { class: "life" }), state = h("p"), row = h("div", { class: "bar" }), answer = h("div");
  shownJob = { job, life, state, row, answer, text: "" };
  app.showDetail(`${job.label} ${shortened(job.requestId, 13)}`, state,
    facts(["Job", h("span", { class: "mono", text: job.requestId })], ["User", job.user ?? (job.user === null ? "none: the resource token" : null)], ["App group", job.appGroup]),
    row, h("div", null, h("h3", { text: "What happened" }), life), answer);
  refreshJob();
  if (app.state === "open" && job.state !== "pending" && !job.response) readJob(job);
}

// Reads the answer of the platform, which the lists do not have.
async function readJob(job) {
  try {
    const item = await app.call("outbox.get", { requestId: job.requestId });
    if (!item) return;
    job.response = item.outcome?.response ?? job.response;
    app.model.takeListed(item);
    refreshJob();
  } catch { /* The panel then shows what is known. */ }
}

function refreshJob() {
  if (!shownJob?.life.isConnected) return;
  const { job, life, state, row, answer } = shownJob, words = jobWords(job);
  setText(state, words[0].toUpperCase() + words.slice(1) + ".");
  state.className = stateTone(job);
  const steps = lifeOf(job);
  fill(life, steps.map(step => h("li", { class: step.isFuture ? "future" : null },
    h("time", { class: "mono soft", text: app.model.timeText(step.at) }), h("span", { class: step.tone, text: step.text }))));
  const text = `${job.state} ${job.isRetryable} ${app.canControl} ${Boolean(job.response)}`;
  if (shownJob.text === text) return;
  shownJob.text = text;
  fill(row,
    action("Only this job", () => app.select({ requestIds: new Set([job.requestId]) })),
    app.pane?.id !== "timeline" && action("Show on the timeline", () => showOnTimeline(job)), jobActions(job));
  fill(answer, job.response && [h("h3", { text: "Answer of the platform" }), jsonPanel(job.response)]);
}

function showOnTimeline(job) {
  app.showPane("timeline");
  const end = job.end === Infinity ? app.model.now : job.end, margin = Math.max((end - job.start) * 0.15, app.model.hasLines ? 3 : 500);
  timeline.focused = job;
  setView(job.start - margin, end + margin);
  app.select({ requestIds: new Set([job.requestId]) });
}
