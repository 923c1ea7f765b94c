// The frame of the inspector, and the interface of a pane.
//
// A pane is a file that is named in inspector.html and calls
//
//   registerPane({
//     id: "status",            // the section is #pane-status, its tab #tab-status
//     title: "Status",         // the text of the tab
//     order: 5,                // the place of the tab: timeline 1, work 2, console 3, push 4, status 5
//     mount(element, app) {},  // once, before the pane is first shown: builds the content of `element`
//     update(changes) {},      // optional: brings it up to date; at most eight times a second, only while it is visible;
//                              // `changes` is a set of names, see below; the first call has all names
//     show() {}, hide() {},    // optional: the pane becomes visible or invisible
//   });
//
// Names in `changes`: "state" (connection, role), "source" (bridge or recording: all data are new), "stats" (app.stats,
// app.info, app.readiness), "trace" (app.model.wire and spans), "jobs" (app.model.jobs), "events" (app.model.events),
// "selection" (app.selection), "time" (a second has passed).
//
//   app.state             "none" (nothing is open), "connecting", "open", "waiting" (connects again), "refused" or "recording"
//   app.canControl        true if calls that change something are allowed
//   app.call(method, params)  calls the bridge: a promise of the result, rejected with an RpcError {message, code, data}
//   app.document()        a promise of the OpenRPC document of the bridge; null without a bridge
//   app.onCallback(answer)    answer(method, params) answers a callback of the bridge by a promise; undefined: not mine
//   app.onNotification(listener)  listener(method, params) gets every notification of the bridge
//   app.stats, app.info   the last answers of bridge.stats and bridge.info, or null
//   app.model             what is known about messages, jobs and events: see model.js
//   app.selection         {from, to, requestIds, connection}: µs since 1970, a Set, a number; null: no restriction
//   app.select({…})       changes members of the selection; app.select(null) clears it
//   app.showsTime(from, to), app.showsJob(job), app.showsConnection(number)   whether the selection includes it
//   app.showPane(id)      chooses a tab
//   app.showDetail(title, ...children), app.hideDetail()   the panel for details; returns the focus when it closes
//   app.confirm({title, text, action, isDangerous})   a promise of true or false
//   app.changed(name)     something changed: visible panes are updated soon

const panes = [];

function registerPane(pane) { panes.push(pane); }

const app = {
  state: "none",
  connection: null,
  model: null,
  stats: null,
  info: null,
  readiness: null,
  selection: { from: null, to: null, requestIds: null, connection: null },
  pane: null,
  changes: new Set(),
  callbackAnswers: [],
  listeners: [],

  get canControl() { return this.state === "open" && this.connection.canControl; },
  get isRecording() { return this.state === "recording"; },

  call(method, params) {
    if (!this.connection || this.isRecording) return Promise.reject(new RpcError());
    return this.connection.call(method, params);
  },

  document() {
    if (this.isRecording || !this.connection) return Promise.resolve(null);
    this.discovered ??= this.call("rpc.discover").catch(error => {
      this.discovered = null;
      throw error;
    });
    return this.discovered;
  },

  onCallback(answer) { this.callbackAnswers.push(answer); },
  onNotification(listener) { this.listeners.push(listener); },

  changed(name) {
    this.changes.add(name);
    this.updateSoon();
  },

  update() {
    const changes = this.changes;
    this.changes = new Set();
    updateFrame(changes);
    if (this.pane) {
      for (const name of changes) for (const pane of panes) if (pane !== this.pane) pane.missed.add(name);
      this.pane.update?.(changes);
    }
  },

  select(change) {
    this.selection = change === null
      ? { from: null, to: null, requestIds: null, connection: null } : { ...this.selection, ...change };
    this.changed("selection");
  },

  get isSelective() { return Object.values(this.selection).some(value => value !== null); },

  showsTime(from, to = from) {
    const range = this.selection;
    return range.from === null || (to >= range.from && from <= range.to);
  },

  showsJob(job) {
    const { requestIds, connection } = this.selection;
    return (!requestIds || requestIds.has(job.requestId)) && (connection === null || job.connection === connection)
      && this.showsTime(job.start, job.end);
  },

  showsConnection(number) { return this.selection.connection === null || this.selection.connection === number; },

  showPane(id) { chooseTab(byId(`tab-${id}`)); },

  showDetail(title, ...children) {
    const panel = byId("detail");
    if (panel.hidden) this.detailOpener = document.activeElement;
    panel.hidden = false;
    fill(panel,
      h("header", h("h2", title),
        action("Close", () => this.hideDetail(), { class: "plain" })),
      h("div.content", children));
    panel.scrollTop = 0;
    panel.focus({ preventScroll: true });
  },

  hideDetail() {
    const panel = byId("detail");
    if (panel.hidden) return;
    panel.hidden = true;
    if (this.detailOpener?.isConnected) this.detailOpener.focus({ preventScroll: true });
  },

  confirm({ title, text, action: label, isDangerous }) {
    return new Promise(resolve => {
      const dialog = h("dialog", { "aria-labelledby": "confirm-title", onclose: () => {
        dialog.remove();
        resolve(dialog.returnValue === "yes");
      } },
        h("h2", { id: "confirm-title" }, title),
        [text].flat().map(line => line instanceof Node ? line : h("p", line)),
        h("div.bar", action("Cancel", () => dialog.close("no")), action(label, () => dialog.close("yes"), { class: isDangerous ? "danger" : "primary" })));
      document.body.append(dialog);
      dialog.showModal();
    });
  },
};
app.updateSoon = throttled(125, () => app.update());

