"""Answers of raw bytes: those that once had a wrong outcome, and mutated ones from a seed."""
import gzip, random, zlib
from dataclasses import dataclass

from bridges import DELIVERED, REJECTED, RETRY

JSON = b'{"error":0,"errorText":""}'


@dataclass
class Case:
    """An answer: pieces of bytes and pauses, and what becomes of the connection then."""

    name: str
    title: str
    pieces: list
    # The connection is kept, closed or reset, or it is silent.
    end: str = "close"
    # The outcome, where it is known without curl.
    expected: str = None
    # It is sent before the body of the request is read, which has that size.
    is_early: bool = False
    size: int = 0
    host: str = "127.0.0.1"
    is_secure: bool = False

    @property
    def bytes(self):
        return b"".join(piece for piece in self.pieces if isinstance(piece, bytes))


def head(status, *lines, end=b"\r\n", reason=b" OK", version=b"HTTP/1.1"):
    return end.join([version + b" %d" % status + reason, *lines, b"", b""])


def with_length(status, body=JSON, *lines, **words):
    return head(status, b"Content-Length: %d" % len(body), *lines, **words) + body


def rows():
    """Returns answers that once had a wrong outcome, ended the process that delivers, or harm a version of libcurl."""
    cases = []

    def row(title, expected, *pieces, **more):
        cases.append(Case(f"row{len(cases)}", title, list(pieces), expected=expected, **more))

    for status, expected in ((200, DELIVERED), (400, REJECTED), (503, RETRY)):
        row(f"{status}, no space behind a colon", expected,
            head(status, b"Content-Type:application/json", b"Content-Length:26") + JSON)
        row(f"{status} without a reason", expected, with_length(status, reason=b""))
        row(f"{status}, lines end with LF", expected, with_length(status, end=b"\n"))
        row(f"{status}, ISO 8859-1 in a field", expected, with_length(status, JSON, b"X-Name: caf\xe9"))
        row(f"{status}, ISO 8859-1 in the reason", expected, with_length(status, reason=b" Caf\xe9"))
        row(f"{status}, trailers", expected,
            head(status, b"Transfer-Encoding: chunked", b"Trailer: X-Sum") + b"2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n", end="keep")
        row(f"{status}, the largest length", expected, head(status, b"Content-Length: 9223372036854775807") + b"{")
        row(f"{status}, cut body", expected, head(status, b"Content-Length: 99") + b"{")
    for status in (301, 302, 303, 304, 307, 308):
        row(f"{status}, cut body", REJECTED, head(status, b"Location: /elsewhere", b"Content-Length: 99") + b"cut")
        row(f"{status}, the largest length", REJECTED, head(status, b"Content-Length: 9223372036854775807") + b"{")
        row(f"{status} without Location", REJECTED, with_length(status, b"" if status == 304 else JSON))
    whole = head(200, b"Content-Type: application/json", b"Content-Length: 2")
    for length in (1, 9, 12, 13, 15, 17, 19, 25, 40, 48, len(whole) - 4, len(whole) - 2, len(whole) - 1):
        row(f"a head cut after {length} bytes", RETRY, whole[:length])
    row("a head cut after an interim one", RETRY, head(103, b"Link: </a>") + whole[:30])
    row("an address of IPv6", DELIVERED, with_length(200), host="::1", is_secure=True)
    row("an address of IPv6 that rejects", REJECTED, with_length(400), host="::1")
    for line in (b"http/1.1 503 No", b"HTTP/\xd6.1 503 No", b"HTTP/x 400 No"):
        row(f"a line without a status: {line!r}", RETRY, line + b"\r\nContent-Length: 2\r\n\r\n{}")
    row("413 before the body is read", REJECTED, with_length(413, JSON, b"Connection: close"), is_early=True, size=200_000)
    # libcurl before 8.1.1 writes to freed memory if its handle has had another answer before.
    for number in range(3):
        row("a folded line behind the first one", None, head(501, b" folded: b") + b"{}")
    return cases


