"""A page in Chromium or Firefox, driven without a library: it is clicked, typed into, read and photographed.

Chromium speaks the DevTools protocol over two pipes, Firefox the protocol Marionette over TCP.
"""
import base64, json, os, queue, socket, threading, time

from browsers import Browser

TIMEOUT = 20

# The keys that tests press, with the code points that WebDriver gives them.
KEYS = {
    "Enter": ("\r", 13, "\ue007"), "Tab": ("\t", 9, "\ue004"), "Escape": ("", 27, "\ue00c"), " ": (" ", 32, " "),
    "Backspace": ("", 8, "\ue003"), "Delete": ("", 46, "\ue017"), "Home": ("", 36, "\ue011"), "End": ("", 35, "\ue010"),
    "ArrowLeft": ("", 37, "\ue012"), "ArrowUp": ("", 38, "\ue013"),
    "ArrowRight": ("", 39, "\ue014"), "ArrowDown": ("", 40, "\ue015"), "Shift": ("", 16, "\ue008"),
    "Control": ("", 17, "\ue009"),
}
MODIFIERS = {"Alt": 1, "Control": 2, "Shift": 8}


# Returns the middle of the first visible element that matches, in the window, and notes its click.
FIND = """
  window.wasClicked = false;
  for (const e of document.querySelectorAll(arguments[0])) {
    let box = e.getBoundingClientRect();
    if (!box.width || !box.height || getComputedStyle(e).visibility !== 'visible') continue;
    if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) {
      e.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      box = e.getBoundingClientRect();
    }
    e.addEventListener('click', () => { window.wasClicked = true; }, { capture: true, once: true });
    return [box.left + Math.min(box.width, innerWidth) / 2, box.top + Math.min(box.height, innerHeight) / 2];
  }
  return null;
"""


class ScriptError(AssertionError):
    """An exception of a script that the driver runs in the page."""


class Navigated(AssertionError):
    """The page was replaced by another one while a script ran."""


class Page:
    """The common part: all that can be done by scripts and by the input of the subclass."""

    def __init__(self):
        self.errors = []

    def wait(self, script, *arguments, seconds=TIMEOUT, what=None):
        """Runs a script until it returns something that counts as true, and returns that."""
        end = time.monotonic() + seconds
        while True:
            try:
                value = self.run(script, *arguments)
            except Navigated:
                value = None
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds} s: {what or script}\n{self.text()[:1500]}")
            time.sleep(0.03)

    def text(self, selector="body"):
        return self.run("let e = document.querySelector(arguments[0]); return e ? e.innerText : ''", selector)

    def shows(self, text, selector="body", seconds=TIMEOUT):
        """Waits until an element shows the text; letters of both cases are equal."""
        script = (
            "let e = document.querySelector(arguments[0]);"
            "return !!e && e.innerText.replace(/\\s+/g, ' ').toLowerCase().includes(arguments[1].toLowerCase())")
        self.wait(script, selector, text, seconds=seconds, what=f"{selector} shows {text!r}")

    def click(self, selector):
        """Clicks the middle of the first visible element that matches; again if the page moved it away meanwhile."""
        for _ in range(4):
            point = self.wait(FIND, selector, what=f"{selector} to click")
            self.click_at(*point)
            if self.run("return window.wasClicked"):
                return
        raise AssertionError(f"{selector} cannot be clicked")

    def fill(self, selector, text):
        """Replaces the text of a field by typing."""
        self.run("let e = document.querySelector(arguments[0]); e.focus(); if (e.select) e.select()", selector)
        if text:
            self.type(text)
        else:
            self.press("Delete")

    def choose(self, selector, value):
        """Chooses an option of a select element."""
        script = (
            "let e = document.querySelector(arguments[0]);"
            "if (!e || ![...e.options].some(o => o.value === arguments[1])) return false;"
            "e.value = arguments[1]; e.dispatchEvent(new Event('input', { bubbles: true }));"
            "e.dispatchEvent(new Event('change', { bubbles: true })); return true")
        self.wait(script, selector, value, what=f"{value!r} in {selector}")

    def axe(self, source):
        """Returns what axe finds: a line for each element."""
        if not self.run("return !!window.axe"):
            self.run(source + "; window.axe = window.axe || axe; return true")
        found = self.run_async(
            "axe.run(document, { resultTypes: ['violations'] }).then(r => done(r.violations.flatMap("
            "v => v.nodes.map(n => v.id + ': ' + n.target.join(' ') + ': ' + n.failureSummary.replace(/\\s+/g, ' ')))),"
            "e => done(['axe failed: ' + e]))")
        return found


