"""The checks of each browser. A check is a function of a Session; its docstring is the statement about the product."""
import json, os, re, threading, time
from urllib.request import urlopen

import hostile
from world import SITE, jwt

PANES = ("timeline", "work", "console", "push", "status")


class Session:
    """A browser with the page of one bridge."""

    def __init__(self, browser, folder, worlds, trap, axe):
        self.browser, self.folder, self.worlds, self.trap, self.axe = browser, folder, worlds, trap, axe

    def open(self, world, role="observer"):
        """Opens the page as someone with a new ticket, without the session of an earlier page."""
        self.browser.open("about:blank")
        self.browser.open(world.page(role))
        self.browser.shows("live", '[data-strip="live"]')

    def pane(self, name):
        """Chooses a tab. The list of problems above it may move it while it is clicked."""
        isShown = "return !document.getElementById('pane-' + arguments[0]).hidden"
        for _ in range(5):
            self.browser.click(f"#tab-{name}")
            self.browser.run_async("setTimeout(done, 30)")
            if self.browser.run(isShown, name):
                return
        self.browser.wait(isShown, name, what=f"the pane {name}")

    def requests(self):
        """Returns the addresses that the browser has asked for, with one name for this machine."""
        return [url.replace("//localhost:", "//127.0.0.1:") for url in self.browser.requests()]


def opens(session):
    """a ticket opens the page once, and no ticket stays in the address or the history"""
    browser, world = session.browser, session.worlds.main
    url = world.page("control")
    browser.open("about:blank")
    browser.open(url)
    browser.shows("live", '[data-strip="live"]')
    browser.shows("control", "#role")
    assert browser.run("return location.href") == world.origin + "/"
    # The answer to a script that reloads its page may be lost.
    browser.run("window.isOld = true; setTimeout(() => location.reload())")
    browser.wait("return !window.isOld && document.readyState === 'complete' && !document.getElementById('role').hidden")
    browser.shows("live", '[data-strip="live"]')
    browser.shows("control", "#role")
    # The ticket is used up, and a page of another origin has no session. Firefox may give a page of the same origin
    # the session back that was removed just before.
    browser.open(url.replace("127.0.0.1", "localhost"))
    browser.shows("no access", '[data-strip="live"]')
    assert "inspect" in browser.text(), "the page does not say how to get access"


def panes(session):
    """each pane has a tab, and a recording or an observer sees them all"""
    browser = session.browser
    session.open(session.worlds.main)
    tabs = browser.run("return [...document.querySelectorAll('#tabs [role=tab]')].map(e => [e.id, e.textContent, e.getAttribute('aria-controls')])")
    assert [tab[0] for tab in tabs] == ["tab-" + name for name in PANES], tabs
    assert [tab[2] for tab in tabs] == ["pane-" + name for name in PANES], tabs
    for name in PANES:
        session.pane(name)
        browser.wait("return document.getElementById(arguments[0]).innerText.length > 20", f"pane-{name}", what=f"{name} is not empty")
    browser.wait("return document.querySelector('[data-strip=storage] dd').textContent === 'accepts jobs'")
    strip = browser.run("return [...document.querySelectorAll('#strip [data-strip]')].map(e => e.dataset.strip + ': ' + e.innerText)")
    assert len(strip) == 6 and all(re.search(r"\n.*\S", text) for text in strip), strip


