"""The participants: the programs, and the settings with which each of them plays."""
import glob, os, shutil, subprocess, sys

import clients

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BRIDGE = os.environ.get("ALTCRAFT_BRIDGE") or ROOT + "/.build/release/altcraft-bridge"

# The packages of PyPI are installed here.
LIBRARIES = ROOT + "/.build/league"


class Participant:
    """A program with its settings. `{folder}` is on the disk whose power is cut; `{side}` is not."""

    user = None

    def __init__(self, name, client, command, version, files=(), needs=None, must=None):
        self.name, self.client, self.command, self.files = name, client, command, dict(files)
        # `must` is what the run requires: "keep" every acknowledgement, or as a control "lose" some.
        self.version_command, self.needs, self.must = version, needs or command[0], must

    def missing(self):
        """Returns the program or the module that is not installed, or None."""
        if self.needs.startswith("module "):
            name = self.needs.split()[1]
            is_there = name == "sqlite3" or os.path.isdir(f"{LIBRARIES}/{name}")
        else:
            is_there = shutil.which(self.needs)
        return None if is_there else self.needs

    def words(self, place):
        return [word.format(**place) for word in self.command]

    def create(self, place):
        """Creates what the program needs on a new disk."""
        for name, text in self.files.items():
            with open(f"{place['side']}/{name}", "w", encoding="utf-8") as file:
                file.write(text.format(**place))

    def start(self, place, log):
        environment = dict(os.environ, PYTHONPATH=LIBRARIES, HOME=place["side"])
        account = {"user": self.user, "group": self.user, "extra_groups": []} if self.user else {}
        return subprocess.Popen(self.words(place), stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/",
                                start_new_session=True, env=environment, **account)

    def address(self, place):
        return ("127.0.0.1", int(place["port"]))

    def version(self):
        result = subprocess.run(self.version_command, capture_output=True, text=True, env=dict(os.environ, PYTHONPATH=LIBRARIES))
        return (result.stdout + result.stderr).strip().split("\n")[0]


class BridgeParticipant(Participant):
    def address(self, place):
        return place["side"] + "/run/s"


class PostgresParticipant(Participant):
    user = "postgres"
    programs = max(glob.glob("/usr/lib/postgresql/*/bin"), default="/usr/lib/postgresql/15/bin")

    def create(self, place):
        os.chmod(place["side"], 0o755)
        shutil.chown(place["folder"], self.user, self.user)
        subprocess.run([self.programs + "/initdb", "-A", "trust", "-D", place["folder"] + "/data"], check=True, user=self.user,
                       group=self.user, extra_groups=[], stdout=subprocess.DEVNULL, cwd="/")


def bridge(durability):
    command = [BRIDGE, "serve", "--socket", "{side}/run/s", "--data-dir", "{folder}/data", "--durability", durability,
               "--limit", "outboxRecords=200000", "--limit", "outboxBytes=134217728"]
    return BridgeParticipant("bridge " + durability, clients.Bridge, command, [BRIDGE, "version"],
                             must="keep" if durability == "power" else None)


def embedded(engine, setting, version, package=None):
    command = [sys.executable, HERE + "/embedded.py", engine, setting, "{folder}", "{port}"]
    name = f"{engine} {setting.lower()}"
    return Participant(name, clients.Embedded, command, [sys.executable, "-c", version],
                       needs=f"module {package or engine}", must="lose" if setting == "OFF" else None)


def redis(policy):
    command = ["redis-server", "--bind", "127.0.0.1", "--port", "{port}", "--dir", "{folder}",
               "--appendonly", "yes", "--appendfsync", policy]
    return Participant("redis " + policy, clients.Redis, command, ["redis-server", "--version"],
                       must="lose" if policy == "no" else None)


def etcd():
    command = ["etcd", "--data-dir", "{folder}/data", "--listen-client-urls", "http://127.0.0.1:{port}",
               "--advertise-client-urls", "http://127.0.0.1:{port}", "--listen-peer-urls", "http://127.0.0.1:{port2}",
               "--initial-advertise-peer-urls", "http://127.0.0.1:{port2}",
               "--initial-cluster", "default=http://127.0.0.1:{port2}"]
    return Participant("etcd", clients.Etcd, command, ["etcd", "--version"])


def mosquitto(name, *settings):
    lines = ["listener {port} 127.0.0.1", "allow_anonymous true", "user root", "persistence true",
             "persistence_location {folder}/", "max_queued_messages 0", "max_inflight_messages 0", *settings]
    return Participant(name, clients.Mqtt, ["mosquitto", "-c", "{side}/mosquitto.conf"],
                       ["mosquitto", "-h"], {"mosquitto.conf": "\n".join(lines) + "\n"})


def nats(name, *settings):
    program = LIBRARIES + "/bin/nats-server"
    lines = ["listen: 127.0.0.1:{port}", "jetstream {{", '  store_dir: "{folder}"', *settings, "}}"]
    return Participant(name, clients.Nats, [program, "-c", "{side}/nats.conf"], [program, "--version"],
                       {"nats.conf": "\n".join(lines) + "\n"})


def postgres(commit):
    program = PostgresParticipant.programs + "/postgres"
    command = [program, "-D", "{folder}/data", "-c", "listen_addresses=127.0.0.1", "-c", "port={port}",
               "-c", "unix_socket_directories=", "-c", "synchronous_commit=" + commit]
    return PostgresParticipant(f"postgresql {commit}", clients.Postgres, command, [program, "--version"])


def beanstalkd(name, *options):
    command = ["beanstalkd", "-l", "127.0.0.1", "-p", "{port}", "-b", "{folder}", *options]
    return Participant(name, clients.Beanstalk, command, ["beanstalkd", "-v"])


SQLITE = "import sqlite3; print('SQLite', sqlite3.sqlite_version)"
LEVELDB = "import plyvel; print('LevelDB, plyvel', plyvel.__version__)"
ROCKSDB = "import importlib.metadata as m; print('RocksDB, rocksdict', m.version('rocksdict'))"
LMDB = "import lmdb; print('LMDB', '.'.join(map(str, lmdb.version())))"

PARTICIPANTS = [
    bridge("power"),
    bridge("process"),
    embedded("sqlite", "FULL", SQLITE, "sqlite3"),
    embedded("sqlite", "NORMAL", SQLITE, "sqlite3"),
    embedded("sqlite", "OFF", SQLITE, "sqlite3"),
    redis("always"),
    redis("everysec"),
    redis("no"),
    etcd(),
    mosquitto("mosquitto default"),
    mosquitto("mosquitto each change", "autosave_on_changes true", "autosave_interval 1"),
    nats("nats default"),
    nats("nats always", "  sync_interval: always"),
    postgres("on"),
    postgres("off"),
    embedded("leveldb", "sync", LEVELDB, "plyvel"),
    embedded("leveldb", "default", LEVELDB, "plyvel"),
    embedded("rocksdb", "sync", ROCKSDB, "rocksdict"),
    embedded("rocksdb", "default", ROCKSDB, "rocksdict"),
    embedded("lmdb", "sync", LMDB),
    beanstalkd("beanstalkd each write", "-f0"),
    beanstalkd("beanstalkd default"),
]
