// The list of what needs attention: problems that the page recognises, in words, with the reason and the next step.

// Advice for the errors of calls, by reason.
const errorAdvice = {
  parseError: "Send one message per line, as UTF-8 and strict JSON.",
  invalidRequest: "Use jsonrpc \"2.0\", an object or array as params, and an id that is not in use.",
  methodNotFound: "Check the name of the method; data.suggestions has similar ones.",
  invalidParams: "Check the parameter that data.parameter names; data.expected says what it must be.",
  unauthorized: "This connection may not make the call. A page that may is opened by: altcraft-bridge inspect --control",
  busy: "Make fewer calls at once, and repeat this one.",
  tooLarge: "Send less at once, or raise the limit that data.limit names with --limit.",
  outboxFull: "Find out why jobs are not delivered, then repeat the call. The limit is raised with --limit.",
  storageFailed: "Free some space on the disk, or mount it writable; then repeat the call with the same requestId.",
  callbackTimeout: "The host must answer the callback that data.callback names.",
  notInitialized: "Call initialization first.", configurationMissing: "Call initialization first.",
  shuttingDown: "Repeat the call when the bridge runs again.",
  duplicateRequestId: "Use an id of its own for each job.",
  userTagMissing: "The user is unknown: pass an rToken in the configuration, or a JWT by setJWTProvider.",
  pushTokenMissing: "Call setPushToken, or register a provider that answers provider.getToken.",
  apiUrlInvalid: "Use an https URL. http is allowed for this machine only, or with --allow-insecure-http.",
  rTokenInvalid: "Use up to 512 printable characters without spaces.",
  providerInvalid: "Use ios-apns, ios-firebase or ios-huawei.",
  valuesNotScalar: "Do not use arrays or objects as values.",
};

function callAdvice(error) { return errorAdvice[error.data?.reason] ?? ""; }

const recent = 300e6;

// Returns the problems, the most serious first: {id, tone, title, advice, text, act}.
function findProblems() {
  const facts = gatherFacts();
  return [...pageProblems(), ...storageProblems(facts), ...deliveryProblems(facts), ...waitProblems(facts), ...laneProblems(facts),
    ...rejections(facts), ...clockProblems(facts), ...refusedCalls(facts), ...silentHosts(facts)];
}

function gatherFacts() {
  const { model } = app, now = model.now, pending = [], rejected = [];
  for (const job of model.jobs.values()) {
    if (job.state === "pending") pending.push(job);
    else if (job.state === "rejected" && (job.isRetryable || model.hasLines || now - job.end < 3600e6)) rejected.push(job);
  }
  const isRecent = time => model.hasLines || now - time < recent;
  return {
    now, pending, rejected, isRecent,
    events: model.events.last(300).filter(event => isRecent(event.start)),
    refusals: model.refusals.last(300).filter(refusal => isRecent(refusal.at)),
    errors: pending.map(job => job.lastError?.message ?? job.attempts.at(-1)?.failure).filter(Boolean),
  };
}

function showWorkSearch(query) {
  return { text: "Show them", act() {
    app.select(null);
    app.showPane("work");
    work.input.value = query;
    app.changed("jobs");
  } };
}

function pageProblems() {
  const found = [];
  if (app.state === "waiting") found.push({ id: "lost", tone: "bad", title: "The bridge does not answer.", advice: "The page connects again by itself when the bridge runs. After a restart of the bridge, run altcraft-bridge inspect again." });
  if (app.problem) found.push({ id: "problem", tone: "bad", title: "The page cannot read the bridge.", advice: app.problem });
  if (app.hasNoTrace) found.push({ id: "trace", tone: "warn", title: "This bridge has no trace.", advice: "It is older than this page. Events and outcomes are shown, calls and attempts are not." });
  if (app.model.gaps) found.push({ id: "gaps", tone: "warn", title: "Some messages are missing on this page.", advice: "The bridge made more of them than the page could read. Outcomes of jobs are complete." });
  return found;
}

