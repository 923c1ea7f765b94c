"""The checks of the page of the simulated platform, in each browser."""
from checks import SITE, click_text, hostile, intact

PANES = ("requests", "people", "events", "pushes")


def open_page(session, world):
    session.browser.open("about:blank")
    session.browser.open(world.url + "/")
    session.browser.shows("live", "#live")


def platform_shows(session):
    """the platform's page shows each request with the reason of its refusal, the profiles and the events"""
    browser, world = session.browser, session.worlds.main
    open_page(session, world)
    browser.shows("/event/post", "#pane-requests")
    browser.shows('field "shoeSize"', "#pane-requests")
    browser.shows("400", "#pane-requests")
    session.pane("people")
    browser.shows("ann@example.com", "#pane-people")
    session.pane("events")
    browser.shows("event-1", "#pane-events")


def platform_fails(session):
    """a fault at a click meets the next request, and the bridge delivers after it"""
    browser, world = session.browser, session.worlds.callbacks[session.browser.name]
    world.call("initialization", configuration={"apiUrl": world.url, "rToken": "resource-token", "retry": {"firstSeconds": 0.05}})
    open_page(session, world)
    click_text(browser, "#controls button", "503")
    browser.shows("503", "#controls .rules")
    world.call("mobileEvent", **SITE, eventName="fails", requestId="fault-1")
    world.until("fault-1", lambda job: job["attempts"] > 0)
    browser.shows("503", "#pane-requests .requests")
    world.call("outbox.flush")
    world.until("fault-1", lambda job: job["state"] == "delivered")


def platform_survives(session):
    """no text of a request becomes a part of the platform's page, and it loads nothing"""
    browser, world = session.browser, session.worlds.hostile
    open_page(session, world)
    for name in PANES:
        session.pane(name)
        browser.run_async("setTimeout(done, 250)")
        intact(session, name)
        browser.run(
            "for (const e of [...document.querySelectorAll('#pane-' + arguments[0] + ' button[aria-expanded=false], #pane-' + arguments[0] + ' summary')].slice(0, 60)) e.click()",
            name)
        intact(session, name + " with details")
    assert "onerror" in browser.run("return document.body.textContent"), "no hostile text is shown"


def platform_is_accessible(session):
    """axe finds nothing on the platform's page, and nothing is cut off at 400 pixels"""
    browser, found = session.browser, []
    width, scheme = (400, "dark") if browser.name == "Firefox" else (1280, "light")
    open_page(session, session.worlds.main)
    for name in PANES:
        session.pane(name)
        browser.resize(400, 800)
        wide = browser.run("return document.documentElement.scrollWidth")
        assert wide <= 400, f"{name} is {wide} pixels wide at 400"
        browser.resize(width, 800)
        browser.look(scheme, "reduce")
        if session.axe:
            found += [f"{name}: {line}" for line in browser.axe(session.axe)]
    browser.resize(1280, 800)
    browser.look()
    assert not found, f"{len(found)}: " + "\n".join(found[:12])


def photograph(browser, folder, session, world, looks):
    """Writes pictures of each pane."""
    browser.open(world.url + "/")
    browser.shows("live", "#live")
    for name in PANES:
        session.pane(name)
        for width, scheme in looks:
            browser.resize(width, 800)
            browser.look(scheme)
            browser.run_async("setTimeout(done, 350)")
            browser.screenshot(f"{folder}/platform-{name}-{width}-{scheme}-{browser.name.lower()}.png")
        browser.resize(1280, 800)
        browser.look()


CHECKS = (platform_shows, platform_fails, platform_survives, platform_is_accessible)
