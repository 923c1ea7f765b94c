// The pane with the jobs: pending, rejected and ended ones, a search, and what can be done with them.

const work = { listed: [], choice: "state:pending", bound: 200 };
const workChoices = [["Pending", "state:pending"], ["Rejected", "state:rejected"], ["Delivered", "state:delivered"], ["All", ""]];

function mountWork(element) {
  const search = text => {
    work.input.value = text;
    work.bound = 200;
    app.changed("jobs");
  };
  work.input = h("input", {
    type: "search", class: "search", "aria-label": "Search jobs", placeholder: "state:rejected code:400 age:>1h method:mobileEvent user:… text",
    spellcheck: "false", autocomplete: "off", value: "state:pending", oninput: () => app.changed("jobs"),
  });
  work.choices = workChoices.map(([text, query]) => h("button", { type: "button", "aria-pressed": "false", onclick: () => search(query) }, text));
  work.retry = action("Retry these …", () => changeAll("outbox.retry"));
  work.discard = action("Discard these …", () => changeAll("outbox.discard"), { class: "danger" });
  work.more = action("Show more", () => {
    work.bound += 500;
    showWork();
  });
  work.load = action("Load more from the bridge", async () => {
    for (const state of ["pending", "rejected"]) await app.readMore(state);
    app.changed("jobs");
  });
  work.problem = h("p", { class: "problem", role: "alert", hidden: true });
  work.count = h("span", { class: "soft clip" });
  work.body = h("tbody");
  work.table = h("table", null,
    h("caption", { class: "off", text: "Jobs" }),
    h("colgroup", null, [["118px"], ["160px"], ["104px", "wide"], ["88px"], ["80px", "wide"], ["auto"]].map(([width, name]) => h("col", { style: { width }, class: name }))),
    h("thead", null, h("tr", null, [["Accepted"], ["Method"], ["User", "wide"], ["State"], ["Attempts", "num wide"], ["Why, and what is next"]]
      .map(([text, name]) => h("th", { scope: "col", class: name, text })))),
    work.body);
  work.empty = h("div", { class: "empty" });
  element.append(
    h("div", { class: "tools bar" }, h("span", { class: "group", role: "group", "aria-label": "States" }, work.choices), work.input, work.count, work.retry, work.discard),
    work.problem,
    h("div", { class: "list", tabindex: "0", role: "region", "aria-label": "Jobs" }, work.table, h("div", { class: "bar more" }, work.more, work.load), work.empty));
  work.body.addEventListener("click", event => {
    const row = event.target.closest("tr");
    if (row) showJob(row.job);
  });
}

function showWork() {
  const { model } = app, { conditions, problems } = parseSearch(work.input.value);
  const found = [];
  for (const job of model.jobs.values()) {
    if (app.showsJob(job) && matchesSearch(job, conditions, model.now)) found.push(job);
  }
  // Pending jobs in the order in which they are sent; ended ones, the last first.
  found.sort((one, other) => isDone(one) !== isDone(other) ? isDone(one) - isDone(other) : isDone(one) ? other.end - one.end : one.start - other.start);
  work.listed = found;
  work.conditions = conditions;
  patchList(work.body, found.slice(0, work.bound), job => job.requestId, makeJobRow, changeJobRow);
  workChoices.forEach(([, query], index) => work.choices[index].setAttribute("aria-pressed", String(work.input.value.trim() === query)));
  work.problem.hidden = problems.length === 0;
  setText(work.problem, problems.join(" "));
  setText(work.count, plural(found.length, "job"));
  const isPartial = ["pending", "rejected"].some(state => app.listed?.[state]?.next) && !app.isRecording;
  work.more.hidden = found.length <= work.bound;
  work.load.hidden = !isPartial;
  const canChange = app.canControl && problems.length === 0;
  work.retry.hidden = !canChange || !found.some(job => job.isRetryable);
  work.discard.hidden = !canChange || !found.some(job => job.isRetryable || job.state === "pending");
  work.table.hidden = found.length === 0;
  work.empty.hidden = found.length > 0;
  if (found.length === 0) fill(work.empty, emptyWork());
}

function makeJobRow(job) {
  const row = h("tr", null, h("td", { class: "mono soft" }), h("td", null, h("i", { class: "dot" }), h("button", { type: "button", class: "link" })),
    h("td", { class: "mono soft wide" }), h("td"), h("td", { class: "num wide" }), h("td"));
  row.job = job;
  return row;
}

