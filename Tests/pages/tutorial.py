"""The pictures of the tutorial "Find out why an event did not arrive", made by doing what it says."""
import os, shutil, tempfile

import png, world
from browser import BROWSERS
from checks import Session, click_text

# The longest picture, in bytes.
LONGEST = 60_000


def write(folder):
    place = tempfile.mkdtemp(prefix="altcraft-bridge-tutorial-")
    bridge = world.World(place + "/bridge", has_platform=False)
    browser = BROWSERS["Chromium"](place + "/Chromium")
    try:
        browser.resize(1280, 640)
        browser.look("light", "reduce")
        bridge.configure()
        session = Session(browser, place, None, None, None)
        session.open(bridge, "observer")
        session.pane("timeline")
        settle(browser)
        for event, person in (("login", "ann"), ("cart", "ann"), ("order", "ann"), ("login", "bob")):
            bridge.call("mobileEvent", **world.SITE, eventName=event, requestId=f"{event}-{person}", matching={"email": f"{person}@example.com"})
        bridge.until("login-ann", lambda job: job["waitingFor"] == "retry")
        browser.shows("The platform cannot be reached", "#attention")
        settle(browser)
        take(browser, folder, "inspector-1-attention")
        browser.click("#attention summary")
        settle(browser)
        take(browser, folder, "inspector-2-reason")
        click_text(browser, "#attention button", "Show them")
        browser.shows("mobileEvent", "#pane-work tbody")
        browser.click("#pane-work tbody button, #pane-work tbody tr")
        browser.shows("attempt", "#detail")
        settle(browser)
        take(browser, folder, "inspector-3-job")
    finally:
        browser.end()
        bridge.end()
        shutil.rmtree(place, ignore_errors=True)
    return 0


def settle(browser):
    browser.run_async("setTimeout(done, 900)")


def take(browser, folder, name):
    path = f"{folder}/{name}.png"
    browser.screenshot(path)
    png.shrink(path)
    size = os.path.getsize(path)
    assert size <= LONGEST, f"{name} takes {size} bytes"
    print(f"{name}.png: {size} bytes")
