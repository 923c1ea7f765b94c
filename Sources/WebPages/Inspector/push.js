// Pushes without a phone: a message of one of the documented structures, the bridge's reading of it, and its way through
// delivery and open to the platform.

const pushTitles = {
  apns: "APNs", fcmV1IOS: "FCM v1, iOS", fcmV1Android: "FCM v1, Android", fcmLegacyIOS: "FCM legacy, iOS",
  fcmLegacyAndroid: "FCM legacy, Android", hmsIOS: "HMS, iOS", hmsAndroid: "HMS, Android", appMetricaIOS: "AppMetrica, iOS",
  appMetricaAndroid: "AppMetrica, Android", ruStore: "RuStore",
};

// Values in place of the placeholders of the documentation.
const pushValues = {
  Title: "Spring sale", SubTitle: "Only today", Body: "20 % off everything, until midnight.", Sound: "default", LaunchID: "launch-1",
};
for (const [word, path] of Object.entries({
  Media: "sale.png", Banner: "sale.png", Image: "sale.png", Icon: "icon.png", ClickURL: "sale", URL: "sale", URLOpenEvent: "open", URLDelivEvent: "delivered",
})) pushValues[word] = ["https:", "", "example.com", path].join("/");

registerPane({
  id: "push",
  title: "Push",
  order: 4,
  taken: null,

  mount(element) {
    this.structure = h("select", { id: "push-structure", onchange: () => this.useSample() },
      Object.keys(pushSamples).map(name => h("option", { value: name, text: pushTitles[name] ?? name })));
    this.text = h("textarea", { id: "push-message", rows: 20, spellcheck: "false", "aria-describedby": "push-problem", oninput: () => this.edited() });
    this.problem = h("p", { class: "bad", id: "push-problem", role: "alert" });
    this.takeButton = h("button", { type: "button", class: "primary", onclick: () => this.take() }, "Take the push");
    this.note = h("p", { class: "soft" });
    this.shown = h("div");
    this.reading = h("div");
    this.way = h("div", { "aria-live": "polite" });
    element.append(h("div", { class: "push-pane" },
      h("div", null, h("div", { class: "bar" }, h("label", { for: "push-structure" }, "Structure"), this.structure,
        h("button", { type: "button", class: "push", onclick: () => this.useSample() }, "Start again")),
      h("label", { for: "push-message" }, "The message, as it arrives on the device"), this.text, this.problem,
      h("div", { class: "bar" }, this.takeButton, this.note)),
      h("div", null, h("section", { "aria-label": "Notification" }, h("h3", null, "Notification"), this.shown),
        h("section", { "aria-label": "What happens" }, h("h3", null, "What happens"), this.way),
        h("section", { "aria-label": "What the bridge reads" }, h("h3", null, "What the bridge reads"), this.reading))));
    this.parseSoon = throttled(200, () => this.parse());
    app.onNotification((method, params) => this.notice(method, params));
    // The documented message of APNs has no uid, so that nothing can be reported.
    this.structure.value = "fcmV1IOS";
    this.useSample();
  },

  update(changes) {
    if (changes.has("state") || changes.has("source")) {
      this.showRights();
      if (app.canControl) this.parseSoon();
    }
    if (changes.has("jobs") || changes.has("events")) this.showWay();
  },

  showRights() {
    this.takeButton.disabled = !app.canControl;
    setText(this.note, app.canControl ? "" : app.state === "open"
      ? "This page can only read. To read and take pushes run: altcraft-bridge inspect --control" : "There is no connection to the bridge.");
    this.showParsed();
    this.showWay();
  },

  useSample() {
    const uid = `uid-${Math.random().toString(36).slice(2, 10)}`;
    const text = JSON.stringify(pushSamples[this.structure.value], null, 2).replace(/\b[A-Z]\w+\b/g, word => word === "UID" ? uid : pushValues[word] ?? word);
    this.text.value = text;
    this.taken = null;
    this.edited();
  },

  edited() {
    this.parsed = null;
    this.message = parsedJSON(this.text.value);
    setText(this.problem, this.message === undefined ? jsonProblem(this.text.value) : isObject(this.message) ? "" : "A push is an object.");
    if (this.problem.textContent) this.showParsed();
    else this.parseSoon();
  },

  async parse() {
    if (!app.canControl || this.problem.textContent) return this.showParsed();
    const message = this.message;
    let parsed;
    try { parsed = await app.call("parsePush", { message }); } catch (error) { parsed = { error }; }
    if (message !== this.message) return;
    this.parsed = parsed;
    this.showParsed();
  },

  showParsed() {
    const push = this.parsed;
    if (!push || push.error) {
      const text = push?.error ? push.error.message : this.problem.textContent ? "The message cannot be read." : app.canControl ? "Reading …" : "The bridge reads pushes for pages that may control it.";
      fill(this.reading, h("p", { class: "soft", text }));
      return fill(this.shown, h("p", { class: "soft", text }));
    }
    if (!push.isAltcraft) {
      fill(this.reading, h("p", null, "This is no push of the platform: it has none of the marks by which the bridge knows one. The app must handle it itself."), jsonPanel(push));
      return fill(this.shown, h("p", { class: "soft" }, "Nothing is shown."));
    }
    const isTaken = this.taken !== null;
    const act = (label, identifier, tone) => h("button", { type: "button", class: tone, disabled: !isTaken, onclick: () => this.click(identifier, label) }, label);
    fill(this.shown, h("div", { class: "card notification" },
      push.silent ? h("p", { class: "soft" }, "A silent push: nothing is shown.") : [
        h("p", { class: "title", text: push.title ?? "No title" }), push.subtitle ? h("p", { text: push.subtitle }) : null,
        h("p", { text: push.body ?? "" }), push.media ? h("p", { class: "soft clip", text: `Image ${push.media}` }) : null],
      h("div", { class: "bar" }, act("Tap", null, "primary"), push.buttons.map(button => act(button.label, button.identifier)),
        act("Dismiss", "com.apple.UNNotificationDismissActionIdentifier", "plain"))),
    isTaken ? null : h("p", { class: "soft" }, "Take the push first: then the notification can be tapped."));
    const rest = { ...push };
    const facts = [
      ["Structure", pushTitles[push.structure] ?? push.structure], ["UID", push.uid ?? "none: neither delivery nor open can be reported (event 451)"],
      ["Link", push.clickUrl], ["Deep link", push.deeplink], ["Media", push.media], ["Icon", push.icon], ["Sound", push.sound],
      ["Badge", push.badge], ["Launch", push.launchId],
    ].filter(([, value]) => value !== null && value !== undefined);
    fill(this.reading, h("dl", { class: "facts" }, facts.map(([name, value]) => [h("dt", { text: name }), h("dd", { class: value.startsWith?.("none:") ? "warn" : null, text: value })])),
      h("details", null, h("summary", null, "All of it, as parsePush answers"), jsonPanel(rest)));
  },

  // The request of the operating system with this push.
  get request() {
    const { title, subtitle, body } = this.parsed ?? {};
    const content = Object.fromEntries(Object.entries({ title, subtitle, body }).filter(([, text]) => typeof text === "string"));
    return { identifier: "inspector", content: { ...content, userInfo: this.message } };
  },

  async take() {
    if (this.problem.textContent) return this.text.focus();
    const taken = this.taken = { steps: [], jobs: new Set(), at: app.model.now };
    this.step("Taken", "takePush");
    try {
      const answer = await app.call("takePush", { message: this.message });
      if (answer === null) this.step("Refused", "no push of the platform", "warn");
    } catch (error) {
      this.taken = null;
      taken.steps.length = 0;
      setText(this.problem, error.message);
    }
    this.showParsed();
    this.showWay();
  },

  async click(actionIdentifier, label) {
    this.step(label === "Tap" || label === "Dismiss" ? `${label}ped`.replace("Dismissped", "Dismissed") : `Clicked ${label}`, "notificationManager.didReceive");
    try {
      const answer = await app.call("notificationManager.didReceive", { response: { ...(actionIdentifier ? { actionIdentifier } : {}), request: this.request } });
      this.step(answer.url ? `Opens ${answer.url}` : "Opens nothing", `handled by the ${answer.handledBy === "sdk" ? "SDK" : answer.handledBy}`);
    } catch (error) { this.step("Refused", error.message, "bad"); }
    this.showWay();
  },

  step(text, note, tone) {
    this.taken.steps.push({ at: app.model.now, text, note, tone });
    if (this.taken.steps.length > 100) this.taken.steps.shift();
    this.showWay();
  },

  // Notes the jobs and events of this push. The events of other pushes at the same time cannot be told apart.
  notice(method, params) {
    if (!this.taken) return;
    const isStep = method === "trace" && params.kind === "job" && ["deliveryEvent", "openEvent"].includes(params.method) && params.step === "accepted";
    const isEvent = method === "event" && /^push(Event|Uid|\.|Received|Shown)|^(media|button)/.test(params.name);
    if (isStep || (isEvent && params.requestId)) this.taken.jobs.add(params.requestId);
    if (method === "event" && (params.type === "error" || [202, 203, 204].includes(params.code)) && !params.requestId) this.step(`${params.code} ${params.name}`, params.message, params.type === "error" ? "bad" : null);
  },

  showWay() {
    if (!this.taken) return fill(this.way, h("p", { class: "soft" }, "Nothing yet. A push that is taken is reported to the platform as delivered, a tap as opened."));
    const jobs = [...this.taken.jobs].map(id => app.model.jobs.get(id)).filter(Boolean).map(job => ({
      at: job.start, text: job.method === "openEvent" ? "Open" : job.method === "deliveryEvent" ? "Delivery" : job.method, job,
    }));
    const rows = [...this.taken.steps, ...jobs].sort((one, other) => one.at - other.at);
    fill(this.way, h("ol", { class: "way" }, rows.map(row => h("li", null, h("span", { class: "soft mono", text: clockText(row.at, 1) }),
      row.job ? this.jobLine(row) : h("span", null, h("b", { class: row.tone, text: row.text }), " ", h("span", { class: "soft", text: row.note ?? "" }))))));
  },

  jobLine({ text, job }) {
    const words = job.state === "pending" ? waitWords[job.waitingFor] ?? "on its way to the platform" : job.state;
    const tone = job.state === "delivered" ? "good" : job.state === "pending" ? "warn" : "bad";
    return h("span", null, h("b", { text }), " ", h("span", { class: `tag ${tone}`, text: words }), " ",
      h("button", { type: "button", class: "link", onclick: () => {
        app.select({ requestIds: new Set([job.requestId]), connection: null, from: null, to: null });
        app.showPane("work");
      } }, `job ${shortened(job.requestId, 13)}`),
      job.state !== "delivered" && job.lastError ? h("span", { class: "soft", text: ` ${job.lastError.message}` }) : null);
  },
});