let chooseTab = null;

// Builds the tabs and sections, and shows the first pane.
function mountFrame() {
  const list = byId("tabs"), main = byId("panes");
  panes.sort((one, other) => one.order - other.order);
  for (const pane of panes) {
    pane.missed = new Set(["state", "source", "stats", "trace", "jobs", "events", "selection", "time"]);
    pane.tab = h("button", {
      type: "button", role: "tab", id: `tab-${pane.id}`, "aria-controls": `pane-${pane.id}`, "aria-selected": "false", tabindex: "-1",
    }, pane.title);
    pane.element = h("section", {
      id: `pane-${pane.id}`, role: "tabpanel", "aria-labelledby": `tab-${pane.id}`, tabindex: "0", hidden: true,
    });
    list.append(pane.tab);
    main.append(pane.element);
  }
  chooseTab = connectTabs(list, tab => choosePane(panes.find(pane => pane.tab === tab)));
  connectTheme(byId("theme"));
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) app.hideDetail();
  });
  app.showPane(panes[0].id);
}

function choosePane(pane) {
  if (app.pane === pane) return;
  app.pane?.hide?.();
  app.pane = pane;
  if (!pane.isMounted) {
    pane.isMounted = true;
    pane.mount(pane.element, app);
  }
  pane.show?.();
  const missed = pane.missed;
  pane.missed = new Set();
  pane.update?.(missed);
}

// Brings the parts outside of the panes up to date.
function updateFrame(changes) {
  if (changes.has("state") || changes.has("source")) {
    const role = byId("role");
    role.hidden = app.state !== "open" && app.state !== "recording";
    role.className = app.canControl ? "tag accent" : "tag";
    setText(role, app.isRecording ? "recording" : app.canControl ? "control" : "read only");
    role.title = app.canControl || app.isRecording ? "" : "For changes run: altcraft-bridge inspect --control";
  }
  if (changes.has("selection") || changes.has("source")) showSelection();
  updateAttention(changes);
  updateStrip(changes);
  refreshJob();
}

function showSelection() {
  const { from, to, requestIds, connection } = app.selection, { model } = app, line = byId("selection");
  line.hidden = !app.isSelective;
  const parts = [from !== null && `${model.timeText(from)} – ${model.timeText(to)} (${model.spanText(to - from)})`,
    requestIds && (requestIds.size === 1 ? `job ${shortened([...requestIds][0], 13)}` : plural(requestIds.size, "job")), connection && `connection ${connection}`];
  fill(line, h("span.soft", "Only"), parts.filter(Boolean).map(text => h("span.tag.accent.clip", text)), action("Show everything", () => {
    app.select(null);
    app.pane.tab.focus();
  }, { class: "plain" }));
}
