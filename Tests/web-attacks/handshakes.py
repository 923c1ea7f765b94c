"""Attacks by a single request: header fields that contradict each other or the rules, and requests that are not HTTP."""
from peer import KEY, V1, Peer, bearing, frame, handshake
from service import attempt

ORIGIN = "http://allowed.test:4000"


def rows(port, token):
    """Returns name, statement, expected status and request. The status 0 is an end without an answer.

    Each request has a valid token, so that only the rule in question refuses it.
    """
    here, valid = f"127.0.0.1:{port}", bearing(token)

    def shake(*more, **named):
        return handshake(port, named.pop("protocols", valid), more=more, **named)

    def post(path, body, *fields):
        lines = [f"POST {path} HTTP/1.1", f"Host: {here}", f"Content-Length: {len(body)}", *fields, "", body]
        return "\r\n".join(lines).encode()

    def hosts():
        yield "missing", "no Host", "400", shake(drop=("Host",))
        yield "twice", "the right Host twice", "400", shake(f"Host: {here}")
        yield "second", "a second Host of the attacker", "400", shake("Host: evil.test")
        yield "first", "a Host of the attacker before the right one", "400", shake(f"Host: {here}", Host="evil.test")
        wrong = {
            "rebound": ("the name of the attacker", f"evil.test:{port}"),
            "other-port": ("another port", f"127.0.0.1:{port ^ 1}"),
            "no-port": ("no port", "127.0.0.1"),
            "suffix": ("the attacker's name after the address", f"127.0.0.1:{port}.evil.test"),
            "user": ("the address as a user name", f"127.0.0.1:{port}@evil.test"),
            "dot": ("a dot after the name", f"localhost.:{port}"),
            "decimal": ("the address as one number", f"2130706433:{port}"),
            "short": ("a short form of the address", f"127.1:{port}"),
            "any": ("the address of all interfaces", f"0.0.0.0:{port}"),
            "mapped": ("the address mapped into IPv6", f"[::ffff:127.0.0.1]:{port}"),
            "list": ("two hosts in one field", f"{here}, evil.test"),
            "zeros": ("a port with zeros", f"127.0.0.1:0{port}"),
        }
        for name, (title, host) in wrong.items():
            yield name, title, "421 400", shake(Host=host)

    def origins():
        for name, title, origin in (
            ("foreign", "a page of another origin", f"http://evil.test:{port}"),
            ("null", "a sandboxed frame", "null"),
            ("file", "a file", "file://"),
            ("rebound", "a page whose name now leads here", f"http://rebound.test:{port}"),
            ("own-https", "the own address, with https", f"https://{here}"),
            ("own-port", "the own address, another port", "http://127.0.0.1:4000"),
            ("own-name", "another name of the own address", f"http://localhost:{port}"),
            ("prefix", "a name that ends with the allowed one", "http://notallowed.test:4000"),
            ("suffix", "a name that begins with the allowed one", "http://allowed.test:4000.evil.test"),
            ("other-port", "the allowed name, another port", "http://allowed.test:4001"),
            ("upper", "the allowed name in other letters", "http://ALLOWED.test:4000"),
            ("slash", "the allowed origin with a slash", ORIGIN + "/"),
            ("scheme", "the allowed name with https", "https://allowed.test:4000"),
            ("extension", "a page of a browser extension", "moz-extension://0123"),
            ("empty", "an empty Origin", ""),
            ("star", "a star", "*"),
            ("list", "two origins in one field", f"{ORIGIN} http://evil.test"),
        ):
            yield name, title, "403 400", shake(Origin=origin)
        yield "twice", "an allowed Origin and a foreign one", "403 400", shake("Origin: http://evil.test", Origin=ORIGIN)

    def syntax():
        yield "absolute", "an absolute-form target", "400", shake(path=f"http://{here}/rpc")
        yield "absolute-foreign", "an absolute-form target elsewhere", "400", shake(path="http://evil.test/rpc")
        yield "connect", "CONNECT", "400 405", f"CONNECT {here} HTTP/1.1\r\nHost: {here}\r\n\r\n".encode()
        yield "obs-fold", "a folded header line", "400", shake("X-A: 1\r\n Origin: http://evil.test")
        yield "fold-host", "a folded Host", "400", shake(Host=f"127.0.0.1\r\n :{port}")
        yield "space", "a space before the colon", "400", shake(f"Origin : {ORIGIN}")
        yield "no-colon", "a header line without a colon", "400", shake("Origin")
        yield "no-name", "a header line without a name", "400", shake(": a")
        yield "lf", "lines that end with a newline only", "400", shake().replace(b"\r\n", b"\n")
        yield "cr", "a carriage return in a value", "400", shake("X-A: 1\rOrigin: " + ORIGIN)
        yield "nul", "a zero byte in a value", "400", shake("X-A: 1\0")
        yield "encoded", "an encoded line break in the target", "404 400", shake(path="/rpc%0d%0aHost:%20evil.test")
        yield "injected", "a line break in the target", "400", shake(path="/ HTTP/1.1\r\nHost: evil.test\r\nX: /rpc")
        yield "spaces", "two spaces in the request line", "400", shake(path=" /rpc")
        yield "dots", "a path with dots", "404 400", shake(path="/x/../rpc")
        yield "upper", "the path in other letters", "404", shake(path="/RPC")
        yield "slashes", "a path with two slashes", "404 400", shake(path="//rpc")
        yield "star", "the target *", "404 400", shake(path="*")
        yield "version-1.0", "HTTP/1.0", "400 426", shake(version="HTTP/1.0")
        yield "version-2.0", "HTTP/2.0", "400 426", shake(version="HTTP/2.0")
        yield "preface", "the preface of HTTP/2", "400", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
        yield "tls", "a TLS handshake", "400 0", b"\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03" + b"A" * 200 + b"\r\n\r\n"
        yield "lines", "a call as a line, as over TCP", "400 0", (attempt("http:lines") + "\n").encode() + b"\r\n\r\n"
        yield "lsp", "a call with Content-Length, as over TCP", "400", lsp(attempt("http:lsp"))
        yield "chunked", "Transfer-Encoding", "400", shake("Transfer-Encoding: chunked")
        yield "smuggled", "Transfer-Encoding and Content-Length", "400", shake("Content-Length: 4", "Transfer-Encoding: chunked")
        yield "body", "an upgrade with a body", "400", shake("Content-Length: 4") + b"a=b&"
        yield "body-call", "an upgrade with a call as body", "400", shake("Content-Length: 200") + frame(attempt("http:body-call"))
        for path in ("/", "/rpc", "/healthz", "/readyz", "/metrics"):
            name = "post" + path.replace("/", "-")
            yield name, f"POST to {path} with a call", "405 400", post(path, attempt("http:" + name), "Content-Type: text/plain")
        yield "preflight", "a preflight of CORS", "405", shake("Access-Control-Request-Method: POST").replace(b"GET", b"OPTIONS")
        yield "trace", "TRACE", "405", shake().replace(b"GET", b"TRACE")
        yield "long", "a header block over 8 KiB", "431", shake("X-A: " + "a" * 8192)
        yield "many", "more than 64 header lines", "431", shake(*["X-A: 1"] * 65)
        yield "target", "a target of 64 KiB", "431 400 414", shake(path="/rpc?" + "a" * 65_536)

    def upgrades():
        yield "version", "another version of WebSocket", "426 400", shake(Sec_WebSocket_Version="8")
        yield "no-version", "no version of WebSocket", "426 400", shake(drop=("Sec-WebSocket-Version",))
        yield "no-upgrade", "no Upgrade", "426 400", shake(drop=("Upgrade",))
        yield "h2c", "an upgrade to HTTP/2", "426 400", shake(Upgrade="h2c")
        yield "no-key", "no key", "400", shake(drop=("Sec-WebSocket-Key",))
        yield "short-key", "a key of 15 bytes", "400", shake(Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAA")
        yield "two-keys", "two keys", "400", shake(f"Sec-WebSocket-Key: {KEY}")

    def protocols():
        name = f"altcraft-bridge.token.{token}"
        yield "no-v1", "the right token without the protocol", "400", shake(protocols=(name,))
        yield "other", "another version of the protocol", "400", shake(protocols=("altcraft-bridge.v2", name))
        yield "two-tokens", "a wrong token and the right one", "400", shake(protocols=(V1, "altcraft-bridge.token.x", name))
        yield "two-fields", "a second field with another token", "400", shake("Sec-WebSocket-Protocol: altcraft-bridge.token.x")
        yield "twice", "the right token twice", "400", shake(protocols=(*valid, name))
        off = len(token) // 2
        bit, byte = chr(ord(token[off]) ^ 1), "0" if token[off] != "0" else "1"
        for case, title, wrong in (
            ("bit", "with one wrong bit", token[:off] + bit + token[off + 1 :]),
            ("byte", "with one wrong character", token[:off] + byte + token[off + 1 :]),
            ("short", "without its last character", token[:-1]),
            ("long", "with one more character", token + "0"),
            ("upper", "in other letters", token.swapcase()),
            ("empty", "that is empty", ""),
        ):
            yield "token-" + case, "a token " + title, "401", shake(protocols=bearing(wrong))
        yield "token-mib", "a token of 1 MiB", "431", shake(protocols=bearing("a" * (1 << 20)))

    for group in (hosts, origins, syntax, upgrades, protocols):
        prefix = {"syntax": "http", "upgrades": "upgrade", "protocols": "token"}.get(group.__name__, group.__name__[:-1])
        for name, title, expected, request in group():
            yield f"{prefix}:{name}", title, expected, request


def lsp(call):
    return f"Content-Length: {len(call)}\r\n\r\n{call}".encode()


def status_of(bridge, name, request):
    """Returns the status of the answer, after the call was sent behind the request, as a frame and as a line."""
    call = attempt(name)
    with Peer(bridge.port, request + frame(call) + call.encode() + b"\n") as peer:
        status, fields = peer.head()
        if status == 101:
            return f"101, {peer.outcome()}"
        sentence = peer.body().strip()
        if status and not sentence:
            return f"{status} without a sentence"
        if any(field.startswith("access-control-") for field in fields):
            return f"{status} with CORS"
        return str(status)
