// The console: a form for each method, made from the document of the bridge, the answer, and the call as code.

registerPane({
  id: "console",
  title: "Console",
  order: 3,
  isWanted: false,
  calls: [],

  mount(element) {
    this.element = element;
    this.find = h("input", {
      type: "search", placeholder: "Find a method", "aria-label": "Find a method", oninput: () => this.showMethods(),
      onkeydown: event => {
        if (event.key === "ArrowDown" || event.key === "Enter") {
          event.preventDefault();
          this.list.querySelector("button")?.focus();
          if (event.key === "Enter") this.list.querySelector("button")?.click();
        }
      },
    });
    this.list = h("div", { class: "method-list", onkeydown: event => this.moveInList(event) });
    this.picker = h("select", { "aria-label": "Method", onchange: () => this.open(this.picker.value) });
    this.heading = h("h2");
    this.about = h("div", { class: "about" });
    this.examples = h("select", { id: "console-example", onchange: () => this.useExample(this.examples.value) });
    this.formButton = h("button", { type: "button", onclick: () => this.showForm() }, "Form");
    this.textButton = h("button", { type: "button", onclick: () => this.showText() }, "JSON");
    this.text = h("textarea", { rows: 10, spellcheck: "false", "aria-label": "Parameters as JSON", oninput: () => this.changed() });
    this.fields = h("div");
    this.sendButton = h("button", { type: "submit", class: "primary" }, "Call");
    this.checkButton = h("button", { type: "button", onclick: () => this.send(true) }, "Only check");
    this.note = h("p", { class: "soft" });
    this.problem = h("p", { class: "bad", role: "alert" });
    this.answer = h("section", { class: "answer", "aria-label": "Answer", "aria-live": "polite" });
    this.languages = h("div", { class: "bar", role: "group", "aria-label": "Language" });
    this.code = h("pre", { class: "text", tabindex: "0", role: "group", "aria-label": "The call as code" });
    this.earlier = h("div");
    this.language = "netcat";
    for (const language of Object.keys(callLanguages)) {
      this.languages.append(h("button", { type: "button", class: "plain", "data-language": language, onclick: () => {
        this.language = language;
        this.showCode();
      } }, language));
    }
    const form = h("form", { novalidate: true, onsubmit: event => {
      event.preventDefault();
      this.send(false);
    } },
      h("div", { class: "bar" }, h("label", { for: "console-example" }, "Example"), this.examples,
        h("span", { class: "bar push", role: "group", "aria-label": "Parameters as" }, this.formButton, this.textButton)),
      this.fields, this.text, this.problem,
      h("div", { class: "bar actions" }, this.sendButton, this.checkButton, this.note));
    this.body = h("div", { class: "console" },
      h("nav", { class: "methods", "aria-label": "Methods" }, this.find, this.list),
      h("div", { class: "request" }, this.picker, this.heading, this.about, form),
      h("div", { class: "results" }, this.answer,
        h("section", { "aria-label": "Copy as" }, h("h3", null, "Copy as"), this.languages,
          h("div", { class: "code" }, h("button", { type: "button", class: "copy", onclick: event => copyText(this.code.textContent, event.currentTarget) }, "Copy"), this.code)),
        this.earlier));
    this.empty = h("div", { class: "empty" });
    element.append(this.empty, this.body);
    this.body.hidden = true;
    this.showAnswer(null);
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
    fill(this.empty, h("h2", null, problem ? "The methods cannot be read" : app.isRecording ? "A recording answers no calls" : "No bridge is connected"),
      h("p", null, problem ?? "The console calls the methods of a running bridge. Open this page with: altcraft-bridge inspect"));
  },

  async load() {
    let document;
    try { document = await app.document(); } catch (error) { return this.document || this.showEmpty(error.message); }
    // The same document of another connection must not change what is shown.
    if (!document || JSON.stringify(document) === JSON.stringify(this.document)) return;
    this.document = document;
    types.schemas = document.components.schemas;
    this.forms = new Forms(() => this.changed());
    this.methods = document.methods.filter(method => !method["x-alias-of"] && method.name !== "bridge.authenticate");
    fill(this.picker, this.groups(this.methods).map(([name, methods]) =>
      h("optgroup", { label: name }, methods.map(method => h("option", { value: method.name, text: method.name })))));
    this.showMethods();
    this.empty.hidden = true;
    this.body.hidden = false;
    const wanted = this.wanted ?? { method: "mobileEvent" };
    this.wanted = null;
    this.open(this.methods.some(method => method.name === wanted.method) ? wanted.method : this.methods[0]?.name, wanted.params);
  },

  // Opens a call, for the other panes.
  prepare(method, params) {
    this.wanted = { method, params };
    app.showPane("console");
    if (this.document) this.open(method, params);
  },

  groups(methods) {
    const groups = new Map([["Altcraft SDK", []]]);
    for (const method of methods) {
      const name = method.name.includes(".") ? method.name.split(".")[0] : "Altcraft SDK";
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(method);
    }
    return [...groups].filter(([, methods]) => methods.length);
  },

  showMethods() {
    const words = this.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.methods.filter(method => words.every(word => (method.name + " " + method.summary).toLowerCase().includes(word)));
    fill(this.list, found.length ? null : h("p", { class: "soft" }, "No method has these words."),
      this.groups(found).map(([name, methods]) => [h("h3", { class: "caps", text: name }), h("ul", null, methods.map(method =>
        h("li", null, h("button", {
          type: "button", class: "plain", title: method.summary, "aria-current": method === this.method ? "true" : null,
          onclick: () => this.open(method.name),
        }, method.name.includes(".") ? h("span", { class: "soft", text: method.name.split(".")[0] + "." }) : null,
        method.name.split(".").slice(-1)[0]))))]));
  },

  moveInList(event) {
    const buttons = [...this.list.querySelectorAll("button")], at = buttons.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    (buttons[next] ?? (next < 0 ? this.find : null))?.focus();
  },

  open(name, params) {
    const method = this.methods.find(method => method.name === name);
    if (!method) return;
    const hasFocus = this.list.contains(document.activeElement);
    this.method = method;
    this.picker.value = name;
    this.showMethods();
    if (hasFocus) this.list.querySelector("[aria-current]")?.focus();
    setText(this.heading, name);
    const [summary, details] = [method.summary, method.description];
    fill(this.about, h("p", null, summary, " ", method["x-durable"] ? h("span", { class: "tag", title: "Answered when its job is on the disk." }, "durable") : null),
      details ? h("details", null, h("summary", null, "More"), details.split("\n\n").map(text => h("p", { text }))) : null);
    this.control = this.forms.fields(types.parameters(method));
    fill(this.fields, this.control.element);
    if (!method.params.length) fill(this.fields, h("p", { class: "soft" }, "No parameters."));
    fill(this.examples, h("option", { value: "" }, params ? "as called" : "none"),
      method.examples.map((example, index) => h("option", { value: index, text: example.name })),
      (method["x-error-examples"] ?? []).map((example, index) => h("option", { value: `refused ${index}`, text: `refused: ${example.name}` })));
    this.showAnswer(null);
    if (params) this.write(params);
    else if (method.examples.length && method.params.some(param => param.required)) {
      this.examples.value = "0";
      this.useExample("0");
    } else this.write({});
    this.showRights();
  },

  useExample(value) {
    const [kind, index] = value.startsWith("refused") ? ["x-error-examples", value.slice(8)] : ["examples", value];
    const example = value === "" ? { params: [] } : this.method[kind][index];
    const params = Object.fromEntries(example.params.map(param => [param.name, param.value]));
    // An example must not be taken for a repetition of the one before.
    if (this.method["x-durable"]) delete params.requestId;
    this.write(params);
  },

  // Shows parameters in the form if it can hold them, else as JSON.
  write(params) {
    this.problem.textContent = "";
    this.isText = !this.control.write(params) || this.isText && Object.keys(params).length > 0 && this.keepsText;
    this.text.value = readable(params, 60);
    this.showMode();
    this.changed();
  },

  showMode() {
    this.text.hidden = !this.isText;
    this.fields.hidden = this.isText;
    this.text.rows = Math.min(24, Math.max(6, this.text.value.split("\n").length + 1));
    this.formButton.setAttribute("aria-pressed", String(!this.isText));
    this.textButton.setAttribute("aria-pressed", String(this.isText));
  },

  showForm() {
    const params = parsedJSON(this.text.value.trim() || "{}");
    this.keepsText = false;
    if (!this.isText) return;
    if (!isObject(params) || !this.control.write(params)) {
      this.problem.textContent = isObject(params) ? "The form has no fields for these parameters." : jsonProblem(this.text.value) || "The parameters must be an object.";
      return;
    }
    this.isText = false;
    this.showMode();
    this.changed();
  },

  showText() {
    this.keepsText = true;
    if (!this.isText) this.text.value = readable(this.currentParams() ?? {}, 60);
    this.isText = true;
    this.showMode();
    this.text.focus();
  },

  // Returns the parameters; throws a FormError.
  read() {
    if (!this.isText) return this.control.read();
    const params = parsedJSON(this.text.value.trim() || "{}");
    if (params === undefined) throw new FormError(jsonProblem(this.text.value));
    if (params === null || typeof params !== "object") throw new FormError("The parameters must be an object or a list.");
    return params;
  },

  currentParams() {
    try { return this.read(); } catch { return null; }
  },

  changed() {
    this.problem.textContent = "";
    this.showCode();
  },

  showCode() {
    for (const button of this.languages.children) button.setAttribute("aria-pressed", String(button.dataset.language === this.language));
    if (!this.method) return;
    const params = this.currentParams();
    const code = !params ? "Required parameters are missing."
      : Array.isArray(params) && this.language !== "netcat" ? "Only netcat can pass parameters by position."
        : callLanguages[this.language](this.method, params);
    setText(this.code, code);
  },

  // Shows whether this page may make the call.
  showRights() {
    if (!this.method) return;
    const isAllowed = app.canControl || (app.state === "open" && this.method["x-observer"] === true);
    this.sendButton.disabled = !isAllowed;
    this.checkButton.disabled = app.state !== "open";
    setText(this.note, isAllowed ? "" : app.state !== "open" ? "There is no connection to the bridge."
      : "This page can only read. For changes run: altcraft-bridge inspect --control");
  },

  async send(isCheck) {
    let params;
    this.problem.textContent = "";
    try { params = this.read(); } catch (error) {
      const message = showFormError(error);
      if (!error.input) this.problem.textContent = message;
      return;
    }
    const method = this.method.name, began = performance.now(), number = this.sent = (this.sent ?? 0) + 1;
    const call = { method, params, isCheck, answer: null };
    if (!isCheck) {
      this.calls.unshift(call);
      this.calls.length = Math.min(this.calls.length, 20);
    }
    fill(this.answer, h("h3", null, "Answer"), h("p", { class: "soft" }, "Waiting for the answer …"));
    const given = Object.keys(params).length ? params : undefined;
    try {
      const result = await (isCheck ? app.call("bridge.check", { method, ...(given ? { params } : {}) }) : app.call(method, given));
      call.answer = { result };
    } catch (error) { call.answer = { error }; }
    call.took = (performance.now() - began) * 1000;
    this.showEarlier();
    if (number === this.sent && this.method.name === method) this.showAnswer(call);
  },

  showAnswer(call) {
    if (!call) return fill(this.answer, h("h3", null, "Answer"), h("p", { class: "soft" }, "Nothing has been called yet."));
    const { result, error } = call.answer;
    const head = h("div", { class: "bar" }, h("h3", null, call.isCheck ? "Check" : "Answer"),
      error ? h("span", { class: "tag bad", text: `${error.code} ${error.data?.reason ?? "error"}` }) : h("span", { class: "tag good" }, call.isCheck ? "would be accepted" : "ok"),
      h("span", { class: "soft", text: `after ${durationText(call.took)}` }));
    if (error) {
      return fill(this.answer, head, h("p", { class: "bad", text: error.message }),
        error.data?.suggestions?.length ? h("p", null, `Did you mean ${error.data.suggestions.join(" or ")}?`) : null,
        error.data ? jsonPanel(error.data) : null);
    }
    const id = typeof result?.requestId === "string" && !call.isCheck ? result.requestId : null;
    fill(this.answer, head, id ? h("p", null, h("button", { type: "button", class: "link", onclick: () => {
      app.select({ requestIds: new Set([id]), connection: null, from: null, to: null });
      app.showPane("work");
    } }, `Show the job ${shortened(id, 40)}`)) : null, jsonPanel(result));
  },

  showEarlier() {
    fill(this.earlier, h("h3", null, "Earlier calls"), h("ul", { class: "earlier" }, this.calls.filter(call => call.answer).map(call => h("li", null,
      h("button", { type: "button", class: "link clip", title: "Open this call again", onclick: () => {
        this.open(call.method, call.params);
        this.showAnswer(call);
      } }, h("span", { class: `dot ${call.answer.error ? "error" : "ok"}`, role: "img", "aria-label": call.answer.error ? "refused" : "answered" }),
      " ", call.method, " ", h("span", { class: "soft", text: shortened(JSON.stringify(call.params), 80) }))))));
  },
});

