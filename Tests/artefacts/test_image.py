"""Tests of the image: its content, its size, and a container of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import time
import unittest
from pathlib import Path

from container import Container, Image
from support import HOME, folder, install, one

DATA = "/var/lib/altcraft-bridge"
RUN = "/run/altcraft-bridge"
BRIDGE = "/usr/bin/altcraft-bridge"
USER = 65532


def ready(container: Container) -> dict:
    """Waits for the line that says that a program is ready, and returns it."""
    for _ in range(600):
        for line in container.log.read_text().splitlines():
            if line.startswith('{"ready":true'):
                return json.loads(line)
        if container.process.poll() is not None:
            break
        time.sleep(0.05)
    raise AssertionError(f"not ready: {container.log.read_text()}")


class ImageTests(unittest.TestCase):
    image: Image

    @classmethod
    def setUpClass(cls) -> None:
        cls.place = Path(tempfile.mkdtemp(dir=folder()))
        cls.image = Image(one("altcraft-bridge-*-oci-*.tar"), cls.place / "image")
        cls.addClassCleanup(shutil.rmtree, cls.place, ignore_errors=True)

    def volume(self) -> Path:
        path = Path(tempfile.mkdtemp(dir=self.place))
        os.chown(path, USER, USER)
        return path

    def container(self, volumes: dict[str, Path], *arguments: str, **environment: str) -> Container:
        container = Container(self.image, volumes, *arguments, **environment)
        self.addCleanup(container.remove)
        return container

    def test_is_small(self) -> None:
        self.assertLess(sum(map(len, self.image.layers)), 25_000_000)

    def test_has_no_shell_and_no_package_manager(self) -> None:
        names = {path.name for path in self.image.root.rglob("*") if os.access(path, os.X_OK) and path.is_file()}
        self.assertEqual({name for name in names if ".so" not in name}, {"altcraft-bridge"})

    def test_only_its_user_may_read_its_data_and_nothing_belongs_to_that_user_but_the_volumes(self) -> None:
        config = self.image.configuration["config"]
        self.assertEqual(config["User"], f"{USER}:{USER}")
        self.assertEqual(set(config["Volumes"]), {DATA, RUN})
        if os.getuid() != 0:
            self.skipTest("only root can unpack files of other users")
        paths = {path: path.lstat() for path in self.image.root.rglob("*")}
        own = {str(path.relative_to(self.image.root)) for path, status in paths.items() if status.st_uid == USER}
        self.assertEqual(own, {DATA[1:], RUN[1:]})
        for name in own:
            self.assertEqual((self.image.root / name).stat().st_mode & 0o777, 0o700)
        self.assertEqual([path for path, status in paths.items() if status.st_mode & 0o6000], [])

    def test_has_the_licence_of_all_that_it_contains(self) -> None:
        packages = {path.name for path in self.image.root.glob("var/lib/dpkg/status.d/*")}
        self.assertIn("libcurl4", {name.removesuffix("t64") for name in packages})
        licences = {path.parent.name for path in self.image.root.glob("usr/share/doc/*/copyright")}
        self.assertEqual(licences, packages | {"altcraft-bridge"})

    def test_has_the_file_of_each_time_zone_name_of_this_machine(self) -> None:
        here, there = Path("/usr/share/zoneinfo"), self.image.root / "usr/share/zoneinfo"
        left_out = {"posix", "right", "localtime", "posixrules"}
        names = [path.relative_to(here) for path in here.rglob("*") if path.is_file()]
        names = [name for name in names if name.parts[0] not in left_out and (here / name).read_bytes()[:4] == b"TZif"]
        self.assertGreater(len(names), 400)
        for name in names:
            self.assertEqual((there / name).read_bytes(), (here / name).read_bytes(), name)
        self.assertEqual([path for path in there.rglob("*") if path.is_symlink() and os.path.isabs(os.readlink(path))], [])

    def test_a_container_knows_time_zones_by_name(self) -> None:
        install("runc")
        if Container.missing():
            self.skipTest(Container.missing())
        bridge = self.container({DATA: self.volume(), RUN: self.volume()}, TZ="Asia/Tokyo")
        ready(bridge)
        self.assertNotIn("time zone", bridge.log.read_text())
        for zone in ("Europe/Moscow", "US/Pacific"):
            configuration = json.dumps({"configuration": {"apiUrl": "http://127.0.0.1:1", "rToken": "demo", "device": {"timeZone": zone}}})
            self.assertEqual(bridge.execute(BRIDGE, "call", "initialization", configuration), "true\n")
        self.assertEqual(bridge.stop(), 0, bridge.log.read_text())

    def test_the_file_for_compose_repeats_its_health_check(self) -> None:
        text = (HOME / "Sources/altcraft-bridge/ServiceUnits/compose.yaml").read_text(encoding="utf-8")
        (command,) = re.findall(r"healthcheck:\n +test: \[(.*)\]", text)
        self.assertEqual(command.split(", "), self.image.configuration["config"]["Healthcheck"]["Test"])

    def test_a_container_delivers_an_event_and_continues_on_the_same_volume(self) -> None:
        install("runc")
        if Container.missing():
            self.skipTest(Container.missing())
        platform = self.container({}, "platform", "--listen", "127.0.0.1:0")
        url = ready(platform)["url"]
        volumes = {DATA: self.volume(), RUN: self.volume()}
        first = self.container(volumes, ALTCRAFT_BRIDGE_ALLOW_INSECURE_HTTP="true")
        self.assertEqual(ready(first)["pid"], 1)
        self.assertEqual(first.execute(*self.image.configuration["config"]["Healthcheck"]["Test"][1:]), '"pong"\n')

        configuration = json.dumps({"configuration": {"apiUrl": url, "rToken": "demo"}})
        first.execute(BRIDGE, "call", "initialization", configuration)
        sent = json.loads(first.execute(BRIDGE, "call", "mobileEvent", "sid=s", "eventName=first", "wait=outcome"))
        self.assertEqual(sent["outcome"]["state"], "delivered")
        self.assertEqual(first.stop(), 0, first.log.read_text())

        second = self.container(volumes, ALTCRAFT_BRIDGE_ALLOW_INSECURE_HTTP="true")
        ready(second)
        # The configuration and the outcome are those of the first container.
        again = json.loads(second.execute(BRIDGE, "call", "outbox.get", f"requestId={sent['requestId']}"))
        self.assertIn("delivered", json.dumps(again))
        sent = json.loads(second.execute(BRIDGE, "call", "mobileEvent", "sid=s", "eventName=second", "wait=outcome"))
        self.assertEqual(sent["outcome"]["state"], "delivered")
        self.assertEqual(second.stop(), 0, second.log.read_text())
        self.assertEqual(platform.stop(), 0)
