// The start of the page.

function showStrip() {
  const set = (name, text) => setText(document.querySelector(`[data-strip="${name}"] dd`), text);
  const live = document.getElementById("live");
  setText(live, model.isLive ? "live" : "not connected");
  live.className = model.isLive ? "tag good" : "tag bad";
  live.title = model.problem ?? "Requests appear as they arrive.";
  set("refused", countText(model.requests.filter(request => toneOf(request) === "bad").length));
  if (!model.state) return;
  const profiles = model.state.databases.flatMap(database => database.profiles);
  set("requests", countText(model.state.requests.last));
  set("people", countText(model.state.databases.reduce((sum, database) => sum + database.profileCount, 0)));
  set("subscribed", countText(profiles.flatMap(profile => profile.subscriptions)
    .filter(subscription => subscription.status === "subscribed").length));
  set("pushes", countText(model.state.pushes.waiting));
  set("rules", countText(rulesInForce().length));
}

connectTheme(document.getElementById("theme"));
const chooseTab = connectTabs(document.getElementById("tabs"), () => {});
mountRequests(document.getElementById("pane-requests"));
mountPeople(document.getElementById("pane-people"));
mountEvents(document.getElementById("pane-events"));
mountCampaigns(document.getElementById("pane-pushes"));
mountControls(document.getElementById("controls"));
model.listeners.push(showStrip);
chooseTab(document.getElementById("tab-requests"));
model.changed();
model.follow();