def observer(session):
    """an observer's page changes nothing: its controls are off, and the bridge refuses each call that changes something"""
    browser, world = session.browser, session.worlds.main
    session.open(world, "observer")
    browser.shows("read only", "#role")
    session.pane("console")
    browser.shows("altcraft-bridge inspect --control", "#pane-console")
    assert browser.run("return [...document.querySelectorAll('#pane-console button')].find(e => e.textContent === 'Call').disabled")
    session.pane("push")
    browser.shows("This page can only read. For changes run: altcraft-bridge inspect --control", "#pane-push")
    assert browser.run("return [...document.querySelectorAll('#pane-push button')].find(e => e.textContent === 'Take the push').disabled")
    session.pane("work")
    for name in ("Retry", "Discard"):
        assert browser.run("return [...document.querySelectorAll('#pane-work button')].every(e => !e.textContent.startsWith(arguments[0]) || e.disabled || !e.offsetParent)", name), name
    before = world.call("bridge.stats")["outbox"]["accepted"]
    # The page cannot be trusted to hold itself back: the same session calls everything.
    document = world.call("rpc.discover")
    forbidden = [method["name"] for method in document["methods"] if not method.get("x-observer")]
    answers = browser.run_async("""
      const names = arguments[0], answers = {};
      const socket = new WebSocket('ws://' + location.host + '/rpc', ['altcraft-bridge.v1']);
      const session = JSON.parse(sessionStorage.getItem('session'));
      socket.onopen = () => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'bridge.authenticate', params: { token: session.token } }));
      socket.onclose = () => done({ closed: true });
      socket.onmessage = event => {
        const message = JSON.parse(event.data);
        if (message.id === 'a') names.forEach(name => socket.send(JSON.stringify({ jsonrpc: '2.0', id: name, method: name, params: {} })));
        else answers[message.id] = message.error ? message.error.code : 'done';
        if (Object.keys(answers).length === names.length) done(answers);
      };
    """, forbidden)
    allowed = {name: code for name, code in answers.items() if code != -32001}
    assert len(answers) == len(forbidden) and not allowed, f"not refused: {allowed}"
    assert world.call("bridge.stats")["outbox"]["accepted"] == before


def console(session):
    """the console calls each kind of method by its form, and shows answer, refusal and job"""
    browser, world = session.browser, session.worlds.main
    session.open(world, "control")
    session.pane("console")
    browser.shows("mobileEvent", "#pane-console .request h2")
    choose_method(browser, "bridge.ping")
    browser.click("#pane-console .primary")
    browser.shows('"pong"', "#pane-console .answer")
    choose_method(browser, "mobileEvent")
    fill_field(browser, "sid", "px-1")
    fill_field(browser, "eventName", "from the console")
    browser.click("#pane-console .primary")
    browser.shows("requestId", "#pane-console .answer")
    browser.shows("job ", "#pane-console .answer")
    fill_field(browser, "eventName", "")
    browser.click("#pane-console .primary")
    browser.shows("eventName is required.", "#pane-console")
    fill_field(browser, "eventName", "again")
    # An object within the parameters, and a refusal of the bridge.
    choose_method(browser, "bridge.check")
    fill_field(browser, "method", "pushSubscrbe")
    fill_field(browser, "params", "{}")
    browser.click("#pane-console .primary")
    browser.shows("pushSubscribe", "#pane-console .answer")
    browser.shows("methodNotFound", "#pane-console .answer")
    choose_method(browser, "outbox.get")
    fill_field(browser, "requestId", "nothing")
    browser.click("#pane-console .primary")
    browser.shows("null", "#pane-console .answer")
    # The document gives the parameters of every method, so that each form can be made.
    without = browser.run("""
      const pane = document.querySelector('#pane-console .request'), picker = pane.querySelector('select');
      return [...picker.options].filter(option => {
        picker.value = option.value;
        picker.dispatchEvent(new Event('change'));
        return pane.querySelector('h2').textContent !== option.value
          || !pane.querySelector('.field code') && !pane.textContent.includes('No parameters.');
      }).map(option => option.value);
    """)
    assert not without, f"without a form: {without}"


def choose_method(browser, name):
    browser.choose("#pane-console .request > select", name)
    browser.wait("return document.querySelector('#pane-console .request h2').textContent === arguments[0]", name)


