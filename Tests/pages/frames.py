"""The frames per second while 50,000 spans are panned. A report: on a busy machine the number says nothing."""
import json, shutil, tempfile
from urllib.request import urlopen

from browser import BROWSERS
from browsers import Browser
from world import World

CALLS = 25_000


def recording(path):
    """Writes a recording of calls and jobs: two spans for each call."""
    with open(path, "w", encoding="ascii") as file:
        file.write('altcraft-bridge recording 1 {"version":"0.1.0","schemaDigest":"","options":{}}\n')
        for connection in range(1, 9):
            file.write(f"{connection} open unix\n")
        for number in range(CALLS):
            connection, request = number % 8 + 1, f"job-{number}"
            call = {"jsonrpc": "2.0", "id": number, "method": "mobileEvent", "params": {"sid": "s", "eventName": "e", "requestId": request}}
            file.write(f"{connection} --> {json.dumps(call)}\n")
            file.write(f"{connection} <-- " + json.dumps({"jsonrpc": "2.0", "id": number, "result": {"requestId": request}}) + "\n")


def measure(name, folder, page):
    browser = BROWSERS[name](f"{folder}/{name}")
    try:
        browser.resize(1280, 800)
        browser.open("file://" + page)
        browser.wait("return document.getElementById('recording-file') !== null")
        browser.upload("#recording-file", folder + "/recording.txt")
        browser.shows("recording", '[data-strip="live"]', seconds=60)
        browser.click("#tab-timeline")
        browser.run_async("setTimeout(done, 1500)")
        frames = browser.run_async("""
          // Pans by a wheel, with one step in each frame, for three seconds: to and fro by a fifth of the view, so that at
          // least 40,000 of the spans are drawn in each frame.
          const canvas = document.querySelector('#pane-timeline canvas'), times = [], begin = performance.now();
          const box = canvas.getBoundingClientRect();
          (function step(time) {
            times.push(performance.now());
            const late = performance.now() - begin;
            if (late > 3000) return done({ count: times.length - 1, milliseconds: late, longest: Math.max(...times.slice(1).map((t, i) => t - times[i])) });
            canvas.dispatchEvent(new WheelEvent('wheel', { deltaX: times.length % 10 < 5 ? 40 : -40, deltaY: 0, bubbles: true, cancelable: true, clientX: box.left + 300, clientY: box.top + 60 }));
            requestAnimationFrame(step);
          })();
        """)
        shown = browser.run("return document.querySelector('#pane-timeline').innerText.match(/line .*lines\\)/)[0]")
        print(f"{name}: {frames['count'] * 1000 / frames['milliseconds']:.1f} frames per second, the longest after "
              f"{frames['longest']:.0f} ms, with {2 * CALLS} spans in view ({shown})")
    finally:
        browser.end()


def report():
    folder = tempfile.mkdtemp(prefix="altcraft-bridge-frames-")
    world = World(folder + "/bridge")
    try:
        with urlopen(world.page().split("/#")[0], timeout=10) as answer, open(folder + "/inspector.html", "wb") as file:
            file.write(answer.read())
        recording(folder + "/recording.txt")
        for name in Browser.installed():
            measure(name, folder, folder + "/inspector.html")
    finally:
        world.end()
        shutil.rmtree(folder, ignore_errors=True)
    return 0