class Answer:
    """The parts of an answer, for mutations."""

    def __init__(self, source):
        self.random = source
        self.status = source.choice(STATUSES)
        self.version, self.reason, self.line_end = b"HTTP/1.1", b" " + source.choice([b"OK", b"No", b"Not quite so"]), b"\r\n"
        self.before, self.after = b"", b""
        self.body, self.framing = source.choice([JSON, b"", b"{}", b"plain text", b"x" * 5000]), None
        self.lines = [b"Date: Sun, 29 Nov 2026 08:00:00 GMT", b"Content-Type: application/json"]
        self.end, self.cut, self.is_early, self.size = source.choice(["keep", "keep", "close"]), None, False, 0

    def whole(self):
        framing = [b"Content-Length: %d" % len(self.body)] if self.framing is None else self.framing
        lines = [*self.lines, *framing]
        self.random.shuffle(lines)
        first = self.version + b" %d" % self.status + self.reason
        return self.before + self.line_end.join([first, *lines, b"", b""]) + self.body + self.after

    def pieces(self):
        """Returns the bytes, now and then in pieces with pauses between them."""
        data = self.whole()
        if self.cut is not None:
            data = data[: int(len(data) * self.cut)]
        if self.random.random() < 0.7:
            return [data]
        places = sorted(self.random.sample(range(len(data)), min(len(data), self.random.choice([1, 2, 20]))))
        pieces = []
        for start, stop in zip([0, *places], [*places, len(data)]):
            pieces += [data[start:stop], 0.002]
        return pieces


STATUSES = 8 * [200] + 3 * [400] + 3 * [503] + [
    201, 202, 204, 205, 206, 226, 299, 300, 301, 302, 303, 304, 305, 307, 308, 401, 403, 404, 405, 406, 408, 409, 410, 411,
    413, 414, 417, 421, 422, 425, 426, 429, 431, 451, 499, 500, 501, 502, 504, 505, 507, 511, 520, 599, 600, 700, 999]

MUTATIONS = []


def mutation(change):
    MUTATIONS.append(change)
    return change


def one_of(title, *choices):
    """Adds a mutation that sets parts of the answer to one of several values."""
    def change(answer):
        for part, value in answer.random.choice(choices).items():
            if part == "line":
                answer.lines.append(value)
            elif part == "lines":
                answer.lines += value
            else:
                setattr(answer, part, value)

    change.__name__ = title
    MUTATIONS.append(change)


one_of("reason", {"reason": b""}, {"reason": b" "}, {"reason": b"  two"}, {"reason": b" \xe9\xff\x80"}, {"reason": b" " + 3000 * b"r"},
       {"reason": b" 500 503"}, {"reason": b"\t"}, {"reason": b" a\0b"})
one_of("version", *({"version": version} for version in (
    b"HTTP/1.0", b"HTTP/1.1", b"HTTP/2.0", b"HTTP/2", b"HTTP/0.9", b"HTTP/1.2", b"HTTP/3", b"HTTP/1", b"http/1.1", b"HTTP/11", b"ICY",
    b" HTTP/1.1", b"HTTP /1.1", b"HTTP/1.1 ", b"\r\nHTTP/1.1", b"XHTTP/1.1", b"\xef\xbb\xbfHTTP/1.1")))
one_of("line ends", {"line_end": b"\n"}, {"line_end": b"\r\n"}, {"line_end": b"\r\r\n"}, {"line_end": b" \r\n"})
one_of("odd field", *({"line": line} for line in (
    b"X-A:b", b"X-A : b", b"X-A:", b":", b": b", b"X-A", b"X A: b", b"X-A: \xe9\xff", b"X-\xe9: b", b"X-A: a\0b", b"X\0A: b", b" folded: b",
    b"X-A: a\r\n folded", b"X-A: a\r\n\tfolded\r\n  again", b"X-A: a\rb", b"\x01\x02: \x03", b"X-A: " + 9000 * b"a", b"Set-Cookie: a=b; Domain=.",
    b"Content-Type:", b"HTTP/1.1 500 No", b"Strict-Transport-Security: max-age=99", b"Alt-Svc: h2=\":1\"; ma=99", b"Upgrade: h2c, h2")))