class Chromium(Page):
    name = "Chromium"

    def __init__(self, folder):
        super().__init__()
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        self.urls, self.answers, self.last, self.lock = [], {}, 0, threading.Lock()
        self.browser = Browser(
            self.name, folder, "about:blank", pipes=(to_browser, from_browser),
            options=[
                "--remote-debugging-pipe", "--hide-scrollbars", "--force-device-scale-factor=1",
                # One process for all pages: a new one for each takes a third of the time to open it.
                "--disable-site-isolation-trials", "--renderer-process-limit=1",
            ])
        os.close(to_browser), os.close(from_browser)
        self.session = None
        threading.Thread(target=self._read, daemon=True).start()
        target = self.wait_for_target()
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(domain + ".enable")

    def wait_for_target(self):
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            for target in self.send("Target.getTargets")["targetInfos"]:
                if target["type"] == "page":
                    return target["targetId"]
            time.sleep(0.05)
        raise AssertionError("Chromium has no page")

    def _read(self):
        rest = b""
        while data := os.read(self.input, 1 << 20):
            *messages, rest = (rest + data).split(b"\0")
            for message in messages:
                self._take(json.loads(message))
        for waiting in list(self.answers.values()):
            waiting.put({"error": {"message": "Chromium has ended"}})

    def _take(self, message):
        if "id" in message:
            self.answers.pop(message["id"]).put(message)
            return
        params, method = message["params"], message["method"]
        if method == "Network.requestWillBeSent":
            self.urls.append(params["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.urls.append(params["url"])
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])
        elif method == "Page.javascriptDialogOpening":
            self.errors.append("a dialogue: " + params["message"])
            threading.Thread(target=self.send, args=("Page.handleJavaScriptDialog",), kwargs={"accept": True}, daemon=True).start()

    def send(self, method, **params):
        answer = queue.Queue()
        with self.lock:
            self.last += 1
            message = {"id": self.last, "method": method, "params": params}
            if self.session and not method.startswith("Target."):
                message["sessionId"] = self.session
            self.answers[self.last] = answer
            data = json.dumps(message).encode() + b"\0"
            while data:
                data = data[os.write(self.output, data):]
        got = answer.get(timeout=60)
        if "error" in got:
            kind = Navigated if "navigated" in got["error"]["message"] else AssertionError
            raise kind(f"{method}: {got['error']['message']}")
        return got["result"]

    def open(self, url):
        self.send("Page.navigate", url=url)
        place = url.partition("#")[0]
        self.wait("return document.readyState === 'complete' && location.href.startsWith(arguments[0])", place, what=place)

    def _evaluate(self, expression):
        got = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in got:
            details = got["exceptionDetails"]
            raise ScriptError(details.get("exception", {}).get("description") or details["text"])
        return got["result"].get("value")

    def run(self, script, *arguments):
        return self._evaluate(f"(function () {{ {script} }}).apply(null, {json.dumps(arguments)})")

    def run_async(self, script, *arguments):
        return self._evaluate(
            f"new Promise(done => (function () {{ {script} }}).apply(null, {json.dumps(arguments)}))")

    def click_at(self, x, y):
        self.mouse([("mouseMoved", x, y), ("mousePressed", x, y), ("mouseReleased", x, y)])

    def mouse(self, steps):
        for kind, x, y in steps:
            self.send(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, clickCount=1,
                button="none" if kind == "mouseMoved" and not self.held(steps) else "left",
                buttons=0 if kind == "mouseReleased" else 1)

    @staticmethod
    def held(steps):
        return len(steps) > 3

    def drag(self, points):
        """Presses at the first point, moves over the others and releases at the last."""
        self.mouse([
            ("mousePressed", *points[0]), *(("mouseMoved", *point) for point in points[1:]), ("mouseReleased", *points[-1])])

    def type(self, text):
        self.send("Input.insertText", text=text)

    def press(self, key, *modifiers):
        text, code, _ = KEYS.get(key) or (key, ord(key.upper()), key)
        flags = sum(MODIFIERS[name] for name in modifiers)
        event = {"key": key, "windowsVirtualKeyCode": code, "modifiers": flags, "code": key if len(key) > 1 else ""}
        if text and not flags & 2:
            event |= {"text": text, "unmodifiedText": text}
        self.send("Input.dispatchKeyEvent", type="keyDown" if "text" in event else "rawKeyDown", **event)
        event.pop("text", None)
        self.send("Input.dispatchKeyEvent", type="keyUp", **event)

    def upload(self, selector, path):
        root = self.send("DOM.getDocument")["root"]["nodeId"]
        node = self.send("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.send("DOM.setFileInputFiles", nodeId=node, files=[path])

    def resize(self, width, height):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def look(self, scheme="light", motion="no-preference"):
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}])

    def screenshot(self, path):
        data = base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"])
        with open(path, "wb") as file:
            file.write(data)

    def requests(self):
        return list(self.urls)

    def faults(self):
        """Returns the errors of scripts, and of the policy of the page."""
        return self.errors

    def names(self):
        """Returns role and name of everything that a screen reader announces."""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes if not node.get("ignored") and "role" in node]

    def end(self):
        self.browser.end()
        os.close(self.output)


