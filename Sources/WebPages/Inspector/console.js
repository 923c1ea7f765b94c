// The console: a form for each method, made from the document of the bridge, the answer, and the call as code.

const button = action;
const part = (title, ...children) => h("section", { "aria-label": title }, h("h3", title), children);

// Shows only one job in the pane of the jobs.
const showOnlyJob = id => button(`job ${shortened(id, 13)}`, () => {
  app.select({ requestIds: new Set([id]), connection: null, from: null, to: null });
  app.showPane("work");
}, { class: "link" });

const forControl = "This page can only read. For changes run: altcraft-bridge inspect --control";

registerPane({
  id: "console",
  title: "Console",
  order: 3,
  language: "netcat",
  sent: 0,

  mount(element) {
    this.find = h("input", { type: "search", placeholder: "Find a method", "aria-label": "Find a method", oninput: () => this.showMethods(),
      onkeydown: event => event.key === "Enter" && this.list.querySelector("button")?.click() });
    this.list = h("div.method-list");
    this.picker = h("select", { "aria-label": "Method", onchange: () => this.open(this.picker.value) });
    this.heading = h("h2");
    this.about = h("div.about");
    this.examples = h("select", { id: "console-example", onchange: () => this.useExample(this.examples.value) });
    this.formButton = button("Form", () => this.showForm());
    this.textButton = button("JSON", () => this.showText());
    this.text = h("textarea", { rows: 10, spellcheck: "false", "aria-label": "Parameters as JSON", oninput: () => this.changed() });
    this.fields = h("div");
    this.sendButton = h("button.primary", "Call");
    this.checkButton = button("Only check", () => this.send(true));
    this.note = h("p.soft");
    this.problem = h("p.bad", { role: "alert" });
    this.answer = h("div", { "aria-live": "polite" });
    this.languages = h("div.bar", { role: "group", "aria-label": "Language" }, Object.keys(callLanguages).map(language => button(language, () => {
      this.language = language;
      this.changed();
    }, { class: "plain", "data-language": language })));
    this.code = h("pre.text", { tabindex: "0", role: "group", "aria-label": "The call as code" });
    this.empty = h("div.empty");
    this.body = h("div.console", { hidden: true },
      h("nav.methods", { "aria-label": "Methods" }, this.find, this.list),
      h("div.request", this.picker, this.heading, this.about,
        h("form", { novalidate: true, onsubmit: event => {
          event.preventDefault();
          this.send(false);
        } },
        h("div.bar", h("label", { for: "console-example" }, "Example"), this.examples,
          h("span.bar.push", { role: "group", "aria-label": "Parameters as" }, this.formButton, this.textButton)),
        this.fields, this.text, this.problem, h("div.bar.actions", this.sendButton, this.checkButton, this.note))),
      h("div.results", h("section.answer", { "aria-label": "Answer" }, this.answer),
        part("Copy as", this.languages, h("div.code", button("Copy", event => copyText(this.code.textContent, event.currentTarget), { class: "copy" }), this.code))));
    element.append(this.empty, this.body);
  },

  update(changes) {
    if (!changes.has("state") && !changes.has("source")) return;
    if (app.state === "open") this.load();
    else if (!this.document || app.isRecording) this.showEmpty();
    this.showRights();
  },

  showEmpty(problem) {
    this.body.hidden = true;
    this.empty.hidden = false;
    fill(this.empty, h("h2", app.isRecording ? "A recording answers no calls" : "No bridge is connected"),
      h("p", null, problem ?? "The console calls the methods of a running bridge. Open this page with: altcraft-bridge inspect"));
  },

  async load() {
    let document;
    try { document = await app.document(); } catch (error) { return this.document || this.showEmpty(error.message); }
    this.empty.hidden = true;
    this.body.hidden = false;
    // The same document of another connection must not change what is shown.
    if (!document || JSON.stringify(document) === JSON.stringify(this.document)) return;
    this.document = document;
    types.schemas = document.components.schemas;
    this.methods = document.methods.filter(method => !method["x-alias-of"] && method.name !== "bridge.authenticate");
    fill(this.picker, this.groups(this.methods).map(([name, methods]) =>
      h("optgroup", { label: name }, methods.map(method => h("option", { value: method.name, text: method.name })))));
    this.open("mobileEvent");
  },

  groups(methods) {
    const groups = new Map();
    for (const method of methods) {
      const name = method.name.includes(".") ? method.name.split(".")[0] : "Altcraft SDK";
      groups.set(name, [...groups.get(name) ?? [], method]);
    }
    return [...groups];
  },

  showMethods() {
    const words = this.find.value.toLowerCase().split(/\s+/);
    const found = this.methods.filter(method => words.every(word => `${method.name} ${method.summary}`.toLowerCase().includes(word)));
    fill(this.list, found.length ? null : h("p.soft", "No method has these words."),
      this.groups(found).map(([name, methods]) => [h("h3.caps", { text: name }), h("ul", methods.map(method =>
        h("li", button(method.name.split(".").at(-1), () => this.open(method.name), {
          class: "plain", title: method.summary, "aria-label": method.name, "aria-current": method === this.method && "true",
        }))))]));
  },

  open(name) {
    const method = this.methods.find(method => method.name === name), hasFocus = this.list.contains(document.activeElement);
    if (!method) return;
    this.method = method;
    this.picker.value = name;
    this.showMethods();
    if (hasFocus) this.list.querySelector("[aria-current]")?.focus();
    setText(this.heading, name);
    fill(this.about, h("p", null, method.summary, " ", method["x-durable"] && h("span.tag", { title: "Answered when its job is on the disk." }, "durable")),
      method.description && h("details", h("summary", "More"), h("p", { text: method.description })));
    this.control = new Forms(() => this.changed()).fields(types.parameters(method));
    fill(this.fields, method.params.length ? this.control.element : h("p.soft", "No parameters."));
    this.cases = [{ name: "none", params: [] }, ...method.examples,
      ...(method["x-error-examples"] ?? []).map(example => ({ ...example, name: `refused: ${example.name}` }))];
    fill(this.examples, this.cases.map((example, index) => h("option", { value: index, text: example.name })));
    this.examples.value = method.params.some(param => param.required) ? 1 : 0;
    this.showAnswer(null);
    this.useExample(this.examples.value);
    this.showRights();
  },

  useExample(index) {
    const params = Object.fromEntries(this.cases[index].params.map(param => [param.name, param.value]));
    // A second call with this id would be a repetition of the first.
    if (this.method["x-durable"]) delete params.requestId;
    this.isText = !this.control.write(params) || this.isText;
    this.text.value = readable(params, 60);
    this.showMode();
  },

  showMode() {
    this.text.hidden = !this.isText;
    this.fields.hidden = this.isText;
    this.text.rows = Math.min(24, Math.max(6, this.text.value.split("\n").length + 1));
    this.formButton.setAttribute("aria-pressed", String(!this.isText));
    this.textButton.setAttribute("aria-pressed", String(this.isText));
    this.changed();
  },

  showForm() {
    const params = this.isText ? this.current() : {};
    if (!this.isText || (isObject(params) && this.control.write(params))) {
      this.isText = false;
      this.showMode();
    } else setText(this.problem, params ? "The form has no fields for these parameters." : jsonProblem(this.text.value));
  },

  showText() {
    if (!this.isText) this.text.value = readable(this.current() ?? {}, 60);
    this.isText = true;
    this.showMode();
  },

  // Returns the parameters; throws a FormError.
  read() {
    if (!this.isText) return this.control.read();
    const params = parsedJSON(this.text.value.trim() || "{}");
    if (!params || typeof params !== "object") throw new FormError(jsonProblem(this.text.value) || "Parameters are an object or a list.");
    return params;
  },

  current() {
    try { return this.read(); } catch { return null; }
  },

  // Shows the call as code.
  changed() {
    setText(this.problem, "");
    for (const one of this.languages.children) one.setAttribute("aria-pressed", String(one.dataset.language === this.language));
    const params = this.current();
    setText(this.code, !params ? "Required parameters are missing." : Array.isArray(params) && this.language !== "netcat"
      ? "Only netcat can pass parameters by position." : callLanguages[this.language](this.method, params, app.info && bridgePlace(app.info)));
  },

  // Shows whether this page may make the call.
  showRights() {
    const isOpen = app.state === "open", isAllowed = app.canControl || (isOpen && this.method?.["x-observer"] === true);
    this.sendButton.disabled = !isAllowed;
    this.checkButton.disabled = !isOpen;
    setText(this.note, isAllowed ? "" : isOpen ? forControl : "There is no connection to the bridge.");
  },

  async send(isCheck) {
    let params;
    setText(this.problem, "");
    try { params = this.read(); } catch (error) { return showFormError(error) || setText(this.problem, error.message); }
    const method = this.method.name, began = performance.now(), number = this.sent += 1;
    fill(this.answer, h("h3", "Answer"), h("p.soft", "Waiting for the answer …"));
    const given = Object.keys(params).length ? params : undefined;
    const answer = await (isCheck ? app.call("bridge.check", { method, params: given }) : app.call(method, given)).then(result => ({ result }), error => ({ error }));
    if (number === this.sent && this.method.name === method) this.showAnswer({ ...answer, isCheck, took: (performance.now() - began) * 1000 });
  },

  showAnswer(answer) {
    if (!answer) {
      this.sent += 1;
      return fill(this.answer, h("h3", "Answer"), h("p.soft", "Nothing has been called yet."));
    }
    const { result, error, isCheck, took } = answer, id = !isCheck && result?.requestId;
    fill(this.answer, h("div.bar", h("h3", isCheck ? "Check" : "Answer"),
      error ? h("span.tag.bad", { text: `${error.code} ${error.data?.reason ?? "error"}` }) : h("span", { class: "tag good" }, isCheck ? "would be accepted" : "ok"),
      h("span.soft", { text: `after ${durationText(took)}` }), typeof id === "string" && showOnlyJob(id)),
    error && h("p.bad", { text: error.message }), jsonPanel(error ? error.data : result));
  },
});