def fill_field(browser, name, text):
    """Types a text into the field of a parameter."""
    browser.wait(
        "for (const label of document.querySelectorAll('#pane-console .request label')) {"
        "  if (label.textContent.replace(' required', '') !== arguments[0]) continue;"
        "  document.querySelectorAll('[data-under-test]').forEach(e => delete e.dataset.underTest);"
        "  document.getElementById(label.htmlFor).dataset.underTest = ''; return true;"
        "} return false", name, what=f"the field {name}")
    browser.fill("[data-under-test]", text)


def click_text(browser, selector, text):
    """Clicks the element that has this text."""
    browser.wait(
        "for (const e of document.querySelectorAll(arguments[0])) {"
        "  delete e.dataset.chosen; if (e.innerText.trim().startsWith(arguments[1])) e.dataset.chosen = '';"
        "} return document.querySelector('[data-chosen]') !== null", selector, text, what=f"{text!r} to click")
    browser.click("[data-chosen]")


def samples(session):
    """a call is copied as the code that the reference shows, for each example of each method"""
    browser, world = session.browser, session.worlds.main
    session.open(world, "observer")
    session.pane("console")
    browser.shows("mobileEvent", "#pane-console .request h2")
    reference = open(session.worlds.root + "/schema/reference.html", encoding="utf-8").read()
    accepted = {method["name"]: {example["name"] for example in method["examples"]} for method in world.call("rpc.discover")["methods"]}
    expected = [row for row in samples_of(reference) if row[1] in accepted[row[0]] and row[0] != "bridge.authenticate"]
    assert len(expected) > 150, f"the reference has only {len(expected)} samples"
    shown = browser.run("""
      const pane = document.getElementById('pane-console'), picker = pane.querySelector('.request > select');
      const examples = document.getElementById('console-example'), code = pane.querySelector('.results .code pre');
      const set = (e, value) => { e.value = value; e.dispatchEvent(new Event('change')); };
      return arguments[0].map(([method, example, language]) => {
        if (picker.value !== method) set(picker, method);
        const option = [...examples.options].find(option => option.text === example);
        if (!option) return 'no example';
        set(examples, option.value);
        pane.querySelector('[data-language="' + language + '"]').click();
        return code.textContent;
      });
    """, [row[:3] for row in expected])
    assert "no example" not in shown
    # The page names the socket of its bridge, which the reference does not know.
    place = re.compile(r" --socket \S+/run/s$")
    calls = [text for row, text in zip(expected, shown) if row[2] == "altcraft-bridge call"]
    assert calls and all(place.search(text) for text in calls), calls[:1]
    shown = [place.sub("", text) for text in shown]
    wrong = [(row, text) for row, text in zip(expected, shown) if text != row[3]]
    assert not wrong, f"{len(wrong)} of {len(expected)} differ, first {wrong[0]}"


def samples_of(reference):
    """Returns method, example, language and code of the accepted examples of the reference."""
    from html import unescape
    for article in reference.split('<article id="method-')[1:]:
        method = article.partition('"')[0]
        for part in article.partition("</article>")[0].split('<details class="example"')[1:]:
            title = unescape(re.search(r"<summary>Example: (.*)</summary>", part).group(1))
            for tab in part.split('<div class="tab" data-name="')[1:]:
                language, code = tab.partition('"')[0], re.search(r"<pre[^>]*>(.*?)</pre>", tab.partition("</div>")[0], re.S)
                if language in ("call", "TypeScript", "Python") and code and "requestId" not in code.group(1) and "request_id" not in code.group(1):
                    name = "altcraft-bridge call" if language == "call" else language
                    yield method, title, name, unescape(code.group(1))


