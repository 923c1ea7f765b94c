/// The script of the page: tabs, copy buttons, the filter and the mark of the current section.
enum ReferenceScript {
  static let text = """
    (function () {
      var root = document.documentElement, nav = document.getElementById("contents");
      var menu = document.getElementById("menu");
      root.className = "script";
      function all(selector, inside) {
        return Array.prototype.slice.call((inside || document).querySelectorAll(selector));
      }
      function make(name, parent, before) {
        var element = document.createElement(name);
        parent.insertBefore(element, before || null);
        return element;
      }
    \(tabs)
    \(copying)
    \(filter)
    \(current)
      nav.addEventListener("click", function (event) {
        if (event.target.closest("li a, .lead a")) menu.checked = false;
      });
      window.addEventListener("beforeprint", function () {
        all("details.example").forEach(function (item) { item.open = true; });
      });
    })();
    """

  /// The tabs. One choice applies to all examples and is stored if the browser allows it. The clicked tabs
  /// keep their position on the screen although the examples above them change their height.
  private static let tabs = """
      var groups = all(".tabs").map(function (group) {
        var list = make("div", group, group.firstChild), panels = all(".tab", group);
        list.className = "tablist";
        list.setAttribute("role", "tablist");
        list.setAttribute("aria-label", "Language of the example");
        var buttons = panels.map(function (panel) {
          var button = make("button", list);
          button.type = "button";
          button.textContent = panel.getAttribute("data-name");
          button.setAttribute("role", "tab");
          panel.setAttribute("role", "tabpanel");
          panel.setAttribute("aria-label", button.textContent);
          return button;
        });
        list.addEventListener("click", function (event) {
          if (event.target.closest("button")) choose(event.target.textContent, event.target);
        });
        list.addEventListener("keydown", function (event) {
          var step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], from = buttons.indexOf(event.target);
          if (!step || from < 0) return;
          event.preventDefault();
          var next = buttons[(from + step + buttons.length) % buttons.length];
          choose(next.textContent, next);
          next.focus({ preventScroll: true });
        });
        return { buttons: buttons, panels: panels };
      });
      function choose(name, clicked) {
        var top = clicked && clicked.getBoundingClientRect().top;
        groups.forEach(function (group) {
          group.buttons.forEach(function (button, index) {
            var isChosen = button.textContent === name;
            button.setAttribute("aria-selected", isChosen);
            button.tabIndex = isChosen ? 0 : -1;
            group.panels[index].classList.toggle("chosen", isChosen);
          });
        });
        if (!clicked) return;
        window.scrollBy({ top: clicked.getBoundingClientRect().top - top, behavior: "instant" });
        try { localStorage.setItem("altcraft-bridge.tab", name); } catch (error) {}
      }
      var kept = null;
      try { kept = localStorage.getItem("altcraft-bridge.tab"); } catch (error) {}
      var names = groups.length ? groups[0].buttons.map(function (button) { return button.textContent; }) : [];
      choose(names.indexOf(kept) < 0 ? names[0] : kept);
    """

  /// The copy buttons. JSON is copied as one line, as newline framing requires. A page from a file may have
  /// no access to the clipboard; then the text is copied from a field.
  private static let copying = """
      all(".tab pre, pre.json").forEach(function (code) {
        var frame = make("div", code.parentNode, code), text = code.textContent;
        if (code.className === "json") text = text.replace(/\\n\\s*/g, " ");
        frame.className = "code";
        frame.appendChild(code);
        var button = make("button", frame);
        button.type = "button";
        button.className = "copy";
        button.textContent = "Copy";
        button.addEventListener("click", function () {
          function show(isDone) {
            button.textContent = isDone ? "Copied" : "Not copied";
            button.classList.add("done");
            setTimeout(function () {
              button.textContent = "Copy";
              button.classList.remove("done");
            }, 1500);
          }
          function copyFromField() {
            var field = make("textarea", frame);
            field.value = text;
            field.select();
            var isDone = document.execCommand("copy");
            field.remove();
            button.focus();
            show(isDone);
          }
          if (!navigator.clipboard) return copyFromField();
          navigator.clipboard.writeText(text).then(function () { show(true); }, copyFromField);
        });
      });
    """

