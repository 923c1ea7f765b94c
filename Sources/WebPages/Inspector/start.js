// The start of the page, and the connection to the bridge.

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  app.connection = new RpcConnection(`${scheme}://${location.host}/rpc`, {
    state: connectionChanged,
    notification: takeNotification,
    request(method, params) {
      for (const answer of app.callbackAnswers) {
        const promise = answer(method, params);
        if (promise !== undefined) return promise;
      }
      throw new RpcError({ code: -32601, message: "no answer" });
    },
  });
  if (app.connection.isInvited) app.connection.open();
  else connectionChanged("refused");
}

function connectionChanged(state) {
  if (app.isRecording) return;
  app.state = state;
  if (state !== "open") app.readiness = null;
  app.changed("state");
  if (state === "open") subscribe();
}

const position = { trace: null, events: null, outcome: null, epoch: null };

// Subscribes to everything, after the last that was seen. A new run of the bridge has a new epoch, and replaces all data.
async function subscribe() {
  try {
    app.problem = null;
    app.info = await app.call("bridge.info");
    if (position.epoch !== app.info.epoch) {
      if (position.epoch !== null) {
        app.model.reset();
        app.since = null;
        app.changed("source");
      }
      Object.assign(position, { trace: null, events: null, outcome: null, epoch: app.info.epoch });
      app.discovered = null;
    }
    const after = number => number === null ? {} : { since: number, epoch: position.epoch };
    await refresh();
    const trace = await app.call("trace.subscribe", after(position.trace));
    if (trace?.gap) gap();
    app.since ??= app.model.now;
    app.changed("state");
    const events = await app.call("events.subscribe", after(position.events ?? 0));
    position.events ??= events.seq;
    await followOutcomes();
  } catch (error) {
    if (error.code) app.problem = error.message;
    app.changed("state");
  }
}

// Asks for the outcomes of jobs in the app group, after the last that was seen, or with the last 500.
async function followOutcomes() {
  const { first, last } = await app.call("outcomes.list", { limit: 1 });
  await app.call("outcomes.subscribe", position.outcome ?? { after: Math.max(last - 500, first - 1) });
}

function gap() {
  app.model.gaps += 1;
  app.changed("trace");
}

function takeNotification(method, params) {
  switch (method) {
    case "trace":
      position.trace = params.seq;
      app.model.takeTrace(params, app.connection.prefix);
      break;
    case "event":
      position.events = params.seq;
      app.model.takeEvent(params);
      if (params.code === 403) readStorage();
      break;
    case "outcome":
      position.outcome = { after: params.outcome, epoch: params.epoch };
      app.model.takeOutcome(params);
      break;
    case "trace.gap": case "events.gap": case "outcomes.gap": gap(); break;
  }
  for (const listener of app.listeners) listener(method, params);
}

async function readStorage() {
  try {
    const answer = await fetch("/readyz", { cache: "no-store" }), text = await answer.text();
    app.readiness = { isReady: answer.ok, text, cause: /\((\w+)\)/.exec(text)?.[1] ?? null };
  } catch { app.readiness = null; }
  app.changed("stats");
}

function takeStats(stats) {
  app.stats = stats;
  app.statsAt = Date.now() * 1000;
  noteRates();
  app.changed("stats");
}

// Reads the counters and the first jobs of each state.
async function refresh() {
  const { appGroup } = app.info;
  app.info = await app.call("bridge.info");
  if (app.info.appGroup !== appGroup) {
    position.outcome = null;
    app.model.reset();
    app.changed("source");
    await followOutcomes();
  }
  takeStats(await app.call("bridge.stats"));
  for (const state of ["pending", "rejected"]) {
    const page = await app.call("outbox.list", { state, limit: 500 });
    app.listed = { ...app.listed, [state]: { count: page.items.length, next: page.next } };
    for (const item of page.items) app.model.takeListed(item);
  }
}

app.refresh = refresh;

// Reads the next page of the jobs of a state.
app.readMore = async state => {
  const after = app.listed?.[state]?.next;
  if (!after) return;
  const page = await app.call("outbox.list", { state, limit: 1000, after });
  app.listed[state] = { count: app.listed[state].count + page.items.length, next: page.next };
  for (const item of page.items) app.model.takeListed(item);
};

let ticks = 0;

function tick() {
  app.changed("time");
  if (app.state !== "open" || document.hidden) return;
  ticks += 1;
  if (ticks % 2 === 1) readStorage();
  (ticks % 3 === 1 ? refresh() : app.call("bridge.stats").then(takeStats)).catch(() => {});
}

app.model = new InspectorModel(name => app.changed(name));
mountFrame();
connectRecordings();
if (location.protocol.startsWith("http")) connect();
setInterval(tick, 1000);
app.changed("source");
