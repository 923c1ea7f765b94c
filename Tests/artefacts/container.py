"""A container of the image: what an engine makes of the configuration of the image, by crun or runc alone."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

# crun does not start where version 1 and version 2 of control groups are mixed.
RUNTIMES = {"runc": ("runc",), "crun": ("crun", "--cgroup-manager=disabled")}


class Image:
    """An image of a layout, unpacked."""

    def __init__(self, archive: Path, folder: Path) -> None:
        self.root = folder / "root"
        self.root.mkdir(parents=True)
        with tarfile.open(archive) as tar:
            self.files = {member.name: self.read(tar, member) for member in tar.getmembers() if member.isfile()}
        (entry,) = json.loads(self.files["index.json"])["manifests"]
        self.digest = entry["digest"]
        self.manifest = json.loads(self.blob(entry))
        self.configuration = json.loads(self.blob(self.manifest["config"]))
        self.layers = [self.blob(layer) for layer in self.manifest["layers"]]
        for layer in self.layers:
            with tarfile.open(fileobj=io.BytesIO(layer)) as tar:
                tar.extractall(self.root, numeric_owner=True)

    @staticmethod
    def read(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
        stream = tar.extractfile(member)
        assert stream is not None
        return stream.read()

    def blob(self, descriptor: dict) -> bytes:
        """Returns the content that a descriptor names, whose size and digest it must have."""
        body = self.files["blobs/" + descriptor["digest"].replace(":", "/")]
        assert descriptor["size"] == len(body)
        assert descriptor["digest"] == "sha256:" + hashlib.sha256(body).hexdigest()
        return body


class Container:
    """A container that runs until it is killed. It shares the network of this machine, and nothing else."""

    def __init__(self, image: Image, volumes: dict[str, Path], *arguments: str, **environment: str) -> None:
        self.name = f"altcraft-{os.getpid()}-{id(self)}"
        self.bundle = Path(tempfile.mkdtemp(prefix="altcraft-bundle-"))
        self.image = image
        config = image.configuration["config"]
        user, group = (int(number) for number in config["User"].split(":"))
        variables = dict(entry.split("=", 1) for entry in config["Env"]) | environment
        mounts = [
            {"destination": "/proc", "type": "proc", "source": "proc"},
            {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "mode=755", "size=64k"]},
            {"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "nodev", "mode=1777"]},
        ]
        for place, source in volumes.items():
            mounts.append({"destination": place, "type": "bind", "source": str(source), "options": ["rbind", "rw"]})
        specification = {
            "ociVersion": "1.0.2",
            "process": {
                "terminal": False,
                "user": {"uid": user, "gid": group},
                "args": [*config["Entrypoint"], *(arguments or config["Cmd"])],
                "env": [f"{name}={value}" for name, value in variables.items()],
                "cwd": config["WorkingDir"],
                "capabilities": {name: [] for name in ("bounding", "effective", "permitted")},
                "noNewPrivileges": True,
            },
            "root": {"path": str(image.root), "readonly": True},
            "mounts": mounts,
            "linux": {"namespaces": [{"type": name} for name in ("pid", "mount", "ipc", "uts")]},
        }
        (self.bundle / "config.json").write_text(json.dumps(specification))
        self.log = self.bundle / "log"
        self.output = self.bundle / "output"
        with self.log.open("wb") as log, self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [*self.runtime(), "run", "--bundle", str(self.bundle), self.name],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=log,
            )

    @staticmethod
    def runtime() -> tuple[str, ...]:
        return next(words for name, words in RUNTIMES.items() if shutil.which(name))

    @staticmethod
    def missing() -> str:
        """The reason why no container can run here, or an empty text."""
        if os.getuid() != 0:
            return "a container with the user of the image needs root"
        if not any(shutil.which(name) for name in RUNTIMES):
            return "neither crun nor runc is installed"
        return ""

    def execute(self, *command: str) -> str:
        """Runs a program beside the first one, as a health check does, and returns its output."""
        done = subprocess.run(
            [*self.runtime(), "exec", self.name, *command], capture_output=True, text=True, timeout=60
        )
        if done.returncode != 0:
            raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}\n{self.log.read_text()}")
        return done.stdout

    def stop(self, signal: str = "TERM") -> int:
        """Returns the exit status."""
        subprocess.run([*self.runtime(), "kill", self.name, signal], capture_output=True, timeout=60)
        return self.process.wait(60)

    def remove(self) -> None:
        subprocess.run([*self.runtime(), "delete", "--force", self.name], capture_output=True, timeout=60)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.bundle, ignore_errors=True)
