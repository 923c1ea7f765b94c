// Faults at a click, and the state as a whole.

const faults = [
  ["503", { status: 503 }, "Unavailable: the bridge tries again later"],
  ["429", { status: 429, headers: { "Retry-After": "2" } }, "Too many requests: the bridge waits two seconds"],
  ["Drop before", { drop: "before" }, "The connection is reset; nothing is performed"],
  ["Drop after", { drop: "after" }, "The request is performed and its answer lost"],
  ["Slow", { delayMs: 3000 }, "The answer comes three seconds late"],
  ["Hang", { hang: true }, "No answer until the bridge ends the attempt"],
  ["Truncated", { truncateBody: 5 }, "The answer ends after five bytes"],
];

const paths = [["", "every request"], ["/event/post", "mobile events"], ["/event/push/*", "deliveries and opens"],
  ["/subscription/*", "subscriptions"], ["/profile/update", "profile updates"]];

function faultText(fault) {
  const known = faults.find(([, value]) => JSON.stringify(value) === JSON.stringify(fault));
  if (known) return known[0];
  const { status, delayMs, ...rest } = fault, others = Object.keys(rest).length ? shortened(JSON.stringify(rest), 120) : null;
  return [status, delayMs && `${durationText(delayMs * 1000)} late`, others].filter(Boolean).join(", ");
}

function ruleText(rule) {
  const where = rule.match.path ?? "every request";
  const rest = rule.times === null ? "until removed" : `${rule.applied} of ${plural(rule.times, "time")}`;
  return `${faultText(rule.fault)}: ${where}, ${rest}`;
}

function rulesInForce() {
  return (model.script?.rules ?? []).filter(rule => rule.times === null || rule.applied < rule.times);
}

function confirmed(title, text, label) {
  return new Promise(resolve => {
    const dialog = h("dialog", { "aria-label": title, onclose: () => { resolve(dialog.returnValue === "yes"); dialog.remove(); } },
      h("h2", { text: title }), h("p", { text }),
      h("div.bar", action("Cancel", () => dialog.close("")), action(label, () => dialog.close("yes"), { class: "danger" })));
    document.body.append(dialog);
    dialog.showModal();
  });
}

function mountControls(pane) {
  const times = choice([["1", "the next one"], ["3", "the next 3"], ["10", "the next 10"], ["", "all, until removed"]]);
  const path = choice(paths);
  const result = h("p", { role: "status" });
  const rules = h("ul.rules", { "aria-label": "Faults in force" });
  const remove = action("Remove all faults", () => change(result, () => "No fault is in force.", () => control("DELETE", "/__script")));
  const buttons = faults.map(([name, fault, title]) => action(name, () => {
    const rule = { match: path.value ? { path: path.value } : {}, times: times.value ? Number(times.value) : null, fault };
    return change(result, () => `${name}: ${path.selectedOptions[0].textContent}, ${times.selectedOptions[0].textContent}.`,
      () => control("POST", "/__script", JSON.stringify({ rules: [rule] })));
  }, { title }));

  const outcome = h("p", { role: "status" });
  const file = h("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "A file with a state", onchange: async () => {
    const chosen = file.files[0];
    file.value = "";
    if (!chosen) return;
    const text = await chosen.text();
    change(outcome, () => `The state of ${shortened(chosen.name, 60)} is in use.`, () => control("POST", "/__import", text));
  } });
  const reset = action("Reset everything", async () => {
    if (!await confirmed("Reset everything?", "Profiles, events, campaigns, waiting pushes, requests and faults are removed.", "Reset")) return;
    await change(outcome, () => "Everything was removed.", () => control("POST", "/__reset"));
    model.restart();
  }, { class: "danger" });

  pane.append(
    h("section", { "aria-labelledby": "faults-title" }, h("h2", { id: "faults-title", text: "Faults" }),
      h("div.grid", labelled("For", path), labelled("Requests", times)),
      h("div", { class: "grid" }, buttons), result, rules, remove),
    h("section", { "aria-labelledby": "state-title" }, h("h2", { id: "state-title", text: "State" }),
      h("p", { text: "Profiles, events, campaigns and waiting pushes." }),
      h("div.grid", action("Export", () => location.assign("/__export")), action("Import", () => file.click())),
      file, reset, outcome));
  model.listeners.push(() => {
    const inForce = rulesInForce();
    fill(rules, inForce.map(rule => h("li", { text: ruleText(rule) })));
    remove.hidden = !(model.script?.rules.length);
  });
}