one_of("length", *({"framing": lines} for lines in (
    [], [b"Content-Length: 0"], [b"Content-Length: 1"], [b"Content-Length: 100000"], [b"Content-Length: -1"], [b"Content-Length: +5"],
    [b"Content-Length: abc"], [b"Content-Length:"], [b"Content-Length: 5, 5"], [b"Content-Length: 5;"], [b"Content-Length: 0x10"],
    [b"Content-Length: 9223372036854775807"], [b"Content-Length: 9223372036854775808"], [b"Content-Length: 18446744073709551616"],
    [b"Content-Length: 99999999999999999999999999"], [b"Content-Length: 2", b"Content-Length: 2"], [b"Content-Length: 2", b"Content-Length: 3"],
    [b"Content-Length: 5", b"Transfer-Encoding: chunked"], [b"Content-Length: 5 5"], [b"Content-Length: 1.5"])))
one_of("coding of the transfer", *({"framing": [b"Transfer-Encoding: " + value]} for value in (
    b"identity", b"gzip", b"chunked, gzip", b"gzip, chunked", b"unknown", b"", b"chunked, chunked", b"xchunked")))
one_of("chunks", *({"framing": [b"Transfer-Encoding: chunked"], "body": body} for body in (
    b"2\r\n{}\r\n0\r\n\r\n", b"2;a=b\r\n{}\r\n0\r\n\r\n", b"2;\r\n{}\r\n0;x\r\n\r\n", b"2\n{}\n0\n\n", b"002\r\n{}\r\n000\r\n\r\n", b"2 \r\n{}\r\n0\r\n\r\n",
    b"2\r\n{}\r\n0\r\nX-T: a\r\n\r\n", b"2\r\n{}\r\n0\r\nX-T:\xe9\r\nX-T: b\r\n\r\n", b"2\r\n{}\r\n0\r\nHTTP/1.1 500 No\r\n\r\n", b"g\r\n", b"-2\r\n{}\r\n",
    b"2\r\n{}X0\r\n\r\n", b"2\r\n{}", b"2\r\n{}\r\n", b"2\r\n{}\r\n0\r\n", b"\r\n", b"", b"ffffffffffffffff\r\nabc", b"fffffffffffffffff\r\nabc",
    b"2" + 9000 * b" " + b"\r\n{}\r\n0\r\n\r\n", b"2\r\n{}\r\n0\r\nX-T: " + 70000 * b"t" + b"\r\n\r\n", b"2\r\n{}\r\n0\r\n\r\nmore")))
one_of("interim", *({"before": before} for before in (
    head(100, reason=b" Continue"), head(102), head(103, b"Link: </a>; rel=preload"), 3 * head(103, b"X: y"), head(100, end=b"\n"),
    100 * head(103, b"X: y"), head(199, reason=b""), head(100, b"Content-Length: 5"), head(103, b"X: \xe9"), b"HTTP/1.1 100", head(100)[:-2])))
one_of("101", {"status": 101}, {"status": 101, "lines": [b"Upgrade: websocket", b"Connection: upgrade"]})
one_of("no body", *({"status": status, "body": body, "framing": framing} for status in (204, 205, 304) for body in (b"", b"body") for framing in (None, [])))
one_of("coding", *({"line": b"Content-Encoding: " + value} for value in (
    b"gzip", b"deflate", b"br", b"unknown", b"", b"gzip, gzip", b"identity", b"x-gzip", b"zstd", b", ".join(20 * [b"gzip"]))))