function storageProblems({ events, refusals, pending }) {
  const found = [], { readiness, stats, info } = app;
  const last = events.findLast(event => event.code === 403 && event.value?.cause);
  const cause = readiness ? readiness.isReady ? null : readiness.cause ?? "ioError" : last && last.value.cause !== "recovered" ? last.value.cause : null;
  if (cause) {
    const titles = { noSpace: "The disk is full: the bridge refuses new jobs.", readOnly: "The disk is read-only: the bridge refuses new jobs." };
    const remedy = cause === "noSpace" ? "Free some space" : cause === "readOnly" ? "Mount it writable" : "Check the disk";
    found.push({
      id: "storage", tone: "bad", title: titles[cause] ?? "The disk fails: the bridge refuses new jobs.",
      advice: `${remedy}${info ? ` (data directory ${info.dataDir})` : ""}. The bridge tries the disk again by itself. Jobs that were accepted are safe; callers that got storageFailed repeat the call with the same requestId.`,
    });
  }
  const damage = events.findLast(event => event.code === 403 && event.value?.lost);
  if (damage) found.push({ id: "damage", tone: "bad", title: "A file of the outbox was damaged.", advice: `${damage.message}. Check the disk. altcraft-bridge outbox verify shows the place.` });
  const full = refusals.findLast(refusal => refusal.error.data?.reason === "outboxFull");
  const limits = info?.limits ?? {}, used = stats?.outbox;
  const isNearlyFull = used && (used.pending >= 0.95 * limits.outboxRecords || used.bytes >= 0.95 * limits.outboxBytes);
  if (full || isNearlyFull) {
    const limit = full?.error.data.limit ?? (used.pending >= 0.95 * limits.outboxRecords ? "outboxRecords" : "outboxBytes");
    const max = full?.error.data.max ?? limits[limit];
    found.push({
      id: "full", tone: full ? "bad" : "warn", title: full ? "The outbox is full: new jobs are refused (outboxFull)." : "The outbox is nearly full.",
      advice: `It holds ${plural(used?.pending ?? pending.length, "pending job")}; the limit ${limit} is ${countText(max)}. Jobs leave it when they are delivered, so find out what they wait for. More room: serve --limit ${limit}=NUMBER.`,
      ...showWorkSearch("state:pending"),
    });
  }
  return found;
}

function deliveryProblems({ pending, errors, isRecent }) {
  const waiting = pending.filter(job => job.waitingFor === "retry" || job.lastError && !job.waitingFor);
  const program = errors.findLast(text => /altcraft-bridge-delivery|delivery process/.test(text));
  if (program && waiting.length) {
    const isMissing = /not found|cannot be started/.test(program);
    return [{
      id: "program", tone: "bad", title: isMissing ? "The delivery program is missing: jobs are stored, but not sent." : "The delivery program fails: jobs are stored, but not sent.",
      advice: `${program}. ${isMissing ? "Put altcraft-bridge-delivery beside altcraft-bridge, from the same build; the bridge then sends by itself." : "Check the log of the bridge, the memory of the machine, and altcraft-bridge doctor."}`,
      ...showWorkSearch("wait:retry"),
    }];
  }
  const state = app.stats?.platform?.state, url = app.stats?.platform?.url ?? "its address";
  const failed = waiting.filter(job => job.waitingFor === "retry").sort((one, other) => (one.attempts.at(-1)?.end ?? 0) - (other.attempts.at(-1)?.end ?? 0)).at(-1) ?? waiting.at(-1);
  if (!failed && state !== "unreachable") return [];
  const http = failed?.lastError?.httpCode ?? failed?.attempts.at(-1)?.httpCode;
  const message = failed?.lastError?.message ?? failed?.attempts.at(-1)?.failure ?? "";
  const isDown = state === "unreachable" || !http;
  const certificate = /certificate/i.test(message) ? " The certificate of the server is not accepted: check the clock of this machine and its CA certificates." : "";
  return [{
    id: "platform", tone: "bad",
    title: isDown ? "The platform cannot be reached." : `The platform answers with errors (HTTP ${http}).`,
    advice: `${message ? `${message}. `.replace("..", ".") : ""}${plural(waiting.length, "job waits", "jobs wait")} for the next attempt; nothing is lost.${certificate} ${isDown ? `Check that ${url} is right and reachable from this machine: altcraft-bridge doctor.` : "The bridge tries again by itself until the platform works."}`,
    ...showWorkSearch("wait:retry"),
  }];
}

