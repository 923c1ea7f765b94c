// The strip above the panes: one look at the state of the bridge.

// The counters of the last ten seconds, for the rates.
const rateSamples = [];

function noteRates() {
  const { accepted, delivered } = app.stats.outbox, at = performance.now();
  const last = rateSamples.at(-1);
  if (last && accepted < last.accepted) rateSamples.length = 0;
  rateSamples.push({ at, accepted, delivered });
  while (rateSamples.length > 2 && at - rateSamples[0].at > 10500) rateSamples.shift();
}

function rateText() {
  const first = rateSamples[0], last = rateSamples.at(-1);
  if (!first || last.at - first.at < 500) return "–";
  const perSecond = name => {
    const rate = (last[name] - first[name]) * 1000 / (last.at - first.at);
    return rate >= 10 || rate === 0 ? countText(Math.round(rate)) : rate.toFixed(1);
  };
  return `${perSecond("accepted")}/s in, ${perSecond("delivered")}/s out`;
}

function setStrip(name, text, tone, title = "") {
  const cell = document.querySelector(`[data-strip="${name}"]`), value = cell.lastElementChild;
  cell.dataset.tone = tone ?? "";
  setText(value, text);
  cell.title = title;
}

function updateStrip(changes) {
  const { stats, model } = app;
  if (changes.has("source")) rateSamples.length = 0;
  const [words, tone] = liveWords[app.state];
  setStrip("live", app.state === "open" && app.since ? `${words} since ${clockText(app.since, 0)}` : words, tone, "Calls and callbacks are shown from then on");
  byId("strip").classList.toggle("stale", !["open", "recording"].includes(app.state));
  setStrip("storage", ...storageWords(app.readiness));
  if (stats) {
    const { pending, bytes, oldestPendingAt } = stats.outbox, oldest = timeOf(oldestPendingAt), age = app.statsAt - oldest;
    setStrip("pending", `${countText(pending)}${pending ? ` (${bytesText(bytes)})` : ""}`);
    setStrip("oldest", oldestPendingAt ? durationText(Math.max(0, age)) : "none", age > 600e6 ? "warn" : "", oldestPendingAt ? `accepted ${dateText(oldest)}` : "");
    setStrip("rate", rateText());
  } else if (app.isRecording) {
    const jobs = [...model.jobs.values()], pending = jobs.filter(job => job.state === "pending");
    setStrip("pending", `${countText(pending.length)} of ${plural(jobs.length, "job")}`);
    setStrip("oldest", pending.length ? model.timeText(pending[0].start) : "none");
    setStrip("rate", "–");
  }
  const { items } = model.syncs;
  setStrip("sync", items.length ? `${durationText(quantile(items, 0.5))}, p99 ${durationText(quantile(items, 0.99))}` : "–", "", "Until a job is on the disk: median and 99th percentile");
}

const liveWords = {
  open: ["live", "good"], connecting: ["connecting …", "warn"], waiting: ["lost, connecting …", "bad"], refused: ["no access", "bad"],
  recording: ["recording"], none: ["not connected"],
};

function storageWords(readiness) {
  if (app.isRecording || !readiness) return ["–"];
  if (readiness.isReady) return ["accepts jobs", "good"];
  const words = { noSpace: "disk full", readOnly: "disk read-only", ioError: "disk fails" };
  return [words[readiness.cause] ?? "refuses jobs", "bad", readiness.text];
}
