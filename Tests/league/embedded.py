"""A server for a database that is a library: embedded.py ENGINE SETTING FOLDER PORT. Each line is a transaction."""
import socketserver, sys, threading

ENGINE, SETTING, FOLDER, PORT = sys.argv[1:]


def sqlite():
    import sqlite3

    database = sqlite3.connect(FOLDER + "/jobs.sqlite", check_same_thread=False, isolation_level=None)
    for statement in ("PRAGMA journal_mode=WAL", f"PRAGMA synchronous={SETTING}",
                      "CREATE TABLE IF NOT EXISTS jobs (key TEXT PRIMARY KEY, content TEXT)"):
        database.execute(statement)
    faults = database.execute("PRAGMA integrity_check").fetchall()
    if faults != [("ok",)]:
        sys.exit(str(faults))
    return (lambda key, text: database.execute("INSERT INTO jobs VALUES (?, ?)", (key, text)),
            lambda: [text for (text,) in database.execute("SELECT content FROM jobs")])


def leveldb():
    import plyvel

    database = plyvel.DB(FOLDER + "/jobs", create_if_missing=True)
    return (lambda key, text: database.put(key.encode(), text.encode(), sync=SETTING == "sync"),
            lambda: [text.decode() for _, text in database])


def rocksdb():
    import rocksdict

    database, options = rocksdict.Rdict(FOLDER + "/jobs", rocksdict.Options(raw_mode=True)), rocksdict.WriteOptions()
    options.sync = SETTING == "sync"
    return (lambda key, text: database.put(key.encode(), text.encode(), write_opt=options),
            lambda: [text.decode() for text in database.values()])


def lmdb():
    import lmdb as library

    database = library.open(FOLDER, map_size=128 << 20, sync=SETTING == "sync")

    def put(key, text):
        with database.begin(write=True) as transaction:
            transaction.put(key.encode(), text.encode())

    def read():
        with database.begin() as transaction:
            return [text.decode() for _, text in transaction.cursor()]

    return put, read


class Handler(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self):
        for line in self.rfile:
            with lock:
                if line == b"read\n":
                    texts = read()
                    answer = f"{len(texts)}\n" + "".join(text + "\n" for text in texts)
                else:
                    put(*line.decode().split())
                    answer = "ok\n"
            self.wfile.write(answer.encode())


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True


put, read = globals()[ENGINE]()
lock = threading.Lock()
Server(("127.0.0.1", int(PORT)), Handler).serve_forever()
