// A tab list after the pattern of ARIA: arrow keys move, Home and End jump, only the selected tab is a tab stop.

// Connects buttons with role tab to their panels by `aria-controls`. Calls `chosen(tab)`. Returns a function that
// chooses a tab.
function connectTabs(list, chosen) {
  const tabs = () => [...list.querySelectorAll('[role="tab"]')].filter(tab => !tab.hidden);
  function choose(tab, isByKey) {
    for (const other of list.querySelectorAll('[role="tab"]')) {
      const isChosen = other === tab;
      other.setAttribute("aria-selected", String(isChosen));
      other.tabIndex = isChosen ? 0 : -1;
      const panel = byId(other.getAttribute("aria-controls"));
      if (panel) panel.hidden = !isChosen;
    }
    if (isByKey) tab.focus();
    tab.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    chosen(tab);
  }
  list.addEventListener("click", event => {
    const tab = event.target.closest('[role="tab"]');
    if (tab) choose(tab, false);
  });
  list.addEventListener("keydown", event => {
    const all = tabs(), at = all.indexOf(document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    choose(all[(next + all.length) % all.length], true);
  });
  return tab => choose(tab, false);
}

// Connects a button that changes between the theme of the system, light and dark.
function connectTheme(button) {
  // A page from a file has no storage in some browsers.
  const names = ["system", "light", "dark"];
  let theme = null;
  try { theme = localStorage.getItem("theme"); } catch {}
  if (!names.includes(theme)) theme = "system";
  function show() {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
    document.dispatchEvent(new Event("themechange"));
  }
  button.addEventListener("click", () => {
    theme = names[(names.indexOf(theme) + 1) % names.length];
    try { localStorage.setItem("theme", theme); } catch {}
    show();
    announce(`Theme: ${theme}.`);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
}