def callbacks(session):
    """a page with control answers the questions of the bridge in a dialogue"""
    browser, world = session.browser, session.worlds.callbacks[session.browser.name]
    session.open(world, "control")
    session.pane("console")
    browser.shows("mobileEvent", "#pane-console .request h2")
    choose_method(browser, "setJWTProvider")
    browser.wait("const e = document.querySelector('#pane-console .field select'); return e && [...e.options].some(o => o.text === '\"callback\"')")
    browser.run(
        "const e = document.querySelector('#pane-console .field select');"
        "e.value = [...e.options].find(o => o.text === '\"callback\"').value; e.dispatchEvent(new Event('input', { bubbles: true }))")
    browser.click("#pane-console .primary")
    browser.shows("true", "#pane-console .answer")
    # The call is answered when the question is.
    call = threading.Thread(target=world.call, args=("mobileEvent",), kwargs={**SITE, "eventName": "asks", "requestId": "asks-1"})
    call.start()
    browser.shows("asks for a JWT", "dialog")
    browser.fill("dialog textarea", jwt())
    # The attempt asks again.
    browser.click("#callback-keep")
    browser.click("dialog .primary")
    browser.wait("return !document.querySelector('dialog')", what="the dialogue closes")
    call.join()
    world.until("asks-1", lambda job: job["state"] == "delivered")


def pushes(session):
    """each of the ten structures is read, taken and clicked, and its delivery and open are seen to go out"""
    browser, world = session.browser, session.worlds.main
    session.open(world, "control")
    session.pane("push")
    names = browser.run("return [...document.getElementById('push-structure').options].map(o => o.value)")
    assert len(names) == 10, names
    for name in names:
        browser.choose("#push-structure", name)
        browser.shows("20 % off everything", "#pane-push .notification")
        browser.shows("Structure", "#pane-push dl")
        message = json.loads(browser.run("return document.getElementById('push-message').value"))
        has_uid = "uid" in message
        assert world.call("parsePush", message=message)["isAltcraft"] is True, name
        if name in ("fcmV1IOS", "ruStore"):
            browser.click("#pane-push .primary")
            browser.shows("Taken", "#pane-push .way")
            browser.shows("Delivery delivered", "#pane-push .way")
            browser.click("#pane-push .notification .primary")
            browser.shows("Opens https://example.com/clickurl", "#pane-push .way")
            browser.shows("Open delivered", "#pane-push .way")
        elif not has_uid:
            browser.shows("none: neither delivery nor open", "#pane-push dl")
    browser.fill("#push-message", '{"a": ')
    browser.shows("This cannot be read as JSON", "#push-problem")
    browser.fill("#push-message", '{"from": "someone else"}')
    browser.shows("not of the platform", "#pane-push")


def status(session):
    """the status pane shows what the command status prints"""
    browser, world = session.browser, session.worlds.main
    session.open(world)
    session.pane("status")
    info, stats = world.call("bridge.info"), world.call("bridge.stats")
    browser.shows(info["dataDir"], "#pane-status")
    text = re.sub(r"[\s\u202f]+", " ", browser.text("#pane-status"))
    for part in (*info["transports"], info["version"], str(info["pid"]), stats["platform"]["url"], "answers", info["appGroup"], *info["limits"]):
        assert part in text, f"{part} is not in the status: {text[:400]}"
    assert browser.run("return document.querySelectorAll('#pane-status .histogram tbody tr').length") > 1


def keyboard(session):
    """everything can be done by the keyboard alone, and the focus is always seen"""
    browser = session.browser
    session.open(session.worlds.main, "control")
    session.pane("timeline")
    # A new page begins at its start.
    session.open(session.worlds.main, "control")
    seen, unseen = [], []
    for _ in range(40):
        browser.press("Tab")
        place = browser.run(
            "const e = document.activeElement, s = getComputedStyle(e), box = e.getBoundingClientRect();"
            "return [e.id || e.getAttribute('aria-label') || e.textContent.slice(0, 30), e.tagName, s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0, box.width * box.height]")
        if place[1] == "BODY":
            break
        seen.append(place[0])
        if not place[2] and place[1] not in ("MAIN", "ASIDE"):
            unseen.append(place[0])
    assert not unseen, f"the focus is not seen on {unseen}"
    assert "tab-timeline" in seen, seen
    # The last Tab may have left the page for the toolbar of the browser, from which no script gets the focus back.
    session.open(session.worlds.main, "control")
    browser.run("document.getElementById('tab-timeline').focus()")
    for name in PANES[1:]:
        browser.press("ArrowRight")
        browser.wait("return document.activeElement.id === 'tab-' + arguments[0] && !document.getElementById('pane-' + arguments[0]).hidden", name)
    browser.press("Home")
    browser.wait("return document.activeElement.id === 'tab-timeline'")
    browser.press("ArrowRight")
    browser.press("ArrowRight")
    # From the tab of the console to a call, by Tab and Enter.
    browser.shows("mobileEvent", "#pane-console .request h2")
    for _ in range(120):
        browser.press("Tab")
        if browser.run("return document.activeElement.getAttribute('aria-label') === 'Find a method'"):
            break
    browser.type("bridge.ping")
    browser.press("Enter")
    browser.wait("return document.querySelector('#pane-console .request h2').textContent === 'bridge.ping'")
    for _ in range(40):
        if browser.run("return document.activeElement.textContent === 'Call'"):
            break
        browser.press("Tab")
    browser.press("Enter")
    browser.shows('"pong"', "#pane-console .answer")