class Firefox(Page):
    name = "Firefox"

    def __init__(self, folder):
        super().__init__()
        self.browser = Browser(
            self.name, folder, "about:blank", options=["--marionette", "--remote-allow-system-access"],
            settings={"marionette.port": 0, "fission.autostart": False, "dom.ipc.processCount": 1})
        self.lock, self.last = threading.Lock(), 0
        port = self._port(folder + "/profile/MarionetteActivePort")
        self.socket = socket.create_connection(("127.0.0.1", port), 60)
        self.file = self.socket.makefile("rb")
        self._receive()
        self.send("WebDriver:NewSession", capabilities={"alwaysMatch": {
            "unhandledPromptBehavior": "accept", "pageLoadStrategy": "normal"}})
        self.chrome(
            "window.urls = [];"
            "window.watch = { observe(subject) {"
            "  const channel = subject.QueryInterface(Ci.nsIHttpChannel), info = channel.loadInfo;"
            "  if (info.browsingContextID || !info.triggeringPrincipal.isSystemPrincipal) window.urls.push(channel.URI.spec);"
            "} };"
            "Services.obs.addObserver(window.watch, 'http-on-opening-request');")

    def _port(self, path):
        end = time.monotonic() + 40
        while time.monotonic() < end:
            try:
                with open(path, encoding="ascii") as file:
                    return int(file.read())
            except (FileNotFoundError, ValueError):
                time.sleep(0.05)
        raise AssertionError("Firefox does not listen")

    def _receive(self):
        length = b""
        while (byte := self.file.read(1)) != b":":
            if not byte:
                raise AssertionError("Firefox has ended")
            length += byte
        return json.loads(self.file.read(int(length)))

    def send(self, method, **params):
        with self.lock:
            self.last += 1
            data = json.dumps([0, self.last, method, params]).encode()
            self.socket.sendall(b"%d:%s" % (len(data), data))
            _, number, error, result = self._receive()
        assert number == self.last, "an answer to another command"
        if error:
            raise (ScriptError if error["error"] == "javascript error" else AssertionError)(
                f"{method}: {error['message']}")
        return result

    def chrome(self, script, *arguments):
        """Runs a script with the rights of the browser."""
        self.send("Marionette:SetContext", value="chrome")
        try:
            return self.run(script, *arguments)
        finally:
            self.send("Marionette:SetContext", value="content")

    def open(self, url):
        self.send("WebDriver:Navigate", url=url)
        # The toolbar keeps the focus that a Tab at the end of the last page gave it.
        self.chrome("Services.focus.activeWindow = window; gBrowser.selectedBrowser.focus()")
        self.wait("return document.hasFocus()", seconds=5)

    def run(self, script, *arguments):
        got = self.send("WebDriver:ExecuteScript", script=script, args=list(arguments), sandbox="driver", newSandbox=False)
        return got["value"]

    def run_async(self, script, *arguments):
        got = self.send(
            "WebDriver:ExecuteAsyncScript", script="const done = arguments[arguments.length - 1];" + script,
            args=list(arguments), sandbox="driver", newSandbox=False)
        return got["value"]

    def _act(self, *actions):
        self.send("WebDriver:PerformActions", actions=list(actions))

    def _pointer(self, *steps):
        self._act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(steps)})

    @staticmethod
    def _move(x, y):
        return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"}

    def click_at(self, x, y):
        self._pointer(self._move(x, y), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def drag(self, points):
        self._pointer(
            self._move(*points[0]), {"type": "pointerDown", "button": 0},
            *(self._move(*point) for point in points[1:]), {"type": "pointerUp", "button": 0})

    def _keys(self, keys):
        self._act({"type": "key", "id": "keys", "actions": keys})

    def type(self, text):
        # A key event for each character takes long; a paste is what a person does with a long text.
        if len(text) > 60 or any(ord(character) > 0xffff or character < " " for character in text):
            self.chrome(
                "Cc['@mozilla.org/widget/clipboardhelper;1'].getService(Ci.nsIClipboardHelper).copyString(arguments[0])",
                text)
            self._keys([
                {"type": "keyDown", "value": "\ue009"}, {"type": "keyDown", "value": "v"},
                {"type": "keyUp", "value": "v"}, {"type": "keyUp", "value": "\ue009"}])
            return
        self._keys([{"type": kind, "value": character} for character in text for kind in ("keyDown", "keyUp")])

    def press(self, key, *modifiers):
        values = [KEYS[name][2] for name in modifiers] + [KEYS[key][2] if key in KEYS else key]
        self._keys(
            [{"type": "keyDown", "value": value} for value in values]
            + [{"type": "keyUp", "value": value} for value in reversed(values)])

    def upload(self, selector, path):
        found = self.send("WebDriver:FindElement", using="css selector", value=selector)["value"]
        self.send("WebDriver:ElementSendKeys", id=next(iter(found.values())), text=path)

    def resize(self, width, height):
        self.chrome(
            "const style = gBrowser.selectedBrowser.style;"
            "for (const [name, value] of [['width', arguments[0]], ['height', arguments[1]]])"
            "  for (const bound of ['', 'min-', 'max-']) style.setProperty(bound + name, value + 'px');", width, height)
        self.wait("return innerWidth === arguments[0] && innerHeight === arguments[1]", width, height, seconds=5)

    def look(self, scheme="light", motion="no-preference"):
        self.chrome(
            "Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', arguments[0]);"
            "Services.prefs.setIntPref('ui.prefersReducedMotion', arguments[1])",
            0 if scheme == "dark" else 1, 1 if motion == "reduce" else 0)

    def screenshot(self, path):
        got = self.send("WebDriver:TakeScreenshot", full=False, hash=False)
        with open(path, "wb") as file:
            file.write(base64.b64decode(got["value"]))

    def requests(self):
        return self.chrome("return window.urls")

    def faults(self):
        """Returns the errors of scripts, and of the policy of the page."""
        return self.chrome(
            "return Services.console.getMessageArray().flatMap(message => {"
            "  try { message.QueryInterface(Ci.nsIScriptError); } catch { return []; }"
            "  const isWarning = message.flags & Ci.nsIScriptError.warningFlag;"
            "  return isWarning || !/^(http:..127|file:)/.test(message.sourceName) ? [] : [message.errorMessage + ' ' + message.sourceName];"
            "})")

    def names(self):
        """Returns role and name of the first elements that can be focused. One that is replaced meanwhile is left out."""
        found = self.run(
            "return [...document.querySelectorAll('button, a[href], input, select, textarea, [tabindex]')]"
            ".filter(e => e.checkVisibility()).slice(0, 50)")
        names = []
        for element in found:
            id = next(iter(element.values()))
            try:
                names.append(tuple(self.send("WebDriver:GetComputed" + part, id=id)["value"] for part in ("Role", "Label")))
            except AssertionError as error:
                if "stale" not in str(error) and "no longer" not in str(error):
                    raise
        return names

    def end(self):
        self.browser.end()
        self.socket.close()


BROWSERS = {"Chromium": Chromium, "Firefox": Firefox}
