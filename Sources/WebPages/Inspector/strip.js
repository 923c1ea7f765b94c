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
  if (tone) cell.dataset.tone = tone;
  else delete cell.dataset.tone;
  setText(value, text);
  cell.title = title;
}

function updateStrip(changes) {
  if (changes.has("source")) rateSamples.length = 0;
  const [live, liveTone] = liveWords();
  setStrip("live", live, liveTone);
  const { stats, readiness, model } = app;
  setStrip("storage", ...storageWords(readiness));
  if (stats) {
    const { pending, bytes, oldestPendingAt } = stats.outbox;
    setStrip("pending", `${countText(pending)}${pending ? ` (${bytesText(bytes)})` : ""}`);
    const age = Date.now() * 1000 - timeOf(oldestPendingAt);
    setStrip("oldest", oldestPendingAt ? durationText(Math.max(0, age)) : "none", age > 600e6 ? "warn" : undefined,
      oldestPendingAt ? `accepted ${dateText(timeOf(oldestPendingAt))}` : "");
    setStrip("rate", rateText());
  } else if (app.isRecording) {
    const jobs = [...model.jobs.values()], pending = jobs.filter(job => job.state === "pending");
    setStrip("pending", countText(pending.length));
    setStrip("oldest", pending.length ? model.timeText(Math.min(...pending.map(job => job.start)), 0) : "none");
    setStrip("rate", `${plural(jobs.length, "job")} in the file`);
  }
  const syncs = model.syncs.items;
  setStrip("sync", syncs.length ? `${durationText(quantile(syncs, 0.5))}, p99 ${durationText(quantile(syncs, 0.99))}` : "no job yet",
    undefined, "The time from the acceptance of a job until it was on the disk: the median and the 99th percentile.");
}

function liveWords() {
  switch (app.state) {
    case "open": return ["live", "good"];
    case "connecting": return ["connecting …", "warn"];
    case "waiting": return ["lost, connecting again …", "bad"];
    case "refused": return ["no access", "bad"];
    case "recording": return ["recording"];
    default: return ["not connected"];
  }
}

function storageWords(readiness) {
  if (app.isRecording || !readiness) return ["–"];
  if (readiness.isReady) return ["accepts jobs", "good"];
  const words = { noSpace: "disk full", readOnly: "disk read-only", ioError: "disk fails" };
  return [words[readiness.cause] ?? "refuses jobs", "bad", readiness.text];
}
