"""jsonrpc-glib, through the Python binding of Debian, over standard input and output, a Unix socket, or TCP."""
import os, subprocess
import gi
gi.require_version("Jsonrpc", "1.0")
from gi.repository import Gio, GLib, Jsonrpc

answers, events, place = ["token-1"], [], os.environ["PLACE"]
loop = GLib.MainContext.default()

# with: begin
if place == "stdio":
    process = subprocess.Popen(
        [os.environ["BRIDGE"], "serve", "--data-dir", os.environ["DATA"]],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    stream = Gio.SimpleIOStream.new(
        Gio.UnixInputStream.new(process.stdout.fileno(), False),
        Gio.UnixOutputStream.new(process.stdin.fileno(), False))
elif place.startswith("/"):
    stream = Gio.SocketClient().connect(Gio.UnixSocketAddress.new(place))
else:
    stream = Gio.SocketClient().connect_to_host("127.0.0.1", int(place))

def answer(bridge, method, id, params):
    bridge.reply_async(id, GLib.Variant("ms", answers.pop() if answers else None), None, None)
    return True

bridge = Jsonrpc.Client.new(stream)
bridge.connect("handle-call", answer)
bridge.connect("notification", lambda bridge, method, params: events.append(method))
bridge.start_listening()
assert bridge.call("bridge.ping", None)[1].unpack() == "pong"
# with: end

def call(method, params=None):
    return bridge.call(method, params)[1].unpack()

print("call")
call("setFCMTokenProvider", GLib.Variant("a{sv}", {"provider": GLib.Variant("s", "callback")}))
assert call("getPushToken")["token"] == "token-1"
print("callback")
call("events.subscribe")
# The code of a failure is in the text of the error.
try:
    call("pushSubscribe")
except GLib.Error as error:
    assert "'code': <int64 501>" in error.message, error
while "event" not in events:
    loop.iteration(True)
print("events")
pongs = []
for _ in range(1000):
    bridge.call_async(
        "bridge.ping", None, None,
        lambda bridge, result: pongs.append(bridge.call_finish(result)[1].unpack()))
while len(pongs) < 1000:
    loop.iteration(True)
assert pongs == ["pong"] * 1000
print("pipelined")
failures = []
def ended(bridge, result):
    try:
        bridge.call_finish(result)
    except GLib.Error as error:
        failures.append(error.message)
# The library numbers its requests from 1 and does not show the number in Python.
bridge.call_async("getPushToken", None, None, ended)
bridge.send_notification("$/cancelRequest", GLib.Variant("a{sv}", {"id": GLib.Variant("x", 1006)}))
while not failures:
    loop.iteration(True)
assert "'code': <int64 -32800>" in failures[0], failures
print("cancel", flush=True)
os._exit(0)
