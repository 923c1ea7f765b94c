// Pushes without a phone: a message of one of the documented structures, the bridge's reading of it, and its way through
// delivery and open to the platform.

// Values in place of the placeholders of the documentation.
const pushValues = {
  Title: "Spring sale", SubTitle: "Only today", Body: "20 % off everything, until midnight.", Sound: "default", LaunchID: "launch-1",
};
for (const word of ["Media", "Banner", "Image", "Icon", "ClickURL", "URL", "URLOpenEvent", "URLDelivEvent"]) {
  pushValues[word] = ["https:", "", "example.com", word.toLowerCase()].join("/");
}

registerPane({
  id: "push",
  title: "Push",
  order: 4,
  taken: null,

  mount(element) {
    this.structure = h("select", { id: "push-structure", onchange: () => this.useSample() },
      Object.keys(pushSamples).map(name => h("option", null, name)));
    this.text = h("textarea", { id: "push-message", rows: 20, spellcheck: "false", "aria-describedby": "push-problem", oninput: () => this.edited() });
    this.problem = h("p.bad", { id: "push-problem", role: "alert" });
    this.takeButton = button("Take the push", () => this.take(), { class: "primary" });
    this.note = h("p.soft");
    [this.shown, this.reading, this.way] = [h("div"), h("div"), h("div", { "aria-live": "polite" })];
    element.append(h("div.push-pane",
      h("div", h("div.bar", h("label", { for: "push-structure" }, "Structure"), this.structure, button("Start again", () => this.useSample(), { class: "push" })),
        h("label", { for: "push-message" }, "The message, as it arrives on the device"), this.text, this.problem,
        h("div.bar", this.takeButton, this.note)),
      h("div", part("Notification", this.shown), part("Progress", this.way), part("As the bridge reads it", this.reading))));
    this.parseSoon = throttled(200, () => this.parse());
    app.onNotification((method, params) => this.taken && this.notice(method, params));
    // The documented message of APNs has no uid, so that nothing can be reported.
    this.structure.value = "fcmV1IOS";
    this.useSample();
  },

  update(changes) {
    if (changes.has("state") || changes.has("source")) {
      this.takeButton.disabled = !app.canControl;
      setText(this.note, app.canControl ? "" : app.state === "open" ? forControl : "There is no connection to the bridge.");
      this.parseSoon();
    }
    if (changes.has("jobs")) this.showWay();
  },

  useSample() {
    const uid = `uid-${Math.random().toString(36).slice(2, 10)}`;
    this.text.value = JSON.stringify(pushSamples[this.structure.value], null, 2).replace(/\b[A-Z]\w+\b/g, word => word === "UID" ? uid : pushValues[word] ?? word);
    this.taken = null;
    this.edited();
    this.showWay();
  },

  edited() {
    this.parsed = null;
    this.message = parsedJSON(this.text.value);
    setText(this.problem, isObject(this.message) ? "" : jsonProblem(this.text.value) || "A push is an object.");
    this.parseSoon();
  },

  async parse() {
    const message = this.message;
    // A notification that is shown stays, so that a click on it counts.
    if (this.parsed) return;
    let text = !app.canControl ? "The bridge reads pushes for pages that may control it." : isObject(message) ? "" : "The message cannot be read.";
    if (!text) {
      try {
        const parsed = await app.call("parsePush", { message });
        if (message === this.message) this.parsed = parsed;
      } catch (error) { text = error.message; }
    }
    this.showParsed(text);
  },

  showParsed(text) {
    const push = this.parsed;
    if (!push) {
      fill(this.reading, h("p.soft", { text }));
      return fill(this.shown, h("p.soft", { text }));
    }
    if (!push.isAltcraft) {
      fill(this.reading, h("p", "This push is not of the platform: it has none of its marks. The app must handle it itself."), jsonPanel(push));
      return fill(this.shown, h("p.soft", "Nothing is shown."));
    }
    const act = (label, identifier, tone) => button(label, () => this.click(identifier, label), { class: tone, disabled: !this.taken });
    fill(this.shown, h("div", { class: "card notification" },
      push.silent ? h("p.soft", "A silent push: nothing is shown.") : [
        h("p.title", { text: push.title ?? "No title" }), push.subtitle && h("p", { text: push.subtitle }), h("p", { text: push.body ?? "" }),
        push.media && h("p.soft.clip", { text: `Image ${push.media}` })],
      h("div.bar", act("Tap", undefined, "primary"), push.buttons.map(one => act(one.label, one.identifier)),
        act("Dismiss", "com.apple.UNNotificationDismissActionIdentifier", "plain"))),
    !this.taken && h("p.soft", "Take the push first: then the notification can be tapped."));
    const facts = { Structure: push.structure, UID: push.uid ?? "none: neither delivery nor open can be reported (event 451)", Link: push.clickUrl ?? "none", Launch: push.launchId ?? "none" };
    fill(this.reading, h("dl.facts", Object.entries(facts).map(([name, value]) => [h("dt", { text: name }), h("dd", { class: name === "UID" && !push.uid && "warn", text: value })])),
    h("details", h("summary", "All of it, as parsePush answers"), jsonPanel(push)));
  },

  async take() {
    if (!isObject(this.message)) return this.text.focus();
    await this.parse();
    this.taken = { steps: [], jobs: new Set() };
    this.step("Taken", "takePush");
    await app.call("takePush", { message: this.message }).catch(error => this.step("Refused", error.message, "bad"));
    this.showParsed();
  },

  async click(actionIdentifier, label) {
    this.step(`“${label}” clicked`, "notificationManager.didReceive");
    const { title, subtitle, body } = this.parsed, content = { userInfo: this.message };
    for (const [name, text] of Object.entries({ title, subtitle, body })) if (typeof text === "string") content[name] = text;
    try {
      const answer = await app.call("notificationManager.didReceive", { response: { actionIdentifier, request: { identifier: "inspector", content } } });
      this.step(answer.url ? `Opens ${answer.url}` : "Opens nothing", `handled by: ${answer.handledBy}`);
    } catch (error) { this.step("Refused", error.message, "bad"); }
  },

  step(text, note, tone) {
    this.taken.steps.push({ at: app.model.now, text, note, tone });
    if (this.taken.steps.length > 100) this.taken.steps.shift();
    this.showWay();
  },

  // Notes the jobs and events of this push. Those of other pushes at the same time cannot be told apart.
  notice(method, params) {
    if (["deliveryEvent", "openEvent"].includes(params.method) || /^pushEvent/.test(params.name)) {
      if (params.requestId && this.taken.jobs.size < 100) this.taken.jobs.add(params.requestId);
      this.showWay();
    } else if (method === "event" && !params.requestId && params.code >= 200) {
      this.step(`${params.code} ${params.name}`, params.message, params.type === "error" && "bad");
    }
  },

  showWay() {
    if (!this.taken) return fill(this.way, h("p.soft", "Nothing yet. A push that is taken is reported to the platform as delivered, a tap as opened."));
    const jobs = [...this.taken.jobs].map(id => app.model.jobs.get(id)).filter(Boolean).map(job => ({ at: job.start, job }));
    fill(this.way, h("ol.way", [...this.taken.steps, ...jobs].sort((one, other) => one.at - other.at).map(({ at, job, text, note, tone }) =>
      h("li", h("span.soft.mono", { text: clockText(at, 1) }), h("span", h("b", { class: tone, text: text ?? { openEvent: "Open", deliveryEvent: "Delivery" }[job.method] ?? job.method }), " ",
        job ? [h("span", { class: `tag ${job.state === "delivered" ? "good" : job.state === "pending" ? "warn" : "bad"}`, text: job.state === "pending" ? waitWords[job.waitingFor] ?? "on its way to the platform" : job.state }), " ",
          showOnlyJob(job.requestId), job.state !== "delivered" && job.lastError && h("span.soft", { text: ` ${job.lastError.message}` })]
          : h("span.soft", { text: note }))))));
  },
});