// The questions of the bridge to its host, which a page with control answers for providers that it registered.

const standingAnswers = new Map();
let callbackQueue = Promise.resolve();

app.onCallback((method, params) => {
  if (!app.canControl) return undefined;
  const key = `${method} ${params.provider}`;
  if (standingAnswers.has(key)) return Promise.resolve(standingAnswers.get(key));
  // One dialogue at a time: the next question opens when this one is answered.
  const until = performance.now() + (app.info?.limits.callbackSeconds ?? 10) * 1000;
  return callbackQueue = callbackQueue.then(() => askForCallback(method, params, key, until));
});

// The questions in words, with the kind of the answer.
const callbackWords = {
  "provider.getJWT": ["a JWT", "text"], "provider.getToken": ["a push token", "text"], "provider.deleteToken": ["the deletion of a push token", "choice"],
  "notificationManager.requestAuthorization": ["the permission to notify", "choice"],
};

// Asks the person. The answer is null when the time is over.
function askForCallback(method, params, key, until) {
  const [words, kind] = callbackWords[method] ?? [`an answer to ${method}`, "json"];
  return new Promise(resolve => {
    let given = null;
    const input = kind !== "choice" && h("textarea", { rows: 4, spellcheck: "false", "aria-label": "The answer", value: method === "provider.getJWT" ? sampleJWT() : kind === "json" ? "null" : "" });
    const keep = h("input", { type: "checkbox", id: "callback-keep" }), rest = h("span.soft.push"), problem = h("p.bad", { role: "alert" });
    const finish = value => {
      if (value === undefined || value === "") return setText(problem, value === "" ? "The answer is empty." : jsonProblem(input.value));
      if (keep.checked) standingAnswers.set(key, value);
      given = value;
      dialog.close();
    };
    const dialog = h("dialog", { "aria-labelledby": "callback-title", class: "callback", onclose: () => {
      clearInterval(timer);
      dialog.remove();
      resolve(given);
    } },
    h("h2", { id: "callback-title", text: `The bridge asks for ${words}` }),
    h("p.soft", { text: `${method} ${shortened(JSON.stringify(params), 300)}` }), input, problem,
    h("p.bar", keep, h("label", { for: "callback-keep" }, "Give the same answer to later questions of this page")),
    h("div.bar", rest, button(input ? "No answer" : "No", () => finish(input ? null : false)),
      button(input ? "Answer" : "Yes", () => finish(input ? kind === "json" ? parsedJSON(input.value) : input.value.trim() : true), { class: "primary" })));
    const show = () => {
      const left = until - performance.now();
      if (left <= 0) dialog.close();
      else setText(rest, `${Math.ceil(left / 1000)} s left`);
    };
    const timer = setInterval(show, 500);
    document.body.append(dialog);
    dialog.showModal();
    // The sample of a JWT is replaced by what is pasted.
    if (input) input.select();
    show();
  });
}

// Returns an unsigned JWT for tests, as `altcraft-bridge jwt` makes it; the simulated platform accepts it.
function sampleJWT() {
  const encoded = value => btoa(JSON.stringify(value)).replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_");
  const matching = JSON.stringify({ db_id: 1, matching: "email", email: "ann@example.com" });
  return `${encoded({ alg: "none", typ: "JWT" })}.${encoded({ matching, exp: Math.floor(Date.now() / 1000) + 3600 })}.`;
}
