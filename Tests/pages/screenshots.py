"""Pictures of each pane, for people: to look at, and for the tutorial."""
import os, shutil, tempfile, time

import simulator
from browser import BROWSERS
from browsers import Browser
from checks import PANES, Session, click_text
from world import SITE, World

LOOKS = [(width, scheme) for width in (1280, 400) for scheme in ("light", "dark")]


def write(folder, ordinary_day):
    os.makedirs(folder, exist_ok=True)
    place = tempfile.mkdtemp(prefix="altcraft-bridge-pictures-")
    world = World(place + "/bridge", retry=1)
    try:
        ordinary_day(world)
        for name in Browser.installed():
            photograph(name, folder, place, world)
    finally:
        world.end()
        shutil.rmtree(place, ignore_errors=True)
    return 0


def photograph(name, folder, place, world):
    browser = BROWSERS[name](f"{place}/{name}")
    try:
        browser.resize(1280, 800)
        session = Session(browser, place, None, None, None)
        session.open(world, "control")
        # Something must happen while the page looks.
        work(world)
        browser.run_async("setTimeout(done, 1500)")
        for pane in PANES:
            session.pane(pane)
            prepare(browser, pane)
            for width, scheme in LOOKS:
                browser.resize(width, 800)
                browser.look(scheme)
                browser.run_async("setTimeout(done, 350)")
                browser.screenshot(f"{folder}/{pane}-{width}-{scheme}-{name.lower()}.png")
            browser.resize(1280, 800)
            browser.look()
        simulator.photograph(browser, folder, session, world, LOOKS)
    finally:
        browser.end()


def work(world):
    """Makes calls and jobs of several users, some of which wait or fail."""
    stamp = time.monotonic_ns()
    world.script(platform={"profileFields": ["city", "visits"]}, rules=[
        {"match": {"path": "/event/post", "nth": 3}, "fault": {"status": 503, "delayMs": 120}},
        {"match": {"path": "/profile/update"}, "fault": {"delayMs": 40}}])
    for number, person in enumerate(("ann", "bob", "eve")):
        world.sign_in(email=f"{person}@example.com")
        for event in ("login", "cart", "order"):
            world.call("mobileEvent", **SITE, eventName=event, requestId=f"{event}-{person}-{stamp}")
        world.call("updateProfileFields", profileFields={"city": "Riga"}, requestId=f"city-{person}-{stamp}")
        time.sleep(0.15)
    world.call("updateProfileFields", profileFields={"shoeSize": 42}, requestId=f"shoe-{stamp}")
    world.call("notificationManager.setPermission", granted=False)
    world.call("pushSubscribe", requestId=f"subscribe-{stamp}")
    world.call("notificationManager.setPermission", granted=True)


def prepare(browser, pane):
    """Brings a pane into a state in which it shows what it is for."""
    if pane == "timeline":
        click_text(browser, "#pane-timeline button", "All")
    elif pane == "work":
        click_text(browser, "#pane-work button", "All")
    elif pane == "console":
        browser.shows("mobileEvent", "#pane-console .request h2")
        browser.click("#pane-console .primary")
        browser.shows("requestId", "#pane-console .answer")
    elif pane == "push":
        browser.shows("20 % off", "#pane-push .notification")
        browser.click("#pane-push .primary")
        browser.shows("Delivery", "#pane-push .way")
        browser.click("#pane-push .notification .primary")
        browser.shows("Opens", "#pane-push .way")
