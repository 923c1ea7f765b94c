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
function errorOf(job) { return textOf(job.response?.response?.errorText) || null; }

const toneWords = { ok: "good", error: "bad", retry: "warn" };

// Returns the result of a span and its tone.
function spanWords(span) {
  const tone = toneWords[span.tone] ?? "";
  switch (span.kind) {
    case "job": return { text: jobWords(span), tone: stateTone(span) };
    case "event": return { text: span.event.message, tone };
    case "answer": return { text: answerWords(span.attempt), tone };
    case "exchange": return { text: span.text, tone };
    case "call": case "callback": {
      if (!span.response) return { text: span.isClosed ? "no answer: the connection was closed" : "no answer yet", tone: "" };
      const { error, result, answer } = span.response, last = span.messages.at(-1);
      if (!last.message) return { text: `${answer}: ${cutWords(last)}`, tone };
      if (error) return { text: `${textOf(error.code)} ${textOf(error.message)}`, tone };
      return { text: span.kind === "callback" && result === null ? "the host answered null" : shortened(JSON.stringify(result) ?? "", 160), tone: span.tone === "retry" ? tone : "" };
    }
    default: return { text: "", tone };
  }
}

function linkToJob(requestId) {
  if (!requestId) return null;
  return action(requestId, () => showJob(app.model.job(requestId)), { class: "link mono" });
}

// Shows a span in the panel.
function showSpan(span) {
  const { model } = app, { kind, event, connection, request, response } = span;
  if (kind === "job") return showJob(span);
  if (span.job) return showJob(span.job);
  const words = spanWords(span), isInstant = span.start === span.end;
  const messages = request ? span.messages.map((item, index) => [index ? "Answer" : "Request", item.message && (index ? response : request), item])
    : span.messages ? span.messages.map(item => ["Message", item.message ?? item]) : [[event ? "Event" : "Answer", span.sent ?? span.outcome]];
  app.showDetail(`${kind === "callback" ? "Callback " : ""}${span.label}`,
    facts(["Result", words.text && h("span", { class: words.tone, text: words.text })], ["Time", model.momentText(span.start)],
      ["Took", isInstant ? null : span.end === Infinity ? "no answer yet" : model.spanText(span.end - span.start)],
      ["Connection", connection && `${connection} ${model.connections.get(connection)?.transport ?? ""}`], ["Job", linkToJob(span.requestId)]),
    h("div.bar", connection && action(`Only connection ${connection}`, () => app.select({ connection })),
      span.requestId && action("Only this job", () => selectJob(span))),
    messages.filter(([, message, item]) => message || item).map(([title, message, item]) => h("div", h("h3", title), message ? jsonPanel(message) : h("p.soft", capital(cutWords(item))))));
}

function selectJob({ requestId }) { app.select({ requestIds: new Set([requestId]) }); }

// Returns the steps of the life of a job: {at, text, tone}.
function lifeOf(job) {
  const { model } = app, steps = [], add = (at, text, tone) => steps.push({ at, text, tone });
  // A recording has no times, and so no durations.
  const after = (words, time) => model.hasLines ? "" : ` ${words} ${durationText(Math.max(0, time))}`;
  if (job.start) add(job.start, `Accepted${job.connection ? ` from connection ${job.connection}` : ""}`);
  if (job.durable) add(job.durable, `Durable: on the disk${after("after", job.durable - job.start)}`, "good");
  for (const attempt of job.attempts) {
    const isOpen = attempt.end === Infinity;
    add(attempt.start, `Attempt ${attempt.number}: ${isOpen ? "sent, no answer yet" : answerWords(attempt) + after("after", attempt.end - attempt.start)}`, isOpen ? "" : toneWords[toneOfAnswer(attempt)]);
  }
  for (const wait of job.waits) {
    const isOpen = wait.to === Infinity, words = waitWords[wait.reason] ?? `waits for ${wait.reason}`;
    add(wait.from, words.replace("waits", isOpen ? "Waits" : "Waited") + (isOpen ? "" : after("for", wait.to - wait.from)), isOpen ? "warn" : "");
  }
  const unseen = job.attemptCount - job.attempts.length;
  if (unseen > 0) add(job.attempts.length ? job.attempts[0].start - 1 : job.start + 1, `${plural(unseen, "attempt")} that this page has not seen`);
  steps.sort((one, other) => one.at - other.at);
  if (job.state !== "pending") {
    const words = stateWords[job.state] ?? job.state, code = job.eventCode ? `, event ${job.eventCode} ${job.eventName ?? ""}` : "";
    add(job.end, capital(words) + code.trimEnd() + (job.start ? after(", in all", job.end - job.start).slice(1) : ""), stateTone(job));
  } else if (job.next) steps.push({ at: job.next, text: `Next attempt${after("in", job.next - model.now)}`, isFuture: true });
  return steps;
}

// The name of a program stays as it is.
const capital = text => text.startsWith("altcraft-bridge") ? text : text.slice(0, 1).toUpperCase() + text.slice(1);

let shownJob = null;

// Shows the life of a job, and keeps it up to date.
function showJob(job) {
  const life = h("ol.life"), state = h("p"), row = h("div.bar"), answer = h("div");
  shownJob = { job, life, state, row, answer, text: "" };
  app.showDetail(`${job.label} ${shortened(job.requestId, 13)}`, state,
    facts(["Job", h("span.mono", job.requestId)], ["User", job.user ?? (job.user === null ? "none: the resource token" : "unknown to this page")]),
    row, h("div", h("h3", "History"), life), answer);
  refreshJob();
  app.changed("jobs");
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
  } catch {}
}

function refreshJob() {
  if (!shownJob?.life.isConnected) return;
  const { job, life, state, row, answer } = shownJob, words = jobWords(job);
  setText(state, capital(words).replace(/\.?$/, "."));
  state.className = stateTone(job);
  const steps = lifeOf(job);
  fill(life, steps.map(step => h("li", { class: step.isFuture ? "future" : null },
    h("time.mono.soft", app.model.timeText(step.at)), h("span", { class: step.tone, text: step.text }))));
  const text = `${job.state} ${job.isRetryable} ${app.canControl} ${Boolean(job.response)}`;
  if (shownJob.text === text) return;
  shownJob.text = text;
  fill(row,
    action("Only this job", () => selectJob(job)),
    app.pane?.id !== "timeline" && action("Show on the timeline", () => showOnTimeline(job)), jobActions(job));
  fill(answer, job.response && [h("h3", "Answer of the platform"), jsonPanel(job.response)]);
}

function showOnTimeline(job) {
  app.showPane("timeline");
  const end = job.end === Infinity ? app.model.now : job.end, margin = Math.max((end - job.start) * 0.15, app.model.hasLines ? 3 : 500);
  timeline.focused = job;
  setView(job.start - margin, end + margin);
  selectJob(job);
}