  /// The filter: a list of the entries that have all words in their name or text, in order of rank. Code is not searched.
  /// Names rank before texts, the beginning of a name before the rest of it, and methods before other entries.
  private static let filter = """
      var articles = all("main article");
      var entries = articles.map(function (article, index) {
        var link = article.querySelector("h3 a"), group = article.closest("section"), copy = article.cloneNode(true);
        all(".tabs, button, pre", copy).forEach(function (part) { part.remove(); });
        return {
          name: link.textContent, href: link.getAttribute("href"), index: index,
          kind: group.querySelector("h2").textContent, bonus: article.closest("#methods") ? 25 : 0, text: copy.textContent.toLowerCase()
        };
      });
      function rank(entry, word) {
        var name = entry.name.toLowerCase(), at = name.indexOf(word);
        if (name === word) return 100;
        if (at === 0) return 80;
        if (at > 0 && name[at - 1] === ".") return name.length === at + word.length ? 90 : 70;
        if (at > 0 && /[A-Z]/.test(entry.name[at])) return 60;
        if (at > 0) return 50;
        return entry.text.indexOf(word) < 0 ? 0 : 10;
      }
      var parts = Array.prototype.slice.call(nav.children);
      var field = make("input", nav, nav.firstChild);
      field.type = "search";
      field.className = "filter";
      field.placeholder = "Filter (press /)";
      field.setAttribute("aria-label", "Filter the contents");
      var results = make("ul", nav), status = make("p", nav);
      results.className = "results";
      status.className = "empty";
      status.setAttribute("role", "status");
      function filter() {
        var words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
        var found = words.length === 0 ? [] : entries.map(function (entry) {
          var ranks = words.map(function (word) { return rank(entry, word); });
          var isMissing = ranks.indexOf(0) >= 0;
          return { entry: entry, rank: isMissing ? 0 : ranks.reduce(function (a, b) { return a + b; }, entry.bonus) };
        }).filter(function (hit) { return hit.rank > 0; });
        found.sort(function (a, b) {
          return b.rank - a.rank || a.entry.index - b.entry.index;
        });
        var shown = found.slice(0, 60);
        results.textContent = "";
        shown.forEach(function (hit) {
          var item = make("li", results), link = make("a", item);
          link.href = hit.entry.href;
          link.textContent = hit.entry.name;
          make("small", item).textContent = hit.entry.kind;
        });
        parts.forEach(function (part) { part.hidden = words.length > 0; });
        status.textContent = found.length > shown.length ? shown.length + " of " + found.length : words.length > 0 && found.length === 0
          ? "Nothing matches \\u201C" + field.value.trim() + "\\u201D." : "";
        nav.scrollTop = 0;
      }
      function clear() { field.value = ""; filter(); mark(); }
      field.addEventListener("input", filter);
      nav.addEventListener("keydown", function (event) {
        var links = [field].concat(all("a", results)), at = links.indexOf(document.activeElement);
        var step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (event.key === "Enter" && at === 0 && links.length > 1) links[1].click();
        if (!step || at < 0 || !links[at + step]) return;
        event.preventDefault();
        links[at + step].focus();
      });
      document.addEventListener("keydown", function (event) {
        if (event.key === "Escape" && nav.contains(document.activeElement)) { clear(); field.blur(); }
        if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
        if (document.activeElement === field) return;
        event.preventDefault();
        menu.checked = true;
        field.focus();
      });
    """

  /// The mark of the current section: the link to the entry at the top of the window, or the title of its
  /// list if that is closed.
  private static let current = """
      var places = all("main article, main section.group, main section.part");
      var links = {}, marked = null, isPending = false;
      all("li a, summary a, .lead a", nav).forEach(function (link) {
        links[link.getAttribute("href").slice(1)] = link;
      });
      function mark() {
        isPending = false;
        var low = 0, high = places.length;
        while (low < high) {
          var middle = (low + high) >> 1;
          if (places[middle].getBoundingClientRect().top < 90) low = middle + 1; else high = middle;
        }
        var place = places[low - 1], link = null;
        for (; place && !link; place = place.parentElement) link = links[place.id] || null;
        var list = link && link.closest("details");
        if (list && !list.open) link = list.querySelector("summary a");
        if (link === marked) return;
        if (marked) marked.removeAttribute("aria-current");
        if (link) link.setAttribute("aria-current", "location");
        marked = link;
        if (!link || link.offsetParent === null) return;
        var box = link.getBoundingClientRect(), frame = nav.getBoundingClientRect();
        if (box.top < frame.top + 60 || box.bottom > frame.bottom - 60) {
          nav.scrollTop += box.top - frame.top - nav.clientHeight / 2;
        }
      }
      function markSoon() {
        if (!isPending) { isPending = true; requestAnimationFrame(mark); }
      }
      window.addEventListener("scroll", markSoon, { passive: true });
      window.addEventListener("resize", markSoon);
      nav.addEventListener("toggle", markSoon, true);
      mark();
    """
}