def accessible(session):
    """axe finds nothing in each pane: in Chromium wide and light, in Firefox narrow and dark"""
    if not session.axe:
        return "axe is not installed"
    browser, found = session.browser, []
    width, scheme = (400, "dark") if browser.name == "Firefox" else (1280, "light")
    session.open(session.worlds.main, "control")
    for name in PANES:
        session.pane(name)
        browser.resize(width, 800)
        # Without motion, so that no colour is on its way to another.
        browser.look(scheme, "reduce")
        found += [f"{name}: {line}" for line in browser.axe(session.axe)]
    browser.resize(1280, 800)
    browser.look()
    assert not found, f"{len(found)}: " + "\n".join(found[:12])


def spoken(session):
    """the tree of a screen reader has a name for everything that can be operated"""
    browser = session.browser
    session.open(session.worlds.main, "control")
    roles = {"button", "tab", "textbox", "searchbox", "combobox", "link", "checkbox", "tabpanel", "listbox", "option"}
    for name in PANES:
        session.pane(name)
        nameless = [role for role, label in browser.names() if role in roles and not label.strip()]
        assert not nameless, f"without a name in {name}: {nameless}"


def narrow(session):
    """at 400 pixels nothing is cut off at the side, light and dark"""
    browser = session.browser
    session.open(session.worlds.main, "control")
    for width in (400, 2560):
        browser.resize(width, 800)
        for name in PANES:
            session.pane(name)
            wide = browser.run("return document.documentElement.scrollWidth")
            assert wide <= width, f"{name} is {wide} pixels wide at {width}"
    browser.resize(400, 800)
    session.pane("work")
    click_text(browser, "#pane-work button", "All")
    names = "[...document.querySelectorAll('#pane-work tbody button')]"
    browser.wait(f"const all = {names}; return all.length && all.every(e => e.offsetHeight < 24 && e.scrollWidth <= e.clientWidth)",
                 what="whole names of methods, in one line each")
    browser.resize(1280, 800)


def survives(session):
    """no text of a client, a user, a push or the platform becomes a part of the page, wherever it is shown"""
    browser, world = session.browser, session.worlds.hostile
    session.open(world, "control")
    look_everywhere(session)
    shown = browser.text()
    session.pane("work")
    time.sleep(0.3)
    shown += browser.text()
    assert "<img src=x onerror=" in shown or "onerror" in shown, "no hostile text is shown"
    # Text that a person types is as hostile.
    texts = session.worlds.texts
    session.pane("push")
    for text in texts[:6]:
        browser.run(
            "const e = document.getElementById('push-message'); e.value = arguments[0]; e.dispatchEvent(new Event('input', { bubbles: true }))",
            json.dumps(hostile.push(text, 1)))
        browser.wait("const e = document.querySelector('#pane-push .notification .title'); return e && e.textContent === arguments[0]", text)
        intact(session, "the push pane")


