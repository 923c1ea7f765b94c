// The panes with profiles and with events, as the platform has them now.

function subscriptionBlock(subscription) {
  const tone = { subscribed: "good", suspended: "warn", unsubscribed: "bad" }[subscription.status] ?? "";
  return h("div.subscription",
    h("div.bar", h("span", { class: `tag ${tone}`, text: subscription.status }),
      h("span", { text: subscription.provider }), h("code.clip", { text: subscription.subscription_id })),
    facts(["Categories", subscription.cats.map(category => `${category.title}${category.active ? "" : " (off)"}`).join(", ")]),
    Object.keys(subscription.fields).length ? h("details", h("summary", { text: "Fields" }), jsonPanel(subscription.fields)) : null);
}

function profileCard(profile, database) {
  const [name, value] = Object.entries(profile.matching ?? {})[0] ?? ["push subscription", profile.id];
  return h("article.card",
    h("div.bar", h("h2", { text: value }), h("span.tag", { text: name }),
      h("span.soft", { text: `database ${database}, ${profile.id}` })),
    facts(["Triggers", `${plural(profile.triggers.fired, "request")} may fire them, ${profile.triggers.skipped} may not`]),
    Object.keys(profile.fields).length ? h("details", h("summary", { text: "Profile fields" }), jsonPanel(profile.fields)) : null,
    profile.subscriptions.map(subscriptionBlock),
    profile.channelSubscriptions.length
      ? h("details", h("summary", { text: "Other channels" }), jsonPanel(profile.channelSubscriptions)) : null);
}

// Shows content again only if its data differ, so that opened details stay open.
function mountChanging(pane, data, content) {
  let shown = null;
  model.listeners.push(() => {
    const value = data();
    if (!value) return;
    const text = JSON.stringify(value);
    if (text === shown) return;
    shown = text;
    fill(pane, content());
  });
}

function mountPeople(pane) {
  mountChanging(pane, () => model.state?.databases, () => {
    const { databases } = model.state;
    if (!databases.length) {
      return h("div.empty", h("h2", { text: "No profile yet" }),
        h("p", { text: "A profile appears with its first subscription, profile update or mobile event of a JWT." }));
    }
    const hidden = databases.reduce((sum, database) => sum + database.profileCount - database.profiles.length, 0);
    return [
      hidden ? h("p.title.soft", { text: `The latest ${shownProfiles} of each database; ${plural(hidden, "older profile")} not shown.` }) : null,
      h("div.cards", databases.flatMap(database =>
        [...database.profiles].reverse().map(profile => profileCard(profile, database.id)))),
    ];
  });
}

function mountEvents(pane) {
  mountChanging(pane, () => model.state && [model.state.mobileEvents, model.state.pushEvents], () => {
    const { mobileEvents, pushEvents } = model.state;
    if (!mobileEvents.length && !pushEvents.length) {
      return h("div.empty", h("h2", { text: "No event yet" }),
        h("p", { text: "Mobile events appear here, and the deliveries and opens of pushes." }));
    }
    return [
      h("h2.title", { text: "Mobile events" }),
      h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Mobile events" }, h("table",
        h("thead", h("tr", ["Time", "Name", "Pixel", "Profile", "UTM campaign", "Payload"].map(text => h("th", { scope: "col", text })))),
        h("tbody", [...mobileEvents].reverse().map(event => h("tr",
          [clockText(event.time * 1e6, 0), event.name, event.sid, event.profileId ?? "–", event.utm.campaign ?? "–",
            event.payload ? shortened(JSON.stringify(event.payload), 200) : "–"].map(text => h("td", { text }))))))),
      h("h2.title", { text: "Pushes reported by devices" }),
      h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Pushes reported by devices" }, h("table",
        h("thead", h("tr", h("th", { scope: "col", text: "smid" }), h("th", { scope: "col", class: "num", text: "Deliveries" }),
          h("th", { scope: "col", class: "num", text: "Opens" }))),
        h("tbody", [...pushEvents].reverse().map(push => h("tr", h("td", { text: push.smid }),
          h("td.num", { text: push.delivery }), h("td.num", { text: push.open }))))))];
  });
}
