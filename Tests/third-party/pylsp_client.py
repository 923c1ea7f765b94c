"""python-lsp-jsonrpc, over standard input and output, a Unix socket, or TCP."""
import itertools, os, queue, socket, subprocess, threading
from pylsp_jsonrpc.endpoint import Endpoint
from pylsp_jsonrpc.exceptions import JsonRpcException
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter

answers, events, place = queue.Queue(), threading.Event(), os.environ["PLACE"]
if place == "stdio":
    process = subprocess.Popen(
        [os.environ["BRIDGE"], "serve", "--data-dir", os.environ["DATA"]],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    source, sink = process.stdout, process.stdin
else:
    if place.startswith("/"):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(place)
    else:
        connection = socket.create_connection(("127.0.0.1", int(place)))
    source, sink = connection.makefile("rb"), connection.makefile("wb")

# with: begin
methods = {
    "event": lambda params: events.set(),
    "provider.getToken": lambda params: answers.get(),
}
ids = itertools.count()
bridge = Endpoint(methods, JsonRpcStreamWriter(sink).write, id_generator=lambda: str(next(ids)))
reader = JsonRpcStreamReader(source)
threading.Thread(target=reader.listen, args=(bridge.consume,), daemon=True).start()
assert bridge.request("bridge.ping").result(20) == "pong"
# with: end
print("call")
answers.put("token-1")
bridge.request("setFCMTokenProvider", {"provider": "callback"}).result(20)
assert bridge.request("getPushToken").result(20)["token"] == "token-1"
print("callback")
bridge.request("events.subscribe").result(20)
try:
    bridge.request("pushSubscribe").result(20)
except JsonRpcException as error:
    assert error.code == 501
assert events.wait(20)
print("events")
pending = [bridge.request("bridge.ping") for _ in range(1000)]
assert [answer.result(20) for answer in pending] == ["pong"] * 1000
print("pipelined")
# Future.cancel() of version 1.1 ends the thread that reads when the answer arrives. Send the notification instead.
pending = bridge.request("getPushToken")
bridge.notify("$/cancelRequest", {"id": str(next(ids) - 1)})
answers.put(None)
try:
    pending.result(20)
    raise AssertionError("not cancelled")
except JsonRpcException as error:
    assert error.code == -32800
print("cancel", flush=True)
os._exit(0)
