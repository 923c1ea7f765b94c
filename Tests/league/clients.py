"""Clients of the participants, each with one request in flight.

`put(key)` returns once the participant has acknowledged the key with its content, and `read()` returns the keys that it
has with the right content. `prepare()` creates what they need on a new disk.
"""
import base64, http.client, json, socket, struct


def content(key):
    return (key + "-" + "0123456789abcdef" * 16)[:200]


def key_of(text):
    """Returns the key of a content, or None if it is not a content."""
    key = text.rpartition("-")[0]
    return key if text == content(key) else None


class Client:
    """A connection over TCP. An answer that is not an acknowledgement is an AssertionError."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
        self.socket.settimeout(30)
        self.socket.connect(address)
        if not isinstance(address, str):
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")
        self.greet()

    def greet(self):
        pass

    def prepare(self):
        pass

    def close(self):
        self.file.close()
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data.encode() if isinstance(data, str) else data)

    def line(self):
        line = self.file.readline()
        if not line.endswith(b"\n"):
            raise ConnectionError("the connection ended")
        return line.rstrip(b"\r\n").decode()

    def bytes(self, count):
        data = self.file.read(count)
        if len(data) != count:
            raise ConnectionError("the connection ended")
        return data


def expect(condition, answer):
    if not condition:
        raise AssertionError(str(answer))


class Bridge(Client):
    """JSON-RPC. A key is the `requestId` of a mobile event; the platform is down, so all jobs are pending."""

    def call(self, method, **params):
        self.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
        answer = json.loads(self.line())
        expect("error" not in answer, answer)
        return answer["result"]

    def prepare(self):
        self.call("initialization", configuration={"apiUrl": "http://127.0.0.1:9", "rToken": "r"})

    def put(self, key):
        event = {"sid": "league", "eventName": "league", "payload": {"text": content(key)}}
        answer = self.call("mobileEvent", **event, requestId=key)
        expect(answer == {"requestId": key}, answer)

    def read(self):
        keys, after = set(), {}
        while True:
            page = self.call("outbox.list", limit=1000, **after)
            keys.update(item["requestId"] for item in page["items"])
            if not page["next"]:
                return keys
            after = {"after": page["next"]}


class Embedded(Client):
    """The server of `embedded.py`."""

    def put(self, key):
        self.send(f"{key} {content(key)}\n")
        answer = self.line()
        expect(answer == "ok", answer)

    def read(self):
        self.send("read\n")
        count = int(self.line())
        return {key_of(self.line()) for _ in range(count)}


class Redis(Client):
    def call(self, *words):
        self.send(f"*{len(words)}\r\n" + "".join(f"${len(word)}\r\n{word}\r\n" for word in words))
        return self.answer()

    def answer(self):
        line = self.line()
        expect(line[0] != "-", line)
        if line[0] == "$":
            return None if line == "$-1" else self.bytes(int(line[1:]) + 2)[:-2].decode()
        return [self.answer() for _ in range(int(line[1:]))] if line[0] == "*" else line

    def greet(self):
        self.call("PING")

    def put(self, key):
        answer = self.call("SET", key, content(key))
        expect(answer == "+OK", answer)

    def read(self):
        keys = self.call("KEYS", "*")
        groups = [keys[start:start + 1000] for start in range(0, len(keys), 1000)]
        return {key_of(text) for group in groups for text in self.call("MGET", *group)}


class Etcd:
    """The JSON gateway of the third version of its protocol."""

    def __init__(self, address):
        self.connection = http.client.HTTPConnection(*address, timeout=30)
        self.connection.connect()
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.call("range", key="AA==", range_end="AA==", limit=1)

    def call(self, method, **params):
        try:
            self.connection.request("POST", "/v3/kv/" + method, json.dumps(params))
            answer = json.loads(self.connection.getresponse().read())
        except (http.client.HTTPException, ValueError) as error:
            raise ConnectionError(repr(error)) from error
        expect("error" not in answer, answer)
        return answer

    def prepare(self):
        pass

    def put(self, key):
        encoded = (base64.b64encode(text.encode()).decode() for text in (key, content(key)))
        self.call("put", **dict(zip(("key", "value"), encoded)))

    def read(self):
        items = self.call("range", key="AA==", range_end="AA==").get("kvs", [])
        return {key_of(base64.b64decode(item["value"]).decode()) for item in items}

    def close(self):
        self.connection.close()


class Mqtt(Client):
    """MQTT 3.1.1. The messages are queued, with QoS 1, for a session whose client is not connected."""

    def packet(self):
        kind = self.bytes(1)[0]
        length = shift = 0
        while True:
            byte = self.bytes(1)[0]
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return kind, self.bytes(length)

    def call(self, kind, body, expected):
        head, length = bytes([kind]), len(body)
        while length > 127:
            head, length = head + bytes([length & 127 | 128]), length >> 7
        self.send(head + bytes([length]) + body)
        answer = self.packet()
        expect(answer[0] == expected, answer)
        return answer[1]

    def connect(self, name, is_clean):
        answer = self.call(0x10, b"\0\4MQTT\4" + bytes([is_clean << 1, 0, 0]) + text16(name), 0x20)
        expect(answer[1] == 0, answer)
        return answer[0]

    def prepare(self):
        self.connect("reader", False)
        self.call(0x82, b"\0\1" + text16("jobs") + b"\1", 0x90)

    def put(self, key):
        if not hasattr(self, "is_connected"):
            self.connect("", True)
            self.is_connected = True
        self.call(0x32, text16("jobs") + b"\0\1" + content(key).encode(), 0x40)

    def read(self):
        """Reads the queue and leaves it as it is: no message is acknowledged. The answer to a ping is behind them."""
        keys = set()
        if self.connect("reader", False):
            self.send(b"\xc0\0")
            while (packet := self.packet())[0] != 0xd0:
                keys.add(key_of(packet[1][8:].decode()))
        return keys


def text16(text):
    return struct.pack(">H", len(text)) + text.encode()


class Nats(Client):
    """Messages published to a stream of JetStream."""

    def greet(self):
        self.line()
        self.inbox = f"inbox.{self.socket.getsockname()[1]}"
        self.send(f'CONNECT {{"verbose":false}}\r\nSUB {self.inbox} 1\r\nPING\r\n')
        while self.line() != "PONG":
            pass
        self.call("$JS.API.INFO")

    def call(self, subject, body=""):
        self.send(f"PUB {subject} {self.inbox} {len(body)}\r\n{body}\r\n")
        while not (line := self.line()).startswith(("MSG", "HMSG")):
            if line == "PING":
                self.send("PONG\r\n")
            expect(not line.startswith("-ERR"), line)
        expect(line.startswith("MSG"), "no responders")
        answer = json.loads(self.bytes(int(line.split()[-1]) + 2))
        expect("error" not in answer, answer)
        return answer

    def prepare(self):
        self.call("$JS.API.STREAM.CREATE.JOBS", json.dumps({"name": "JOBS", "subjects": ["jobs"], "storage": "file"}))

    def put(self, key):
        self.call("jobs", content(key))

    def read(self):
        try:
            state = self.call("$JS.API.STREAM.INFO.JOBS")["state"]
        except AssertionError as error:
            if "stream not found" in str(error):
                return set()
            raise
        return {self.get(number) for number in range(max(state["first_seq"], 1), state["last_seq"] + 1)}

    def get(self, number):
        try:
            message = self.call("$JS.API.STREAM.MSG.GET.JOBS", json.dumps({"seq": number}))["message"]
        except AssertionError:
            return None
        return key_of(base64.b64decode(message["data"]).decode())


class Postgres(Client):
    """The simple query protocol."""

    def greet(self):
        body = struct.pack(">I", 196608) + b"user\0postgres\0database\0postgres\0\0"
        self.send(struct.pack(">I", len(body) + 4) + body)
        self.rows()

    def rows(self):
        rows = []
        while True:
            kind, length = struct.unpack(">cI", self.bytes(5))
            body = self.bytes(length - 4)
            expect(kind != b"E", body)
            if kind == b"D":
                rows.append(body[6:].decode())
            if kind == b"Z":
                return rows

    def call(self, query):
        self.send(b"Q" + struct.pack(">I", len(query) + 5) + query.encode() + b"\0")
        return self.rows()

    def prepare(self):
        self.call("CREATE TABLE jobs (key text PRIMARY KEY, content text)")

    def put(self, key):
        self.call(f"INSERT INTO jobs VALUES ('{key}', '{content(key)}')")

    def read(self):
        return {key_of(row) for row in self.call("SELECT content FROM jobs")}


class Beanstalk(Client):
    def call(self, text, expected):
        self.send(text)
        answer = self.line()
        expect(answer.split()[0] in expected, answer)
        return answer

    def put(self, key):
        text = content(key)
        self.call(f"put 0 0 1000 {len(text)}\r\n{text}\r\n", ["INSERTED"])

    def read(self):
        """Reserves all jobs; they are ready again when the connection has ended."""
        keys = set()
        while (line := self.call("reserve-with-timeout 0\r\n", ["RESERVED", "TIMED_OUT"])) != "TIMED_OUT":
            keys.add(key_of(self.bytes(int(line.split()[-1]) + 2)[:-2].decode()))
        return keys