function waitProblems({ pending, events }) {
  const found = [];
  const waiting = reason => pending.filter(job => job.waitingFor === reason);
  const add = (reason, title, advice) => {
    const jobs = waiting(reason);
    if (jobs.length) found.push({ id: `wait-${reason}`, tone: "warn", title: `${plural(jobs.length, "job waits", "jobs wait")} for ${title}`, advice: advice(jobs), ...showWorkSearch(`wait:${reason}`) });
  };
  add("user", "a valid JWT of its user.", jobs => {
    const texts = [...jobs.map(job => job.lastError?.message), ...events.filter(event => event.code >= 540 && event.code <= 543).map(event => event.message)].filter(Boolean);
    const asked = [...app.model.open.values()].some(span => span.kind === "callback" && span.label === "provider.getJWT");
    if (texts.some(text => /expired/.test(text))) return "The JWT has expired, and the host returned no other. The host must answer provider.getJWT with a new one, or call setJWTProvider with it. Check also that the clock of this machine is right.";
    if (asked) return "The bridge has asked the host for a JWT (provider.getJWT), and waits for the answer.";
    return `${texts.at(-1) ? `${texts.at(-1)}. ` : ""}No host gives a JWT of this user: a host must call setJWTProvider and answer provider.getJWT, with the JWT of the user to whom the jobs belong.`;
  });
  add("token", "a push token.", () => "No push token is known. The host calls setPushToken, or registers a provider (setFCMTokenProvider, setAPNSTokenProvider, setHMSTokenProvider) and answers provider.getToken.");
  add("permission", "the permission to notify.", () => "The user has denied notifications, or was not asked. Ask with requestNotificationPermission, or report the answer with notificationManager.setPermission.");
  add("configuration", "a configuration.", () => "This app group has none. Call initialization with the apiUrl of the platform.");
  return found;
}

function laneProblems({ pending }) {
  const blocked = new Map();
  for (const job of pending) if (job.waitingFor === "lane") blocked.set(job.user, (blocked.get(job.user) ?? 0) + 1);
  const found = [];
  for (const [user, count] of [...blocked].sort((one, other) => other[1] - one[1]).slice(0, 3)) {
    const heads = pending.filter(job => job.waitingFor && job.waitingFor !== "lane").sort((one, other) => one.start - other.start);
    const head = heads.find(job => job.user === user) ?? (user === null ? heads[0] : undefined);
    if (!head) continue;
    found.push({
      id: `lane-${user}`, tone: "warn", title: `${plural(count, "job waits", "jobs wait")} behind one job of the same user.`,
      advice: `Jobs of a user are sent in order. The first is ${head.label} ${shortened(head.requestId, 13)}: ${jobWords(head)}. If it shall not be sent, discard it, and the others go on.`,
      text: "Show the first", act: () => showJob(head),
    });
  }
  return found;
}

function rejections({ rejected }) {
  const groups = new Map();
  for (const job of rejected) {
    const why = errorOf(job) || job.lastError?.message || "", key = `${job.method} ${job.httpCode} ${why}`;
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { job, why, count: 1 });
  }
  return [...groups.values()].sort((one, other) => other.count - one.count).slice(0, 3).map(({ job, why, count }) => ({
    id: `rejected-${job.requestId}`, tone: "bad",
    title: `The platform rejected ${plural(count, `${job.label} job`)}${job.httpCode ? ` (HTTP ${job.httpCode})` : ""}.`,
    advice: `${why ? `Its reason: ${shortened(why, 300)}. ` : ""}${job.httpCode === 401 || job.httpCode === 403 ? "Check the rToken or the JWT, then retry." : "Correct the data in the host: a rejected job is not sent again by itself, only by a retry."}`,
    ...showWorkSearch(`state:rejected${job.httpCode ? ` code:${job.httpCode}` : ""} method:${job.method}`),
  }));
}

