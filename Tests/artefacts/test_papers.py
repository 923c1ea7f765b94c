"""Tests of the site, the bill of materials, the statement and the signature."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

from support import EPOCH, HOME, can, folder, install, one, program, release, run

sys.path[:0] = [str(HOME / ".ci"), str(HOME / "Tests/web-attacks"), str(HOME / "Tests/pages")]


class References(HTMLParser):
    """The ids of a page, and all that it refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.found: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id":
                self.ids.add(value or "")
            if name in ("href", "src"):
                self.found.append((tag, value or ""))


class SiteTests(unittest.TestCase):
    def test_links_lead_to_pages_and_headings_and_nothing_is_loaded_from_elsewhere(self) -> None:
        site = release() / "site"
        pages = {path.name: References(path.read_text("utf-8")) for path in site.glob("*.html")}
        self.assertGreater(len(pages), 40)
        wrong = []
        for name, page in pages.items():
            for tag, target in page.found:
                if re.match(r"\w+:", target):
                    wrong += [(name, target)] if tag != "a" else []
                    continue
                file, _, anchor = target.partition("#")
                file = file or name
                if not (site / file).is_file() or (anchor and anchor not in pages[file].ids):
                    wrong.append((name, target))
        self.assertEqual(wrong, [])

    @unittest.skipUnless(can("chromium", "--version"), "chromium")
    def test_a_browser_shows_it_in_both_schemes_and_widths_and_its_search_finds(self) -> None:
        from browser import Chromium

        browser = Chromium(tempfile.mkdtemp(dir=folder()) + "/browser")
        self.addCleanup(browser.end)
        start = f"file://{release()}/site/index.html"
        for scheme in ("light", "dark"):
            for width in (1280, 400):
                browser.look(scheme)
                browser.resize(width, 900)
                for page in ("index.html", "Operating.html", "Containers.html"):
                    browser.open(start.replace("index.html", page))
                    overflow = browser.run("return document.documentElement.scrollWidth - innerWidth")
                    self.assertLessEqual(overflow, 0, f"{page} {width}")
        browser.open(start)
        browser.fill("#search", "MemoryMax")
        browser.wait("return document.querySelector('#results a[href=\"Operating.html#under-systemd\"]') !== null")
        self.assertEqual(browser.faults(), [])
        self.assertEqual([url for url in browser.requests() if not url.startswith(("file:", "about:"))], [])


class PaperTests(unittest.TestCase):
    def test_the_bill_of_materials_has_every_shared_object_and_what_is_linked_in(self) -> None:
        from libraries import DATA_PACKAGES, loaded_by

        document = json.loads(one("*.cdx.json").read_text("utf-8"))
        components = {component["bom-ref"]: component for component in document["components"]}
        for library in loaded_by(program()):
            component = components[f"library:{library.name}"]
            self.assertEqual(component["hashes"][0]["content"], hashlib.sha256(library.path.read_bytes()).hexdigest())
            self.assertIn(library.package.replace("+", "%2B"), component["purl"])
        for package in DATA_PACKAGES:
            self.assertIn(package, components[f"data:{package}"]["purl"])
        for component in components.values():
            self.assertTrue(component["licenses"] and component["version"], component)
        for part in ("swift-runtime", "libdispatch"):
            self.assertIn(f"linked:{part}", components)
        for dependency in document["dependencies"]:
            for name in dependency["dependsOn"]:
                self.assertIn(name, components)

    def test_the_statement_names_each_file_by_its_digest(self) -> None:
        envelope = json.loads(one("*.intoto.json").read_text("utf-8"))
        statement = json.loads(base64.b64decode(envelope["payload"]))
        self.assertEqual(envelope["signatures"], [])
        for subject in statement["subject"]:
            body = (release() / subject["name"]).read_bytes()
            self.assertEqual(subject["digest"]["sha256"], hashlib.sha256(body).hexdigest())
        self.assertGreater(len(statement["subject"]), 50)
        packages = json.dumps(statement["predicate"]["buildDefinition"]["resolvedDependencies"])
        for package in ("libcurl4", "ca-certificates", "tzdata"):
            self.assertIn(f"pkg:deb/debian/{package}", packages)

    def test_a_key_signs_the_statement(self) -> None:
        place = Path(tempfile.mkdtemp(dir=folder()))
        key, public, output = place / "key", place / "public", place / "statement"
        run("openssl", "genpkey", "-algorithm", "ed25519", "-out", key)
        run("openssl", "pkey", "-in", key, "-pubout", "-out", public)
        run(HOME / ".ci/statement", "--draft", "--key", key, release() / "npm", program(), output)
        envelope = json.loads(output.read_text())
        kind, body = envelope["payloadType"], base64.b64decode(envelope["payload"])
        (place / "encoded").write_bytes(f"DSSEv1 {len(kind)} {kind} {len(body)} ".encode() + body)
        (place / "signature").write_bytes(base64.b64decode(envelope["signatures"][0]["sig"]))
        verify = ("openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", public)
        run(*verify, "-in", place / "encoded", "-sigfile", place / "signature")


