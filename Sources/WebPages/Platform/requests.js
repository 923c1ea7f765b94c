// The pane with the requests, newest first.

function toneOf(request) {
  if (request.status === null) return "bad";
  return request.status < 300 ? (request.why ? "warn" : "good") : request.status < 400 ? "warn" : "bad";
}

function requestFits(request, words, onlyRefused) {
  if (onlyRefused && toneOf(request) === "good") return false;
  const text = `${request.method} ${request.path} ${request.status ?? "---"} ${request.requestId ?? ""} ${request.why ?? ""}`.toLowerCase();
  return words.every(word => text.includes(word));
}

function requestDetail(request) {
  const body = request.body ?? request.parts ?? request.text ?? null;
  return h("div", { class: "content" },
    facts(["Reason", request.why], ["Request-ID", request.requestId], ["Attempt", request.attempt],
      ["Body", bytesText(request.bodyBytes)]),
    Object.keys(request.query).length ? h("div", h("h2", { text: "Query" }), jsonPanel(request.query)) : null,
    h("div", h("h2", { text: "Headers; secrets are replaced by a fingerprint" }), jsonPanel(request.headers)),
    body === null ? null : h("div", h("h2", { text: "Body" }), typeof body === "string"
      ? h("pre.text", { tabindex: "0", text: body }) : jsonPanel(body)));
}

function requestRow(request) {
  const content = h("div", { hidden: true });
  const button = h("button", { type: "button", "aria-expanded": "false", onclick: () => {
    const isOpen = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(isOpen));
    content.hidden = !isOpen;
    if (isOpen) fill(content, requestDetail(request));
  } },
    h("span.soft", { text: clockText(request.time * 1000) }),
    h("span", { class: `status ${toneOf(request)}`, text: request.status ?? "---" }),
    h("span.path", { text: `${request.method} ${request.path}` }),
    h("span.id.mono.soft.clip", { text: request.requestId ?? "", title: request.requestId ?? "" }),
    h("span.soft", { text: request.attempt > 1 ? `attempt ${request.attempt}` : "" }),
    h("span", { class: `why ${toneOf(request)}`, text: request.why ?? "" }));
  return h("li", null, button, content);
}

function mountRequests(pane) {
  const search = h("input", { type: "search", placeholder: "Path, status, Request-ID or reason", "aria-label": "Search the requests",
    oninput: update });
  const refused = h("input", { type: "checkbox", onchange: update });
  const list = h("ul.requests", { "aria-label": "Requests, the newest first" });
  const empty = h("div.empty");
  pane.append(h("div", { class: "tools bar" }, search, h("label", null, refused, " only refused or disturbed"),
    action("Remove all", () => control("DELETE", "/__requests").then(() => model.restart()).catch(error => announce(error.message)))),
  list, empty);

  function update() {
    const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
    const shown = model.requests.filter(request => requestFits(request, words, refused.checked)).reverse();
    patchList(list, shown, request => request.index, requestRow);
    empty.hidden = shown.length > 0;
    if (!shown.length) {
      fill(empty, h("h2", { text: model.requests.length ? "No request matches" : "No request yet" }),
        model.requests.length ? null : h("p", "Pass ", h("code", { text: location.origin }),
          " to the bridge as apiUrl, in a call of initialization. Each request appears here as it arrives, with the reason if it was refused."));
    }
  }
  model.listeners.push(update);
}
