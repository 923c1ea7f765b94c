// The pane with campaigns: a form that sends one, and the counts of each.

function labelled(text, field, note) { return h("label", null, text, field, note ?? null); }

function choice(rows) { return h("select", rows.map(([value, text]) => h("option", { value, text }))); }

function mountCampaigns(pane) {
  const source = h("span.soft", { text: "The form of the provider of each subscription." });
  const structure = choice([["", "that of the provider"]]);
  const form = choice([["device", "as it arrives on a device"], ["provider", "as it is sent to the push service"]]);
  const fault = choice([["", "none"], ["lose", "the push is lost"], ["repeat", "the push comes twice"]]);
  const title = h("input", { value: "Sale" }), body = h("input", { value: "Today only" });
  const link = h("input", { value: "https" + "://example.com/sale" });
  const token = h("input", { placeholder: "everyone subscribed" });
  const result = h("span", { role: "status" });
  structure.addEventListener("change", () => setText(source,
    model.campaigns?.structures.find(item => item.name === structure.value)?.source ?? "The form of the provider of each subscription."));

  const send = h("form.campaign", { "aria-label": "Send a campaign", onsubmit: event => {
    event.preventDefault();
    const campaign = { message: { title: title.value, body: body.value, clickUrl: link.value }, form: form.value,
      structure: structure.value || null, fault: fault.value || null, audience: token.value ? { token: token.value } : null };
    change(result, answer => `Campaign ${answer.id}: ${plural(answer.pushes, "push", "pushes")}.`,
      () => control("POST", "/__campaigns", JSON.stringify(campaign)));
  } },
    labelled("Title", title), labelled("Text", body), labelled("Address that a tap opens", link), labelled("Push token", token),
    labelled("Structure", structure), labelled("Form", form), labelled("Fault on the way", fault),
    h("div.wide.bar", h("button", { type: "submit", class: "primary" }, "Send the campaign"), result, source));
  const list = h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Campaigns" });
  pane.append(send, list);
  mountChanging(list, () => model.campaigns, () => {
    const { campaigns, structures } = model.campaigns;
    if (structure.options.length === 1) structure.append(...structures.map(item => h("option", { value: item.name, text: item.name })));
    if (!campaigns.length) {
      return h("div.empty", h("h2", { text: "No campaign yet" }),
        h("p", { text: "A push goes to each subscription. A bridge whose host called push.simulated.subscribe hands it over; then its delivery, its open and the mobile event after it are counted here." }));
    }
    const counts = [["sent", "Sent"], ["received", "Received"], ["delivered", "Delivered"], ["opened", "Opened"], ["attributed", "Attributed events"]];
    return h("table",
      h("thead", h("tr", h("th", { scope: "col", text: "Campaign" }), h("th", { scope: "col", text: "Message" }),
        h("th", { scope: "col", text: "Structure" }), counts.map(([, text]) => h("th", { scope: "col", class: "num", text })))),
      h("tbody", [...campaigns].reverse().map(campaign => h("tr", h("td", { text: campaign.id }),
        h("td", { text: shortened(campaign.message.title ?? campaign.message.body ?? "", 80) }),
        h("td", null, campaign.structure ?? "by provider", campaign.fault ? h("span.tag.warn", { text: campaign.fault }) : null),
        counts.map(([name]) => h("td.num", { text: campaign[name] }))))));
  });
}