// The questions of the bridge to its host, which a page with control answers for providers that it registered.

const standingAnswers = new Map();
let callbackQueue = Promise.resolve();

app.onCallback((method, params) => {
  if (!app.canControl) return undefined;
  const key = `${method} ${params.provider ?? ""}`;
  if (standingAnswers.has(key)) return Promise.resolve(standingAnswers.get(key));
  // One dialogue at a time: the next question opens when this one is answered.
  const asked = performance.now();
  const answer = callbackQueue.then(() => askForCallback(method, params, key, asked));
  callbackQueue = answer.catch(() => {});
  return answer;
});

const callbackWords = {
  "provider.getJWT": ["The bridge asks for a JWT", "jwt", "The JWT of the current user", "No JWT"],
  "provider.getToken": ["The bridge asks for a push token", "token", "The push token", "No token"],
  "provider.deleteToken": ["The bridge asks to delete a push token", "boolean", "Deleted", "Not deleted"],
  "notificationManager.requestAuthorization": ["The bridge asks for the permission to notify", "boolean", "Allow", "Deny"],
  "notificationManager.onForegroundNotification": ["A push arrived while the app is open", "json", '{"options": ["banner", "badge", "sound"]}', "No answer"],
  "notificationManager.onNotificationClick": ["A notification was clicked", "json", "null", "No answer"],
};