def look_everywhere(session):
    """Opens each pane, each row of it, and what is behind them, and looks at the page each time."""
    browser = session.browser
    for name in PANES:
        session.pane(name)
        browser.run_async("setTimeout(done, 250)")
        intact(session, name)
        for selector in (f"#pane-{name} summary", "#attention summary"):
            browser.run("for (const e of document.querySelectorAll(arguments[0])) if (e.offsetParent) e.click()", selector)
        browser.run_async("""
          // Everything that opens details, each once; nothing that changes the bridge.
          const rows = [...document.querySelectorAll('#' + arguments[0] + ' tbody tr, #' + arguments[0] + ' [role=row], #' + arguments[0] + ' .job')].slice(0, 60);
          let i = 0;
          (function next() {
            if (i >= rows.length) return done();
            const row = rows[i++];
            (row.querySelector('button:not(.danger)') || row).click();
            setTimeout(next, 5);
          })();
        """, "pane-" + name) if name in ("work", "timeline") else None
        intact(session, name + " with details")


def intact(session, place):
    faults = session.browser.run(hostile.INTACT)
    assert not faults, f"{place}: {faults[:5]}"
    assert not session.trap.asked, f"{place}: the page loads {session.trap.asked}"


def recording(session):
    """a recording opens without a bridge, from a page on the disk, and hostile texts in it stay texts"""
    browser, folder = session.browser, f"{session.folder}/recording"
    os.makedirs(folder, exist_ok=True)
    with urlopen(session.worlds.main.origin or session.worlds.main.page().split("/#")[0], timeout=10) as answer:
        page = answer.read()
    with open(folder + "/inspector.html", "wb") as file:
        file.write(page)
    browser.open("about:blank")
    browser.open(f"file://{folder}/inspector.html")
    browser.wait("return document.getElementById('recording-file') !== null")
    browser.upload("#recording-file", session.worlds.recording)
    browser.shows("recording", '[data-strip="live"]')
    browser.shows("mobileEvent", "body")
    session.pane("work")
    click_text(browser, "#pane-work button", "All")
    browser.shows("rejected by the platform, HTTP 400", "#pane-work")
    browser.click("#pane-work tbody button")
    browser.wait("return document.querySelectorAll('#pane-work tr.chosen').length === 1", what="the row of the open job")
    session.pane("console")
    browser.shows("A recording answers no calls", "#pane-console")
    hostile.recording(folder + "/<img src=x onerror=alert(1)>.txt", session.worlds.texts)
    browser.upload("#recording-file", folder + "/<img src=x onerror=alert(1)>.txt")
    browser.run_async("setTimeout(done, 300)")
    look_everywhere(session)
    foreign = [url for url in session.requests() if not url.startswith(("file://", "http://127.0.0.1", "ws://127.0.0.1", "data:", "about:"))]
    assert not foreign, foreign


def loads_nothing(session):
    """a page requests nothing but itself and the state of its own server, and its scripts have no errors"""
    browser = session.browser
    origins = {url.split("/", 3)[2] for url in session.requests() if url.startswith(("http://", "ws://", "https://", "wss://"))}
    bridges = {world.origin.split("/", 3)[2] for world in session.worlds.all if world.origin}
    platforms = {world.url.split("/", 3)[2] for world in session.worlds.all if world.platform}
    assert origins <= bridges | platforms, f"requests to {origins - bridges - platforms}"
    for url in session.requests():
        match = re.fullmatch(r"(?:http|ws)://([^/]+)([^?#]*).*", url)
        if match:
            allowed = ("/", "/rpc", "/readyz") if match[1] in bridges else ("/",)
            isControl = match[1] in platforms and match[2].startswith("/__")
            assert match[2] in allowed or isControl, url
    assert not session.trap.asked, session.trap.asked
    assert not browser.faults(), browser.faults()[:5]


CHECKS = (
    opens, panes, status, console, samples, callbacks, pushes, observer, keyboard, spoken, accessible, narrow, survives,
    recording)
