"""wsproto, over WebSocket. The library has no sockets, only the protocol."""
import itertools, json, os, socket
from urllib.parse import urlsplit
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Ping, Request, TextMessage

answers, events, place = ["token-1"], [], os.environ["PLACE"]
ids = itertools.count()

# with: begin
with open(os.environ["TOKEN"], encoding="ascii") as file:
    token = file.read().strip()
url = urlsplit(place)
protocol = WSConnection(ConnectionType.CLIENT)
peer = socket.create_connection((url.hostname, url.port))

def send_event(event):
    peer.sendall(protocol.send(event))

def send(**members):
    send_event(TextMessage(data=json.dumps({"jsonrpc": "2.0", **members})))

def messages():
    """Performs the handshake, and then yields each message."""
    subprotocols = ["altcraft-bridge.v1", "altcraft-bridge.token." + token]
    send_event(Request(host=url.netloc, target="/rpc", subprotocols=subprotocols))
    text = ""
    while True:
        protocol.receive_data(peer.recv(65_536) or None)
        for event in protocol.events():
            if isinstance(event, AcceptConnection):
                yield event.subprotocol
            elif isinstance(event, Ping):
                send_event(event.response())
            elif isinstance(event, CloseConnection):
                return event.code
            else:
                text += event.data
                if event.message_finished:
                    yield json.loads(text)
                    text = ""
# with: end

def call(method, **params):
    return answer_of(begin(method, **params))

def begin(method, **params):
    number = next(ids)
    send(id=number, method=method, params=params)
    return number

def answer_of(number):
    while number not in results:
        message = next(incoming)
        if "method" not in message:
            results[message["id"]] = message.get("result", message.get("error"))
        elif "id" in message:
            send(id=message["id"], result=answers.pop() if answers else None)
        else:
            events.append(message["params"])
    return results[number]

incoming, results = messages(), {}
assert next(incoming) == "altcraft-bridge.v1"
assert call("bridge.ping") == "pong"
print("call")
call("setFCMTokenProvider", provider="callback")
assert call("getPushToken")["token"] == "token-1"
print("callback")
call("events.subscribe")
assert call("pushSubscribe")["code"] == 501
while not events:
    call("bridge.ping")
print("events")
numbers = [begin("bridge.ping") for _ in range(1000)]
assert [answer_of(number) for number in numbers] == ["pong"] * 1000
print("pipelined")
cancelled = begin("getPushToken")
send(method="$/cancelRequest", params={"id": cancelled})
assert answer_of(cancelled)["code"] == -32800
print("cancel", flush=True)
send_event(CloseConnection(code=1000))
try:
    raise AssertionError(next(incoming))
except StopIteration as end:
    assert end.value == 1000