function clockProblems({ pending, now }) {
  const { info, stats, model } = app;
  if (model.hasLines) return [];
  const ahead = Math.max(...pending.map(job => job.start - now), -Infinity);
  if (ahead > 60e6) {
    return [{ id: "clock", tone: "bad", title: "The clock of this machine is wrong: it was set back.", advice: `A job was accepted ${durationText(ahead)} in the future. Set the clock (timedatectl, time synchronisation): JWTs expire by it, and jobs have a time to live.` }];
  }
  if (!info || !stats) return [];
  const apart = timeOf(info.startedAt) + stats.uptimeSeconds * 1e6 - (app.statsAt ?? now);
  if (Math.abs(apart) < 60e6) return [];
  return [{ id: "clock", tone: "bad", title: `The clock is wrong: it is ${durationText(Math.abs(apart))} apart from the bridge's.`, advice: "The clock of the bridge's machine was changed since the bridge started, or differs from the clock of this browser. JWTs expire by it. Set it with timedatectl, or switch time synchronisation on." }];
}

function refusedCalls({ refusals }) {
  const groups = new Map();
  for (const refusal of refusals) {
    const { reason } = refusal.error.data ?? {};
    if (reason === "outboxFull" || reason === "storageFailed" || reason === "requestCancelled") continue;
    const key = `${refusal.method} ${refusal.error.code}`;
    groups.set(key, { refusal, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()].slice(-3).map(({ refusal, count }) => ({
    id: `refused-${refusal.method}-${refusal.error.code}`, tone: "warn",
    title: `${plural(count, "call")} of ${refusal.method} ${count === 1 ? "was" : "were"} refused: ${refusal.error.code} ${refusal.error.data?.reason ?? ""}.`,
    advice: `${shortened(refusal.error.message, 200)}. ${callAdvice(refusal.error)}`, text: "Show the call", act: () => showSpan(refusal.span),
  }));
}

function silentHosts({ now }) {
  if (app.model.hasLines) return [];
  const silent = [...app.model.open.values()].filter(span => span.kind === "callback" && now - span.start > 5e6 && now - span.start < recent);
  if (silent.length === 0) return [];
  const span = silent.at(-1);
  return [{ id: "silent", tone: "warn", title: `The host does not answer ${span.label}.`, advice: `Connection ${span.connection} was asked ${durationText(now - span.start)} ago. A host reads its connection and answers callbacks, also while it waits for an answer itself.`, text: "Show the callback", act: () => showSpan(span) }];
}

let attentionAt = 0;

function updateAttention(changes) {
  if (changes.size === 1 && changes.has("selection")) return;
  const now = performance.now();
  if (now - attentionAt < 700 && !changes.has("source") && !changes.has("state")) return;
  attentionAt = now;
  app.attention = app.state === "open" || app.state === "waiting" || app.isRecording ? findProblems() : [];
  const section = document.getElementById("attention");
  const text = app.attention.map(problem => problem.title).join("\n");
  if (app.attentionText !== undefined && text && text !== app.attentionText && !app.attentionText.includes(text)) announce(`Needs attention: ${app.attention[0].title}`);
  app.attentionText = text;
  if (app.attention.length === 0) {
    fill(section, app.state === "open" && h("p", { class: "quiet", text: "Nothing needs attention." }));
    return;
  }
  let list = section.querySelector("ol");
  if (!list) fill(section, h("h2"), list = h("ol"));
  setText(section.firstChild, `${plural(app.attention.length, "thing needs", "things need")} attention`);
  patchList(list, app.attention, problem => problem.id, makeProblem, changeProblem);
}

function makeProblem() {
  const item = h("li", null, h("details", null,
    h("summary", null, h("i", { class: "dot" }), h("span", { class: "title" }), h("span", { class: "soft clip" })),
    h("p"), h("button", { type: "button", onclick: () => item.problem.act() })));
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
