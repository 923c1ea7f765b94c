"""Tests of the archive and of the Debian package, each where there is only what it declares as needed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

from support import EPOCH, HOME, can, folder, install, one, program, run

# The part that runs as root, in temporary namespaces. An ordinary user is root only inside them.
AS_ROOT = ("unshare", "--mount", "--pid", "--fork", *(() if os.getuid() == 0 else ("--map-root-user",)))
ENTER = 'mount --bind "$0" "$0" && cd "$0" && mount -t proc proc proc && mount --rbind /dev dev && exec chroot . "$@"'

# The packages that the archive and the package need. Of libcurl there is one of the two.
NEEDS = ("ca-certificates", "libc6", "libcurl4", "libcurl4t64", "libgcc-s1", "libstdc++6")

# The packages of the programs that the README types in its quick start.
TOOLS = {"netcat-openbsd", "python3", "nodejs", "coreutils"}


def packages_with_what_they_need(names: list[str]) -> list[str]:
    """Returns the packages and their installed dependencies; of alternatives, the installed ones."""
    found: list[str] = []
    while names:
        name = names.pop()
        if name in found:
            continue
        show = subprocess.run(
            ("dpkg-query", "-W", "-f=${db:Status-Status} ${Pre-Depends}, ${Depends}", name),
            capture_output=True,
            text=True,
        )
        if not show.stdout.startswith("installed "):
            continue
        found.append(name)
        needs = show.stdout.removeprefix("installed ")
        names += [re.split(r"[ :(]", need.strip())[0] for need in re.split(r"[,|]", needs) if need.strip()]
    return sorted(found)


@unittest.skipUnless(can(*AS_ROOT, "true"), "unshare cannot make a user namespace here")
class LinuxTests(unittest.TestCase):
    def clean_root(self, *packages: str, tools: tuple[str, ...] = ()) -> Path:
        """Creates a root directory with only these packages, their dependencies and a shell, and with the packages of tools."""
        root = Path(tempfile.mkdtemp(dir=folder()))
        for name in ("usr/bin", "usr/lib", "usr/lib64", "usr/sbin", "proc", "dev", "tmp", "root"):
            (root / name).mkdir(parents=True)
        for name in ("bin", "lib", "lib64", "sbin"):
            (root / name).symlink_to(f"usr/{name}")
        dpkg = root / "var/lib/dpkg"
        for name in ("info", "updates", "triggers"):
            (dpkg / name).mkdir(parents=True)
        names = packages_with_what_they_need([*packages, "dash"])
        (dpkg / "status").write_text("\n".join(run("dpkg-query", "-s", name) for name in names))
        extra = packages_with_what_they_need([*tools])
        for name in dict.fromkeys([*names, *extra]):
            for line in run("dpkg-query", "-L", name).splitlines():
                path = Path(line)
                # The machine may be without the documentation.
                if path.is_dir() or not os.path.lexists(path):
                    continue
                if not (name in extra or ".so" in path.name or path.name in ("dash", "sh")):
                    continue
                there = root / line.lstrip("/")
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, there, follow_symlinks=False)
        bundle = Path("/etc/ssl/certs/ca-certificates.crt")
        if bundle.exists():
            (root / bundle.parent.relative_to("/")).mkdir(parents=True)
            shutil.copy2(bundle, root / bundle.relative_to("/"))
        return root

    def within(self, root: Path, *command: str) -> str:
        words = ("env", "-i", "HOME=/root", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")
        return run(*words, *AS_ROOT, "sh", "-c", ENTER, root, *command)

    def quick_start(self, root: Path) -> None:
        """Types the commands of the README, in a network of its own, since they name a port."""
        readme = (HOME / "README.md").read_text(encoding="utf-8").split("\n## Quick start\n")[1].split("\n## ")[0]
        first, netcat, python, node = re.split(r"\n### .*\n", readme)
        place = root / "root"
        (platform,) = re.findall(r"```sh\n(.*?)```", first, re.S)
        lines = [f"{platform.strip()} 2>platform.log &", "until [ -s platform.log ]; do sleep 0.1; done"]
        for way in (netcat, python, node):
            for name, text in re.findall(r"Save this as `(.*?)`.*?```\w+\n(.*?)```", way, re.S):
                (place / name).write_text(text, encoding="utf-8")
            lines += ["echo next", *re.findall(r"```sh\n(.*?)```", way, re.S)]
        (place / "typed").write_text("cd /root\n" + "\n".join(lines) + "\n", encoding="utf-8")
        for tool, installed in (("nc", "nc.openbsd"), ("awk", "mawk")):
            if not (root / "usr/bin" / tool).exists() and (root / "usr/bin" / installed).exists():
                (root / "usr/bin" / tool).symlink_to(installed)

        alone = ("unshare", "--net", *AS_ROOT[1:], "sh", "-c", f"ip link set lo up && {ENTER}")
        clean = ("env", "-i", "HOME=/root", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")
        said = run(*clean, *alone, root, "sh", "-eu", "/root/typed").split("next\n")[1:]

        self.assertEqual(said[0].count('"state":"delivered"'), 2, said[0])
        self.assertEqual(said[1:], ["delivered\n", "delivered\n"])

    def check(self, root: Path, prefix: Path) -> None:
        """Runs the main job, and the other commands of the program."""
        self.assertEqual(self.within(root, "altcraft-bridge", "version"), run(program(), "version"))
        self.within(root, "altcraft-bridge", "doctor")
        self.assertIn("delivered", self.within(root, "altcraft-bridge", "demo"))

        share = root / prefix.relative_to("/") / "share"
        pages = {re.sub(r"\.\d(\.gz)?$", "", page.name) for page in share.glob("man/man*/*")}
        commands = re.findall(r"^  ([a-z]+)  ", self.within(root, "altcraft-bridge", "help"), re.M)
        guides = "hosts scripts works-with containers operating troubleshooting reliability logs sdk platform".split()
        methods = [method["name"] for method in json.loads(self.within(root, "altcraft-bridge", "schema"))["methods"]]
        topics = ("configuration", "protocol")
        names = {f"altcraft-bridge-{name}" for name in (*commands, *topics, *guides, *methods)}
        self.assertEqual(pages, names | {"altcraft-bridge"})
        if can("man", "--version"):
            for page in share.glob("man/man*/*"):
                text = run("sh", "-c", 'man --warnings -E UTF-8 -l "$0" 2>&1', page, MANPAGER="cat", MANWIDTH="80")
                self.assertIn("altcraft-bridge", text)
                self.assertNotRegex(text, r"(?m)^troff: .*warning")
        scripts = {"bash": "bash-completion/**/altcraft-bridge", "fish": "**/*.fish", "zsh": "**/_altcraft-bridge"}
        for shell, pattern in scripts.items():
            (script,) = (path for path in share.glob(pattern) if path.is_file())
            if can(shell, "--version"):
                run(shell, "-n", script)
        self.assertIn("openrpc", (share / "doc/altcraft-bridge/openrpc.json").read_text("utf-8"))
        self.assertIn("2020-12", (share / "doc/altcraft-bridge/messages.schema.json").read_text("utf-8"))
        self.assertIn("asyncapi", (share / "doc/altcraft-bridge/asyncapi.json").read_text("utf-8"))
        for name in ("compose.yaml", "grafana-dashboard.json", "kubernetes.yaml"):
            source = HOME / "Sources/altcraft-bridge/ServiceUnits" / name
            self.assertEqual((share / "doc/altcraft-bridge" / name).read_bytes(), source.read_bytes())
        self.assertIn("mobileEvent", (share / "doc/altcraft-bridge/reference.html").read_text("utf-8"))

        units = root / prefix.relative_to("/") / "lib/systemd/system"
        self.assertIn(f"ExecStart={prefix}/bin/altcraft-bridge serve", (units / "altcraft-bridge.service").read_text())
        if can("systemd-analyze", "--version"):
            # Against the units and programs of this machine: the clean root has no systemd.
            verified = folder() / "units"
            shutil.copytree(units, verified)
            self.addCleanup(shutil.rmtree, verified)
            for unit in verified.iterdir():
                text = unit.read_text().replace(f"{prefix}/bin/altcraft-bridge", str(program()))
                unit.write_text(text)
            run("systemd-analyze", "verify", *sorted(verified.iterdir()))

    @unittest.skipUnless(TOOLS <= set(packages_with_what_they_need([*TOOLS])) and can("ip", "-V"), f"{TOOLS} or ip")
    def test_the_quick_start_runs_from_the_archive_and_from_the_package(self) -> None:
        with self.subTest("archive"):
            root = self.clean_root(*NEEDS, tools=(*TOOLS,))
            (root / "usr/local").mkdir(exist_ok=True)
            run("tar", "-xzf", one("altcraft-bridge-*.tar.gz"), "-C", root / "usr/local", "--strip-components", "1")
            self.quick_start(root)
            shutil.rmtree(root)
        with self.subTest("package"):
            root = self.clean_root(*NEEDS, tools=(*TOOLS,))
            run(*AS_ROOT, "dpkg", "--root", root, "--force-not-root", "--install", one("altcraft-bridge_*.deb"))
            self.quick_start(root)
            shutil.rmtree(root)

    def test_the_archive_is_unpacked_and_used(self) -> None:
        archive = one("altcraft-bridge-*.tar.gz")
        with tarfile.open(archive) as tar:
            members = tar.getmembers()
        folder = archive.name.removesuffix(".tar.gz")
        self.assertEqual({member.name.split("/")[0] for member in members}, {folder})
        self.assertEqual({(member.uid, member.gid, member.mtime) for member in members}, {(0, 0, EPOCH)})
        self.assertEqual({member.mode for member in members if member.isfile()}, {0o644, 0o755})
        self.assertTrue({f"{folder}/LICENSE", f"{folder}/INSTALL"} <= {member.name for member in members})

        root = self.clean_root(*NEEDS)
        (root / "usr/local").mkdir()
        run("tar", "-xzf", archive, "-C", root / "usr/local", "--strip-components", "1")
        self.check(root, Path("/usr/local"))

    def test_without_libcurl_it_answers_and_names_the_package_to_install(self) -> None:
        root = self.clean_root("libc6", "libgcc-s1", "libstdc++6")
        shutil.copy(program(), root / "usr/bin")

        ping = """echo '{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}' | altcraft-bridge serve"""
        self.assertIn('"result":"pong"', self.within(root, "sh", "-c", ping))
        with self.assertRaisesRegex(AssertionError, r"libcurl\.so\.4 is not installed; install\s+libcurl4"):
            self.within(root, "altcraft-bridge", "doctor")

    @unittest.skipUnless(can("dpkg-deb", "--version"), "dpkg-deb")
    def test_the_package_is_installed_used_and_removed(self) -> None:
        package = one("altcraft-bridge_*.deb")
        needs = re.split(r"[,|]", run("dpkg-deb", "-f", package, "Depends"))
        root = self.clean_root(*(re.split(r"[ (]", need.strip())[0] for need in needs))
        dpkg = (*AS_ROOT, "dpkg", "--root", root, "--force-not-root")
        run(*dpkg, "--install", package)

        self.assertEqual(run("dpkg", "--root", root, "--verify", "altcraft-bridge"), "")
        self.check(root, Path("/usr"))

        run(*dpkg, "--purge", "altcraft-bridge")
        self.assertEqual([path for path in root.glob("usr/**/*altcraft*")], [])

    @unittest.skipUnless(can("dpkg-deb", "--version") and install("lintian"), "lintian, which is not installed")
    def test_lintian_finds_no_fault_in_the_package(self) -> None:
        run("lintian", "--allow-root", "--fail-on", "error,warning", one("altcraft-bridge_*.deb"))
