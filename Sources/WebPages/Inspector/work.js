// The pane with the jobs: pending, rejected and ended ones, a search, and what can be done with them.

const work = { listed: [], bound: 200 };
const workChoices = [["All", ""], ["Pending", "state:pending"], ["Rejected", "state:rejected"], ["Delivered", "state:delivered"]];

function mountJobs(element) {
  work.input = h("input.search", {
    type: "search", "aria-label": "Search jobs", placeholder: "state:rejected code:400 age:>1h method:mobileEvent user:… text",
    spellcheck: "false", autocomplete: "off", oninput: () => app.changed("jobs"),
  });
  work.choices = workChoices.map(([text, query]) => action(text, () => {
    work.input.value = query;
    work.bound = 200;
    showJobs();
  }));
  work.retry = action("Retry these …", () => changeAll("outbox.retry"));
  work.discard = action("Discard these …", () => changeAll("outbox.discard"), { class: "danger" });
  work.more = action("Show more", async () => {
    work.bound += 500;
    for (const state of ["pending", "rejected"]) await app.readMore(state);
    showJobs();
  });
  work.problem = h("p.problem", { role: "alert" });
  work.count = h("span.soft.clip");
  work.table = makeTable("Jobs", [["Accepted", "118px"], ["Method", "160px", "link"], ["User", "104px", "wide"], ["State", "88px", "wide"], ["Attempts", "80px", "num wide"], ["Reason and next step", "auto"]], showJob);
  work.empty = h("div.empty");
  element.append(
    h("div.tools.bar", h("span.group", { role: "group", "aria-label": "States" }, work.choices), work.input, work.count, work.retry, work.discard),
    work.problem,
    h("div.list", { tabindex: "0", role: "region", "aria-label": "Jobs" }, work.table.element, h("div.more", work.more), work.empty));
}

function showJobs() {
  const { model } = app, query = work.input.value.trim(), { conditions, problems } = parseSearch(query);
  const found = [...model.jobs.values()].filter(job => app.showsJob(job) && matchesSearch(job, conditions, model.now));
  // Pending jobs in the order in which they are sent; ended ones, the last first.
  found.sort((one, other) => isDone(one) - isDone(other) || (isDone(one) ? other.end - one.end : one.start - other.start));
  Object.assign(work, { listed: found, conditions });
  work.table.show(found.slice(0, work.bound), job => job.requestId, job => {
    const tone = stateTone(job);
    return [[model.timeText(job.start), "mono soft", model.momentText(job.start)], [job.label], [job.user ? shortened(job.user, 10) : job.user === null ? "–" : "unknown", "mono soft", job.user ?? ""],
      [job.state, tone], [countText(job.attemptCount)], [jobWords(job), tone]];
  });
  const open = shownJob?.life.offsetParent && shownJob.job;
  for (const row of work.table.body.children) row.classList.toggle("chosen", row.item === open);
  workChoices.forEach(([, text], index) => work.choices[index].setAttribute("aria-pressed", String(query === text)));
  work.problem.hidden = problems.length === 0;
  setText(work.problem, problems.join(" "));
  setText(work.count, plural(found.length, "job"));
  work.more.hidden = found.length <= work.bound && !app.listed?.pending?.next && !app.listed?.rejected?.next;
  const canChange = app.canControl && problems.length === 0;
  work.retry.hidden = !canChange || !found.some(job => job.isRetryable);
  work.discard.hidden = !canChange || !found.some(job => job.isRetryable || job.state === "pending");
  work.empty.hidden = found.length > 0;
  if (found.length === 0) fill(work.empty, emptyJobs(query));
}

function emptyJobs(query) {
  if (app.state !== "open" && !app.isRecording) return noBridge();
  const [title, text] = app.isSelective ? ["No such job in the selection", "“Show everything”, above, ends the selection."]
    : query === "state:pending" ? ["Nothing is pending", "Every accepted job has ended. “All” shows the last ones."]
    : query ? ["No job matches", `The search knows ${searchNames.join(": ")}: and words of ids, methods and errors.`]
    : ["No jobs yet", "A durable call, such as mobileEvent, makes a job, which appears here with all that happens to it."];
  return [h("h2", title), h("p", text)];
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
  const filter = app.isSelective ? null : filterOfSearch(work.conditions, jobs, app.model.now);
  let count = Math.min(jobs.length, 1000);
  if (filter) {
    const answer = await perform(() => app.call(method, { filter, dryRun: true }), true);
    if (!answer) return;
    count = answer.matched;
  }
  if (count === 0) return announce("No job matches.");
  if (!await app.confirm({
    title: `${verb} ${plural(count, "job")}?`, action: `${verb} ${plural(count, "job")}`, isDangerous: !isRetry,
    text: [isRetry ? "Each job is sent again, with the same id and a new time to live." : `${count === 1 ? "It" : "They"} will never be sent. This cannot be undone.`,
      filter ? jsonBlock(filter) : "Each job is changed by a call of its own, as the bridge has no filter for this search."],
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
    app.showDetail("The bridge refused", h("p.bad", error.message), error.data && jsonPanel(error.data));
    return null;
  }
}

registerPane({
  id: "work",
  title: "Jobs",
  order: 2,
  mount: mountJobs,
  update(changes) {
    if (changes.size === 1 && changes.has("stats")) return;
    showJobs();
  },
});
