"""A newcomer who looks for the cause of an incident, and knows only what is written on the screen.

The newcomer reads the visible text, and clicks what stands there: first what the page says needs attention, then the panes
in their order, and in a pane its first rows.
"""
import re, time

# The visible things that can be clicked: their text, and the middle of what is seen of them.
CLICKABLE = """
  const found = [];
  for (const e of document.querySelectorAll('button, summary, a, [role=tab], tbody tr, [role=row]')) {
    if (e.disabled) continue;
    const box = e.getBoundingClientRect();
    const left = Math.max(0, box.left), right = Math.min(innerWidth, box.right), top = Math.max(0, box.top), bottom = Math.min(innerHeight, box.bottom);
    if (right - left < 4 || bottom - top < 4) continue;
    const x = (left + right) / 2, y = (top + bottom) / 2, hit = document.elementFromPoint(x, y);
    if (!hit || !(e.contains(hit) || hit.contains(e))) continue;
    found.push([(e.innerText || e.getAttribute('aria-label') || '').replace(/\\s+/g, ' ').trim(), x, y]);
  }
  return found;
"""

# The text that a person sees: what is clipped by its box counts only as far as it is seen.
SEEN = """
  const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node; (node = walker.nextNode());) {
    if (!node.data.trim() || !node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) continue;
    let clip = node.parentElement, isCut = false;
    for (; clip && clip !== document.body; clip = clip.parentElement) {
      const style = getComputedStyle(clip), outer = clip.getBoundingClientRect();
      if (style.textOverflow === 'ellipsis' && clip.scrollWidth > clip.clientWidth + 1) isCut = true;
      if (style.overflow !== 'visible' && (box.top >= outer.bottom || box.bottom <= outer.top)) isCut = true;
    }
    if (!isCut) texts.push(node.data);
  }
  return texts.join(' ').replace(/\\s+/g, ' ');
"""


class Newcomer:
    def __init__(self, browser):
        self.browser, self.read, self.clicks, self.start = browser, "", [], time.monotonic()

    def see(self):
        """Reads the screen, and remembers it."""
        self.read += " " + self.browser.run(SEEN)

    def knows(self, words):
        return all(re.search(word, self.read, re.IGNORECASE) for word in words)

    def click(self, pattern):
        """Clicks the first visible thing with these words. Returns False if there is none."""
        for text, x, y in self.browser.run(CLICKABLE):
            if re.search(pattern, text, re.IGNORECASE) and text not in self.clicks:
                self.clicks.append(text)
                self.browser.click_at(x, y)
                return True
        return False

    def finds(self, words):
        """Returns true if the newcomer finds the words. A person has a minute."""
        plan = self.steps()
        while time.monotonic() - self.start < 20:
            # The page may still be reading; a person looks twice before the next click.
            for _ in range(8):
                self.see()
                if self.knows(words):
                    return True
                self.browser.run_async("setTimeout(done, 60)")
            try:
                next(plan)
            except StopIteration:
                return self.knows(words)
        return False

    def steps(self):
        """Clicks what the page says needs attention, whenever there is something new, and else goes through the panes."""
        places = [place for pane in ("Jobs", "Status", "Timeline") for place in (f"^{pane}\\b", "pending|waits|rejected|retry", "show")]
        while places:
            if not self.click_problem():
                self.click(places.pop(0))
            yield

    def click_problem(self):
        titles = self.browser.run(
            "return [...document.querySelectorAll('#attention summary')].map(e => e.innerText.replace(/\\s+/g, ' ').trim().slice(0, 40))")
        for title in titles:
            if title and not any(text.startswith(title) for text in self.clicks) and self.click("^" + re.escape(title)):
                return True
        return False