// Asks the person. The answer is null when the time is over.
function askForCallback(method, params, key, asked) {
  const [title, kind, label, none] = callbackWords[method] ?? [`The bridge asks ${method}`, "json", "null", "No answer"];
  const seconds = app.info?.limits?.callbackSeconds ?? 10;
  return new Promise(resolve => {
    if (performance.now() - asked > seconds * 1000) return resolve(null);
    const input = kind === "boolean" ? null : h("textarea", {
      rows: kind === "json" ? 4 : 3, spellcheck: "false", id: "callback-answer", value: kind === "json" ? label : kind === "jwt" ? sampleJWT() : "",
    });
    const keep = h("input", { type: "checkbox", id: "callback-keep" }), rest = h("span", { class: "soft push" });
    const problem = h("p", { class: "bad", role: "alert" });
    let given = null;
    const finish = value => {
      if (keep.checked && value !== null) standingAnswers.set(key, value);
      given = value;
      dialog.close();
    };
    const dialog = h("dialog", { "aria-labelledby": "callback-title", class: "callback", onclose: () => {
      clearInterval(timer);
      dialog.remove();
      resolve(given);
    } },
      h("h2", { id: "callback-title", text: title }),
      h("p", { class: "soft" }, h("code", { text: method }), ` ${shortened(JSON.stringify(params), 300)}`),
      input ? [h("label", { for: "callback-answer", text: kind === "json" ? "The answer, as JSON" : label }), input] : null, problem,
      kind === "json" ? null : h("p", { class: "bar" }, keep, h("label", { for: "callback-keep" }, "Give the same answer to later questions of this page")),
      h("div", { class: "bar" }, rest, h("button", { type: "button", onclick: () => finish(kind === "boolean" ? false : null) }, none),
        h("button", { type: "button", class: "primary", onclick: () => {
          if (kind === "boolean") return finish(true);
          const value = kind === "json" ? parsedJSON(input.value) : input.value.trim();
          if (value === undefined) setText(problem, jsonProblem(input.value));
          else if (value === "") setText(problem, `Enter ${label.toLowerCase().replace("jwt", "JWT")}, or choose “${none}”.`);
          else finish(value);
        } }, kind === "boolean" ? label : "Answer")));
    const show = () => {
      const left = seconds - (performance.now() - asked) / 1000;
      if (left <= 0) finish(null);
      else setText(rest, `${Math.ceil(left)} s left`);
    };
    const timer = setInterval(show, 500);
    document.body.append(dialog);
    dialog.showModal();
    show();
    (input ?? dialog.querySelector(".primary")).focus();
  });
}

// Returns an unsigned JWT for tests, as `altcraft-bridge jwt` makes it; the simulated platform accepts it.
function sampleJWT() {
  const part = value => btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const matching = JSON.stringify({ db_id: 1, matching: "email", email: "ann@example.com" });
  return `${part({ alg: "none", typ: "JWT" })}.${part({ matching, exp: Math.floor(Date.now() / 1000) + 3600 })}.`;
}
