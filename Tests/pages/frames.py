"""The frames per second while 50,000 spans are panned. A report: on a busy machine the number says nothing."""
import json, os, shutil, tempfile
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
        box = browser.run("const b = document.querySelector('#pane-timeline canvas').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")
        browser.run("""
          window.frames = [];
          (function count(time) { window.frames.push(time); if (window.frames) requestAnimationFrame(count); })(performance.now());
        """)
        frames = browser.run_async("""
          // Pans by the keyboard events of a person who holds an arrow key, for three seconds.
          const canvas = document.querySelector('#pane-timeline canvas'), times = [], begin = performance.now();
          canvas.focus();
          (function step(time) {
            times.push(performance.now());
            const late = performance.now() - begin;
            if (late > 3000) return done([times.length, late, Math.max(...times.slice(1).map((t, i) => t - times[i]))]);
            canvas.dispatchEvent(new WheelEvent('wheel', { deltaX: late < 1500 ? 40 : -40, deltaY: 0, bubbles: true, cancelable: true, clientX: canvas.getBoundingClientRect().left + 300, clientY: canvas.getBoundingClientRect().top + 60 }));
            requestAnimationFrame(step);
          })();
        """)
        spans = browser.text("#pane-timeline")
        print(f"{name}: {(frames[0] - 1) * 1000 / frames[1]:.1f} frames per second over {frames[1] / 1000:.1f} s, "
              f"the longest {frames[2]:.0f} ms; {2 * CALLS} spans; {spans[:160]!r}")
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