@unittest.skipUnless(install("jq") and install("minisign"), "jq or minisign")
class VerificationTests(unittest.TestCase):
    """Each command of the page *Operating* as it is written, in the directory of a signed release."""

    place: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.place = Path(tempfile.mkdtemp(dir=folder())) / "out"
        keys = Path(tempfile.mkdtemp(dir=folder()))
        run("minisign", "-G", "-W", "-p", keys / "altcraft-bridge.pub", "-s", keys / "key")
        run("openssl", "genpkey", "-algorithm", "ed25519", "-out", keys / "key.pem")
        run("openssl", "pkey", "-in", keys / "key.pem", "-pubout", "-out", keys / "altcraft-bridge.pem")
        options = ("--minisign-key", keys / "key", "--statement-key", keys / "key.pem")
        run(HOME / ".ci/release", "--draft", "--program", program(), *options, cls.place, SOURCE_DATE_EPOCH=str(EPOCH))
        for name in ("altcraft-bridge.pub", "altcraft-bridge.pem"):
            shutil.copy(keys / name, cls.place)
        page = (HOME / "Sources/altcraft-bridge/AltcraftBridge.docc/Operating.md").read_text(encoding="utf-8")
        section = page.split("\n## Verify a release\n")[1].split("\n## ")[0]
        cls.signature, cls.statement, cls.materials = re.findall(r"```sh\n(.*?)```", section, re.S)

    def typed(self, commands: str, place: Path | None = None) -> str:
        return run("bash", "-o", "pipefail", "-euc", f"cd '{place or self.place}'\n{commands}")

    def spoiled(self, name: str, body: bytes) -> Path:
        """Returns a copy of the release with another content of a file."""
        copy = Path(tempfile.mkdtemp(dir=folder())) / "out"
        shutil.copytree(self.place, copy)
        self.addCleanup(shutil.rmtree, copy)
        (copy / name).write_bytes(body)
        return copy

    def test_a_release_passes(self) -> None:
        self.assertRegex(self.typed(self.signature), r"Signature and comment signature verified\nTrusted comment: altcraft-bridge \d")
        said = self.typed(self.statement)
        self.assertIn("Signature Verified Successfully", said)
        self.assertIn('"pkg:deb/debian/libcurl4', said)
        self.assertIn('{"digest":{"sha256":', said)
        self.assertRegex(self.typed(self.materials), r"libcurl\.so\.4\t\S+\t\S+")

    def test_another_file_than_the_signed_one_is_found(self) -> None:
        copy = self.spoiled(one("*.deb").name, b"another package")
        with self.assertRaisesRegex(AssertionError, r"\.deb: FAILED"):
            self.typed(self.signature, copy)
        with self.assertRaisesRegex(AssertionError, r"\.deb: FAILED"):
            self.typed(self.statement, copy)

    def test_other_sums_than_the_signed_ones_are_found(self) -> None:
        sums = (self.place / "SHA256SUMS").read_bytes().replace(b"  npm/", b"  nqm/")
        with self.assertRaisesRegex(AssertionError, "Signature verification failed"):
            self.typed(self.signature, self.spoiled("SHA256SUMS", sums))

    def test_another_statement_than_the_signed_one_is_found(self) -> None:
        (name,) = (path.name for path in self.place.glob("*.intoto.json"))
        envelope = json.loads((self.place / name).read_text())
        body = base64.b64decode(envelope["payload"]).replace(b"altcraft-bridge.git", b"altcraft-bridge.got")
        envelope["payload"] = base64.b64encode(body).decode()
        with self.assertRaisesRegex(AssertionError, "Signature Verification Failure"):
            self.typed(self.statement, self.spoiled(name, json.dumps(envelope).encode()))
