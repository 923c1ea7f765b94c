// The list of what needs attention: problems that the page recognises, in words, with the reason and the next step.

const recent = 300e6;

// Returns the problems, the most serious first: {id, tone, title, advice, text, act}.
function findProblems() {
  const { model } = app, now = model.now, pending = [], rejected = [];
  for (const job of model.jobs.values()) {
    if (job.state === "pending") pending.push(job);
    else if (job.state === "rejected" && (job.isRetryable || model.hasLines || now - job.end < 3600e6)) rejected.push(job);
  }
  const isRecent = time => model.hasLines || now - time < recent;
  const facts = {
    now, pending, rejected,
    events: model.events.last(300).filter(event => isRecent(event.start)),
    refusals: model.refusals.last(300).filter(refusal => isRecent(refusal.at)),
  };
  return [pageProblems, storageProblems, configurationProblems, deliveryProblems, waitProblems, laneProblems, rejections, clockProblems, callProblems]
    .flatMap(find => find(facts));
}

function problem(id, tone, title, advice, text, act) { return { id, tone, title, advice, text, act }; }

function searchAct(query) {
  return () => {
    app.select(null);
    app.showPane("work");
    work.input.value = query;
    app.changed("jobs");
  };
}

const errorOfJob = job => textOf(job.lastError?.message ?? job.attempts.at(-1)?.failure) ?? "";

function pageProblems() {
  const found = [];
  const refusal = app.connection?.refusal;
  if (app.state === "refused") found.push(problem("access", "bad", `This page has no access${refusal ? "" : " any more"}.`, `${refusal ? capital(refusal) : "The bridge was restarted"}. Run altcraft-bridge inspect again.`));
  else if (app.state !== "open" && app.info) found.push(problem("lost", "bad", "The bridge does not answer.", "The page connects again by itself. After a restart of the bridge, run altcraft-bridge inspect again."));
  if (app.problem) found.push(problem("problem", "bad", "The page cannot read the bridge.", app.problem));
  if (app.model.gaps) found.push(problem("gaps", "warn", "Some messages are missing on this page.", "There were more than it could read. Outcomes of jobs are complete."));
  return found;
}

function storageProblems({ now, events, refusals, pending }) {
  const found = [], { readiness, stats, info } = app, failures = events.filter(event => event.code === 403);
  const last = failures.findLast(event => event.value?.cause)?.value.cause;
  const refused = refusals.findLast(({ at, error }) => error.data?.reason === "storageFailed" && (app.model.hasLines || now - at < 60e6))?.error.data.cause;
  const cause = readiness && !readiness.isReady ? readiness.cause ?? "ioError" : refused ?? (readiness || last === "recovered" ? null : last);
  if (cause) {
    const [state, remedy] = { noSpace: ["is full", "Free some space"], readOnly: ["is read-only", "Mount it writable"] }[cause] ?? ["fails", "Check it"];
    found.push(problem("storage", "bad", `The disk ${state}: the bridge refuses new jobs.`,
      `${remedy}${info ? ` (data directory ${info.dataDir})` : ""}. The bridge tries again by itself. Accepted jobs are safe; calls that got storageFailed must be repeated.`));
  }
  const damage = failures.findLast(event => event.value?.lost);
  if (damage) found.push(problem("damage", "bad", "A file of the outbox was damaged.", `${damage.message}. Check the disk; altcraft-bridge outbox verify shows the place.`));
  const full = refusals.findLast(refusal => refusal.error.data?.reason === "outboxFull")?.error.data;
  const part = name => stats?.outbox[name === "outboxBytes" ? "bytes" : "pending"] / info?.limits[name];
  const limit = full?.limit ?? ["outboxRecords", "outboxBytes"].find(name => part(name) >= 0.95);
  if (limit) {
    const isFull = full || part(limit) >= 1;
    found.push(problem("full", isFull ? "bad" : "warn", isFull ? "The outbox is full: the bridge refuses new jobs (outboxFull)." : "The outbox is nearly full.",
      `${plural(stats?.outbox.pending ?? pending.length, "job is", "jobs are")} pending; the limit ${limit} is ${countText(full?.max ?? info.limits[limit])}. Find out what the jobs wait for. More room: serve --limit ${limit}=NUMBER.`,
      "Show them", searchAct("state:pending")));
  }
  return found;
}

function configurationProblems({ pending }) {
  // Jobs that wait for a configuration are a problem of their own.
  return app.stats?.platform.url !== null || pending.some(job => job.waitingFor === "configuration") ? [] : [problem("configuration", "warn",
    "No host has configured this bridge yet.", "A host calls initialization with the apiUrl of the platform. Until then nothing is sent.")];
}