one_of("compressed", *({"line": b"Content-Encoding: gzip", "body": body} for body in (
    gzip.compress(JSON), gzip.compress(JSON)[:-9], gzip.compress(JSON) + b"more", b"\x1f\x8b" + 40 * b"\xff", zlib.compress(JSON),
    gzip.compress(bytes(20 << 20)), gzip.compress(gzip.compress(bytes(20 << 20))))))
one_of("many fields", {"lines": 90 * [b"X-A: b"]}, {"lines": 1500 * [b"X-Many: many"]}, {"lines": 400 * [b"X-Many: " + 100 * b"m"]})
one_of("long head", *({"lines": [b"X-Long: " + length * b"l"]} for length in (30_000, 60_000, 65_000, 66_000, 80_000)),
       {"lines": 64 * [b"X-Long: " + 990 * b"l"]}, {"lines": 90 * [b"X-Long: " + 990 * b"l"]}, {"lines": 900 * [b"X-Long: " + 990 * b"l"]})
one_of("redirect", *({"status": status, "line": b"Location: " + value} for status in (301, 302, 303, 307, 308) for value in (
    b"/elsewhere", b"", b"http://127.0.0.1:1/", b"//", b"file:///etc/passwd", b"http://[", b"\xe9", b"https://")))
one_of("challenge", *({"status": status, "line": value} for status in (401, 407) for value in (
    b'WWW-Authenticate: Basic realm="a"', b"WWW-Authenticate: Digest", b"WWW-Authenticate: Negotiate", b'Proxy-Authenticate: Basic realm="a"', b"WWW-Authenticate: NTLM")))
one_of("retry later", *({"status": status, "line": b"Retry-After: " + value} for status in (503, 429, 500, 301, 200) for value in (
    b"1", b"0", b"-1", b"99999999999999999999", b"Sun, 29 Nov 2099 08:00:00 GMT", b"", b"soon")))
one_of("connection", *({"line": line} for line in (
    b"Connection: close", b"Connection: keep-alive", b"Keep-Alive: timeout=0", b"Connection: upgrade", b"Proxy-Connection: close", b"Connection: \xe9")))
one_of("more behind it", {"after": with_length(500)}, {"after": with_length(200)}, {"after": with_length(408)}, {"after": b"\r\n"}, {"after": b"\0"},
       {"after": b"HTTP/1.1 20"})
one_of("status line", *({"status": 200, "reason": reason} for reason in (b"0 OK", b"-OK", b"OK", b".5 OK", b"\r")))
one_of("end", {"end": "close"}, {"end": "reset"}, {"end": "silence"})
one_of("early", *({"is_early": True, "size": size, "end": "close", "status": status} for size in (100, 200_000) for status in (413, 401, 503, 200)))


@mutation
def cut(answer):
    answer.cut, answer.end = answer.random.random(), answer.random.choice(["close", "close", "close", "reset", "silence"])


@mutation
def noise(answer):
    """Changes single bytes of the whole answer."""
    data = bytearray(answer.whole())
    for _ in range(answer.random.choice([1, 2, 5])):
        data[answer.random.randrange(min(len(data), 120))] = answer.random.randrange(256)
    answer.whole = lambda: bytes(data)


def mutated(seed, count):
    """Returns mutated answers. Each has one to three mutations; a third of them goes over TLS."""
    cases = []
    for number in range(count):
        source = random.Random(f"{seed}-{number}")
        answer = Answer(source)
        chosen = [MUTATIONS[number % len(MUTATIONS)], *source.sample(MUTATIONS, source.choice([0, 0, 1, 2]))]
        chosen.sort(key=lambda change: change is noise)
        for change in chosen:
            change(answer)
        title = ", ".join(change.__name__ for change in chosen)
        cases.append(Case(f"m{number}", title, answer.pieces(), answer.end, is_early=answer.is_early, size=answer.size,
                          is_secure=source.random() < 0.33))
    return cases
