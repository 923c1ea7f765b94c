"""The page `schema/reference.html` in a browser."""

FIND = """
  const field = document.querySelector('nav input.filter'), results = document.querySelector('nav .results');
  field.value = arguments[0];
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return { names: [...results.querySelectorAll('a')].map(link => link.textContent), status: results.nextSibling.textContent };
"""


def reference_filter(session):
    """the filter of the reference finds names and texts, but no code, and says how many of the found it lists"""
    browser = session.browser
    browser.open("about:blank")
    browser.open(f"file://{session.worlds.root}/schema/reference.html")
    browser.wait("return document.querySelector('nav input.filter') !== null", what="the filter")

    assert browser.run(FIND, "pushsub")["names"][0] == "pushSubscribe"
    # Each method has tabs of this name, and code in this language.
    assert browser.run(FIND, "python") == {"names": [], "status": "Nothing matches “python”."}
    many = browser.run(FIND, "push")
    listed, of, found = many["status"].split()
    assert (int(listed), of) == (len(many["names"]), "of") and int(found) > int(listed), many["status"]
    assert browser.run(FIND, "") == {"names": [], "status": ""}


CHECKS = (reference_filter,)