function deliveryProblems({ pending }) {
  // While a job is tried again it waits for nothing: its last error is that of an attempt, 500 or 53x.
  const failed = pending.filter(job => job.waitingFor === "retry" || !job.waitingFor && /^5(00|3.)$/.test(job.lastError?.code));
  const job = failed.reduce((one, other) => (other.attempts.at(-1)?.end ?? 0) >= (one?.attempts.at(-1)?.end ?? 0) ? other : one, null);
  const platform = app.stats?.platform, message = job ? errorOfJob(job) : "";
  if (!job && platform?.state !== "unreachable") return [];
  const why = message && `${capital(message).replace(/\.$/, "")}. `, show = ["Show them", searchAct("wait:retry")];
  // The message of an attempt without an answer begins with the step that failed.
  const step = message.match(/^(libcurl|proxy|tls)\b/)?.[1];
  if (step === "libcurl") {
    return [problem("library", "bad", "libcurl is missing: jobs are stored, but not sent.", `${why}The bridge then sends by itself.`, ...show)];
  }
  const http = job?.lastError?.httpCode ?? job?.attempts.at(-1)?.httpCode;
  const advice = http ? "The bridge tries again until the platform works."
    : step === "proxy" ? "Check the proxy of the bridge: serve --proxy, https_proxy."
    : step === "tls" ? "Check the clock of this machine, and its CA certificates."
    : `Check that ${platform?.url ?? "its address"} is right and reachable from here: altcraft-bridge doctor.`;
  const title = http ? `The platform answers with errors (HTTP ${http}).`
    : step === "proxy" ? "The proxy does not let requests through." : "The platform cannot be reached.";
  return [problem("platform", "bad", title,
    `${why}${failed.length ? `${plural(failed.length, "job waits", "jobs wait")} for the next attempt; nothing is lost. ` : ""}${advice}`, ...show)];
}

function waitProblems({ pending, events }) {
  const texts = [...pending.filter(job => job.waitingFor === "user").map(errorOfJob), ...events.filter(event => event.code >= 540 && event.code <= 543).map(event => event.message)].filter(Boolean);
  const isExpired = texts.some(text => text.includes("expired"));
  const reasons = {
    user: ["a valid JWT of the user", isExpired
      ? "The JWT has expired, and the host returned no other. It must answer provider.getJWT with a new one, or pass one to setJWTProvider. Check also that the clock is right."
      : `${texts.length ? `${texts.at(-1)}. ` : ""}A host must call setJWTProvider and answer provider.getJWT, with a JWT of the user to whom the jobs belong.`],
    token: ["a push token", "There is none. The host calls setPushToken, or registers a provider, such as setFCMTokenProvider, and answers provider.getToken."],
    permission: ["the permission to notify", "The user denied notifications, or was not asked. The host calls requestNotificationPermission, or notificationManager.setPermission."],
    configuration: ["a configuration", "This app group has none. The host calls initialization with the apiUrl of the platform."],
  };
  return Object.entries(reasons).flatMap(([reason, [what, advice]]) => {
    const count = pending.filter(job => job.waitingFor === reason).length;
    return count ? [problem(`wait-${reason}`, "warn", `${plural(count, "job waits", "jobs wait")} for ${what}.`, advice, "Show them", searchAct(`wait:${reason}`))] : [];
  });
}

function laneProblems({ pending }) {
  const behind = new Map();
  const heads = pending.filter(job => job.waitingFor !== "lane").sort((one, other) => one.start - other.start);
  // The user of an earlier job is unknown: it may belong to any lane, if there are several.
  for (const job of pending) if (job.waitingFor === "lane" && (job.user !== undefined || heads.length === 1)) behind.set(job.user, (behind.get(job.user) ?? 0) + 1);
  return [...behind].sort((one, other) => other[1] - one[1]).slice(0, 3).flatMap(([user, count]) => {
    // A job that waits for a retry holds up all that follow it; one that waits for a token only those that need it too.
    const own = heads.filter(job => job.user === user), head = own.find(job => job.waitingFor === "retry") ?? own[0];
    return head?.attemptCount || head?.waitingFor ? [problem(`lane-${user}`, "warn", `${plural(count, "job waits", "jobs wait")} behind one job of the same user.`,
      `Jobs of a user are sent in order. The first is ${head.label} ${shortened(head.requestId, 13)}: ${jobWords(head)}. If it shall not be sent, discard it.`, "Show the first", () => showJob(head))] : [];
  });
}