function changeJobRow(row, job) {
  const [time, method, user, state, attempts, why] = row.children;
  setText(time, app.model.timeText(job.start));
  time.title = app.model.momentText(job.start);
  method.firstChild.style.background = `var(--tone-${job.tone})`;
  setText(method.lastChild, job.label);
  setText(user, job.user ? shortened(job.user, 10) : "–");
  user.title = job.user ?? "no user: the resource token";
  setText(state, job.state);
  state.className = stateTone(job);
  setText(attempts, countText(job.attemptCount));
  const words = jobWords(job);
  setText(why, words);
  why.title = words;
}

function emptyWork() {
  if (app.state !== "open" && !app.isRecording) return noBridge();
  const text = work.input.value.trim();
  if (app.selection.from !== null || app.selection.requestIds || app.selection.connection !== null) {
    return [h("h2", { text: "No such job in the selection" }), h("p", { text: "Choose “Show everything” at the top to end the selection." })];
  }
  if (text === "state:pending") return [h("h2", { text: "Nothing is pending" }), h("p", { text: "Every accepted job has ended. “All” shows the last ones." })];
  if (text === "") return [h("h2", { text: "No jobs yet" }), h("p", { text: "A durable call, such as mobileEvent or pushSubscribe, makes a job. It appears here with everything that happens to it." })];
  return [h("h2", { text: "No job matches" }), h("p", { text: "The search knows the last jobs. Names: state: method: code: age: user: wait: attempts: id:. Other words are looked for in ids, methods and errors." })];
}

// The actions for one job, for the panel with details.
function jobActions(job) {
  if (!app.canControl) return [];
  const actions = [];
  if (job.isRetryable) actions.push(action("Retry", () => changeOne("outbox.retry", job)));
  if (job.isRetryable || job.state === "pending") actions.push(action("Discard …", () => changeOne("outbox.discard", job), { class: "danger" }));
  if (job.state === "pending" && job.waitingFor === "retry") actions.push(action("Send all waiting jobs now", () => perform(() => app.call("outbox.flush"))));
  return actions;
}

async function changeOne(method, job) {
  if (method === "outbox.discard" && !await app.confirm({
    title: "Discard this job?", action: "Discard", isDangerous: true,
    text: `${job.label} ${job.requestId} will never be sent. This cannot be undone.`,
  })) return;
  await perform(() => app.call(method, { requestId: job.requestId }));
}

// Retries or discards the jobs of the list: by a filter, whose dry run comes first, or one by one.
async function changeAll(method) {
  const isRetry = method === "outbox.retry", verb = isRetry ? "Retry" : "Discard";
  const jobs = work.listed.filter(job => job.isRetryable || !isRetry && job.state === "pending");
  const isSelected = app.selection.from !== null || app.selection.requestIds || app.selection.connection !== null;
  const filter = isSelected ? null : filterOfSearch(work.conditions, jobs, app.model.now);
  let count = Math.min(jobs.length, 1000);
  if (filter) {
    const answer = await perform(() => app.call(method, { filter, dryRun: true }), true);
    if (!answer) return;
    count = answer.matched;
  }
  if (count === 0) return announce("No job matches.");
  if (!await app.confirm({
    title: `${verb} ${plural(count, "job")}?`, action: `${verb} ${plural(count, "job")}`, isDangerous: !isRetry,
    text: [isRetry ? "They are sent again, with the same ids and a new time to live." : "They will never be sent. This cannot be undone.",
      filter ? jsonBlock(filter) : "They are changed one by one, as the bridge has no filter for this search."],
  })) return;
  await perform(async () => {
    if (filter) return app.call(method, { filter });
    let done = 0;
    for (const job of jobs.slice(0, count)) {
      await app.call(method, { requestId: job.requestId }).then(() => { done += 1; }, () => {});
    }
    return { matched: count, done };
  });
}

// Makes a call that changes something, says what came of it, and reads the state again.
async function perform(call, isQuiet = false) {
  try {
    const answer = await call();
    if (isQuiet) return answer;
    announce(answer?.done !== undefined ? `Done for ${answer.done} of ${plural(answer.matched, "job")}.` : "Done.");
    await app.refresh();
    return answer;
  } catch (error) {
    app.showDetail("The bridge refused", h("p", { class: "bad", text: error.message }), error.data && jsonPanel(error.data));
    return null;
  }
}

registerPane({
  id: "work",
  title: "Work",
  order: 2,
  mount: mountWork,
  update(changes) {
    if (changes.has("source") && app.isRecording) work.input.value = "";
    if (changes.size === 1 && changes.has("stats")) return;
    showWork();
  },
});
