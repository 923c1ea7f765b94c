"""Chromium and Firefox, and the servers from which they load the attacks. Every name leads to the loopback."""
import http.server, json, os, shutil, signal, subprocess, sys, threading
from urllib.parse import parse_qs, urlencode, urlsplit

PAGES = os.path.dirname(os.path.realpath(__file__)) + "/pages"
NAMES = ("evil.test", "rebound.test", "allowed.test", "allowed.test.evil.test", "notallowed.test")

FIREFOX = {
    "network.dns.localDomains": ",".join(NAMES),
    # A port that serves nothing stands for every other host.
    "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "localhost,127.0.0.1," + ",".join(NAMES),
    # The browser must not protect the bridge: these would delay or stop attacks before they reach it.
    "network.websocket.delay-failed-reconnects": False, "network.lna.enabled": False, "network.lna.blocking": False,
    "network.lna.websocket.enabled": False, "dom.security.https_first": False, "dom.security.https_only_mode": False,
    "browser.shell.checkDefaultBrowser": False, "browser.startup.homepage_override.mstone": "ignore",
    "browser.aboutwelcome.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False, "app.normandy.enabled": False, "services.settings.server": "",
    "extensions.update.enabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "browser.tabs.remote.autostart": True,
    "dom.min_background_timeout_value": 10, "termsofuse.bypassNotification": True,
    # Its own extensions and pages, and processes for later pages, take half the time of its start.
    "extensions.installDistroAddons": False, "extensions.enabledScopes": 0, "browser.startup.page": 0,
    "browser.newtabpage.enabled": False, "browser.newtab.preload": False, "dom.ipc.processPrelaunch.enabled": False,
}


class Pages(http.server.ThreadingHTTPServer):
    """Serves the page and its script under every name."""

    daemon_threads = True

    def __init__(self, port=0):
        super().__init__(("127.0.0.1", port), _PageHandler)
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def end(self):
        self.shutdown()
        self.server_close()


class _Handler(http.server.BaseHTTPRequestHandler):
    # A browser may open connections in advance. They must not outlive the server.
    timeout = 1

    def answer(self, status, body=b"", kind="text/plain"):
        self.send_response(status)
        self.send_header("Content-Type", kind + "; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class _PageHandler(_Handler):
    def do_GET(self):
        file = {"/page": "page.html", "/attacks.js": "attacks.js"}.get(urlsplit(self.path).path)
        if file is None:
            return self.answer(404)
        with open(f"{PAGES}/{file}", "rb") as source:
            self.answer(200, source.read(), "text/html" if file == "page.html" else "text/javascript")


class Collector(http.server.ThreadingHTTPServer):
    """Passes results on, and answers questions of the pages: `answers` has a function for each path."""

    daemon_threads = True

    def __init__(self, report, answers):
        self.report, self.answers = report, answers
        super().__init__(("127.0.0.1", 0), _CollectorHandler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()


class _CollectorHandler(_Handler):
    def do_GET(self):
        parts = urlsplit(self.path)
        find = self.server.answers.get(parts.path[1:])
        text = find({name: values[0] for name, values in parse_qs(parts.query).items()}) if find else None
        self.answer(404 if text is None else 200, (text or "").encode())

    def do_POST(self):
        self.server.report(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.answer(200)


# Runs a command that gets two descriptors as 3 and 4.
AS_3_AND_4 = """
import fcntl, os, sys
pipes = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
os.dup2(pipes[0], 3), os.dup2(pipes[1], 4)
os.execvp(sys.argv[3], sys.argv[3:])
"""


class Browser:
    """A browser with a profile of its own.

    `options` are further arguments, `settings` further preferences of Firefox. `pipes` are two descriptors, which the
    browser gets as 3 and 4.
    """

    programs = {"Chromium": "chromium", "Firefox": "firefox-esr"}

    def __init__(self, name, folder, page, options=(), settings=None, pipes=()):
        self.name, self.settings = name, {**FIREFOX, **(settings or {})}
        os.makedirs(folder)
        command = [self.programs[name], *getattr(self, "_" + name.lower())(folder), *options, page]
        if pipes:
            command = [sys.executable, "-c", AS_3_AND_4, *map(str, pipes), *command]
        self.log = open(folder + "/log", "wb")
        # Its own process group: it ends as a whole.
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True, pass_fds=pipes,
            env={**os.environ, "HOME": folder, "XDG_CACHE_HOME": folder, "MOZ_CRASHREPORTER_DISABLE": "1"})

    def _chromium(self, folder):
        rules = [f"MAP {name} 127.0.0.1" for name in NAMES] + ["EXCLUDE localhost", "EXCLUDE 127.0.0.1", "MAP * ~NOTFOUND"]
        return [
            "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--no-proxy-server",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps",
            "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
            # The browser must not protect the bridge: the first three would stop attacks before they reach it. The others
            # keep processes for pages that are not there yet, or no longer.
            "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,HttpsUpgrades,"
            "PreloadTopChromeWebUI,SpareRendererForSitePerProcess,BackForwardCache,ProactivelySwapBrowsingInstance",
            "--host-resolver-rules=" + ", ".join(rules), f"--user-data-dir={folder}/profile",
            *(["--no-sandbox"] if os.getuid() == 0 else []),
        ]

    def _firefox(self, folder):
        os.makedirs(folder + "/profile")
        with open(folder + "/profile/user.js", "w", encoding="ascii") as file:
            for name, value in self.settings.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        return ["--headless", "--no-remote", "--profile", folder + "/profile"]

    @classmethod
    def installed(cls):
        return [name for name, program in cls.programs.items() if shutil.which(program)]

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.log.close()


def start_page(name, folder, collector, pages, others, rebound):
    """Returns the address that a browser opens: a file, with frames for the pages of all other kinds."""
    origins = {
        "foreign": f"http://evil.test:{pages.port}",
        "rebound": f"http://rebound.test:{rebound.port}",
        "suffix": f"http://allowed.test.evil.test:{pages.port}",
        "prefix": f"http://notallowed.test:{pages.port}",
        "other-port": f"http://allowed.test:{others.port}",
        "own-address": f"http://127.0.0.1:{pages.port}",
        "own-name": f"http://localhost:{pages.port}",
        "allowed": f"http://allowed.test:{pages.port}",
    }
    for file in ("page.html", "attacks.js"):
        shutil.copy(f"{PAGES}/{file}", folder)
    place = {"set": "file", "browser": name, "collector": collector.url, "origins": json.dumps(origins)}
    return f"file://{folder}/page.html?{urlencode(place)}"


# The sets of attacks, one for each kind of page.
SETS = (
    "foreign", "file", "sandbox", "srcdoc", "data", "rebound", "suffix", "prefix", "other-port", "own-address",
    "own-name", "allowed")