// Groups items by a key, the largest group first: [first, count].
function grouping(items, key) {
  const groups = new Map();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group[1] += 1;
    else groups.set(key(item), [item, 1]);
  }
  return [...groups.values()].sort((one, other) => other[1] - one[1]).slice(0, 3);
}

function rejections({ rejected }) {
  const why = job => errorOf(job) || errorOfJob(job);
  return grouping(rejected, job => `${job.method} ${job.httpCode} ${why(job)}`).map(([job, count]) => problem(`rejected-${job.requestId}`, "bad",
    `The platform rejected ${plural(count, `${job.label} job`)}${job.httpCode ? ` (HTTP ${job.httpCode})` : ""}.`,
    `${why(job) ? `Its reason: ${shortened(why(job), 300)}. ` : ""}${job.httpCode === 401 || job.httpCode === 403 ? "Check the rToken or the JWT" : "Correct the data in the host"}; a rejected job is only sent again by a retry.`,
    "Show them", searchAct(`state:rejected${job.httpCode ? ` code:${job.httpCode}` : ""} method:${job.method}`)));
}

function clockProblems() {
  const { info, stats, model } = app;
  const found = (difference, other) => Math.abs(difference) < 60e6 ? [] : [problem("clock", "bad",
    `The clock of this machine is wrong: ${durationText(Math.abs(difference))} ${difference > 0 ? "ahead of" : "behind"} ${other}.`,
    "JWTs expire by the clock. Set it: timedatectl, or time synchronisation.")];
  if (model.platformClock) return found(model.platformClock, "the platform's clock");
  return info && stats ? found(app.statsAt - timeOf(info.startedAt) - stats.uptimeSeconds * 1e6, "the clock by which the bridge started") : [];
}

function callProblems({ refusals, now }) {
  const others = refusals.filter(({ error }) => !["outboxFull", "storageFailed", "requestCancelled"].includes(error.data?.reason));
  const found = grouping(others.reverse(), refusal => `${refusal.method} ${refusal.error.code}`).map(([{ method, error, span }, count]) => problem(`refused-${method}-${error.code}`, "warn",
    `${plural(count, "call")} of ${method} ${count === 1 ? "was" : "were"} refused: ${error.code} ${error.data?.reason ?? ""}.`, shortened(error.message, 300), "Show the call", () => showSpan(span)));
  const silent = app.model.hasLines ? null : [...app.model.open.values()].findLast(span => span.kind === "callback" && now - span.start > 5e6 && now - span.start < recent);
  if (silent) {
    found.push(problem("silent", "warn", `The host does not answer ${silent.label}.`, `Connection ${silent.connection} was asked ${durationText(now - silent.start)} ago. A host must answer callbacks also while it waits itself.`, "Show the callback", () => showSpan(silent)));
  }
  return found;
}

let attentionAt = 0, attentionIds = "";

function updateAttention(changes) {
  const time = performance.now(), section = byId("attention");
  const isNew = changes.has("source") || changes.has("state");
  if (!isNew && (app.isRecording || time - attentionAt < 700)) return;
  attentionAt = time;
  const problems = app.state === "open" || app.isRecording ? findProblems() : app.info || app.connection?.refusal ? pageProblems() : [];
  const fresh = problems.find(problem => !attentionIds.includes(problem.id));
  if (fresh) announce(`Needs attention: ${fresh.title}`);
  attentionIds = problems.map(problem => problem.id).join(" ");
  if (problems.length === 0) return fill(section, app.state === "open" && h("p.soft", "Nothing needs attention."));
  let list = section.querySelector("ol");
  if (!list) fill(section, h("h2"), list = h("ol"));
  setText(section.firstChild, `${plural(problems.length, "thing needs", "things need")} attention`);
  patchList(list, problems, problem => problem.id, makeProblem, changeProblem);
}

function makeProblem() {
  const item = h("li", h("details",
    h("summary", h("i.dot"), h("b.title"), h("span.soft.clip")),
    h("p"), action("", () => item.problem.act())));
  return item;
}

function changeProblem(item, problem) {
  item.problem = problem;
  item.dataset.tone = problem.tone;
  const [title, start, advice, button] = item.querySelectorAll(".title, .clip, p, button");
  setText(title, problem.title);
  setText(start, problem.advice);
  setText(advice, problem.advice);
  button.hidden = !problem.act;
  setText(button, problem.text ?? "");
}
