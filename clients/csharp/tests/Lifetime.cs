// The start and end of connections, with a bridge that is killed or stopped, or that the test plays.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using AltcraftBridge;
using static Support;

/// A bridge that the test plays, on a port.
internal sealed class PlayedBridge : IDisposable {
    private readonly TcpListener listener = new TcpListener(IPAddress.Loopback, 0);
    private StreamReader input;
    private TcpClient peer;

    public PlayedBridge() { listener.Start(); }

    public int Port => ((IPEndPoint)listener.LocalEndpoint).Port;

    public void Accept() {
        peer = listener.AcceptTcpClient();
        input = new StreamReader(peer.GetStream());
    }

    /// Returns the next message; null at the end.
    public IDictionary<string, object> Take() {
        var line = input.ReadLine();
        return line == null ? null : (IDictionary<string, object>)Json.Parse(line);
    }

    public void Say(string text) {
        var bytes = System.Text.Encoding.UTF8.GetBytes(text);
        peer.GetStream().Write(bytes, 0, bytes.Length);
    }

    public void Answer(IDictionary<string, object> call, string result) => Say($"{{\"jsonrpc\":\"2.0\",\"id\":{call["id"]},\"result\":{result}}}\n");

    /// Answers the calls with which a client begins.
    public void Welcome() {
        Accept();
        Answer(Take(), "true");
        Answer(Take(), "{\"version\":\"1\",\"epoch\":\"e\",\"pid\":1,\"limits\":{},\"schemaDigest\":\"" + Schema.Digest + "\"}");
    }

    public void Hang() => peer.Close();

    public void Dispose() {
        listener.Stop();
        peer?.Close();
    }
}

internal static class LifetimeTests {
    private static T Wait<T>(Task<T> task) => Task.WhenAny(task, Task.Delay(10000)).Result == task ? task.GetAwaiter().GetResult() : throw new Failure("no answer");

    private static Configuration Nowhere => new Configuration { ApiUrl = "http://127.0.0.1:9", RToken = "r-1" };

    private static bool IsRunning(long pid) => Kill((int)pid, 0) == 0 && !File.ReadAllText($"/proc/{pid}/stat").Contains(") Z ");

    /// Makes a program that appends its process id to a file, and is the bridge at its first start only.
    private static string Script(Place place, string later) {
        var path = place.Path + "/start";
        File.WriteAllText(path, $"#!/bin/sh\necho $$ >>{place.Path}/starts\n[ \"$(wc -l <{place.Path}/starts)\" = 1 ] || {later}\nexec {Command} \"$@\"\n");
        System.Diagnostics.Process.Start("chmod", "+x " + path).WaitForExit();
        return path;
    }

    private static string[] Starts(Place place) => File.ReadAllLines(place.Path + "/starts");

    private static Bridge Open(PlayedBridge played, System.Action<string> onWarning = null) {
        var opening = Task.Run(() => Bridge.Connect(played.Port, token: "t", onWarning: onWarning));
        played.Welcome();
        return Wait(opening);
    }

    private static void EndsSoon(string what, System.Action body) => Check(Task.Run(body).Wait(5000), what + " takes too long");

    public static readonly Dictionary<string, System.Action> Tests = new Dictionary<string, System.Action> {
        ["no process starts after a Dispose that comes between a loss and the next start"] = () => {
            using (var place = new Place()) {
                var bridge = Bridge.Spawn(place.Path + "/data", Script(place, "true"));
                var lost = new ManualResetEventSlim();
                bridge.On("disconnected", _ => lost.Set());
                Kill((int)bridge.Info.Pid, 9);
                Check(lost.Wait(10000), "the loss");
                // In the middle of the pause before the start, which is 100 ms.
                Thread.Sleep(40);
                bridge.Dispose();
                var count = Starts(place).Length;
                Check(!SpinWait.SpinUntil(() => Starts(place).Length > count, 500), "a process was started");
            }
        },
        ["Dispose ends a start that is in progress, and waits for the end of its process"] = () => {
            using (var place = new Place()) {
                var bridge = Bridge.Spawn(place.Path + "/data", Script(place, "exec cat >/dev/null"));
                var reconnections = 0;
                bridge.On("reconnected", _ => reconnections++);
                Kill((int)bridge.Info.Pid, 9);
                Eventually("a second start", () => Starts(place).Length == 2);
                EndsSoon("Dispose", bridge.Dispose);
                Check(!IsRunning(long.Parse(Starts(place)[1])) && reconnections == 0, "the second process runs");
                Check(!SpinWait.SpinUntil(() => Starts(place).Length > 2, 500), "a process was started");
            }
        },
        ["a process is over when it has ended, even if another one holds its output"] = () => {
            using (var place = new Place()) {
                var bridge = Bridge.Spawn(place.Path + "/data", Script(place, "true\nsleep 15 &"));
                var reconnected = new ManualResetEventSlim();
                bridge.On("reconnected", _ => reconnected.Set());
                Kill((int)bridge.Info.Pid, 19);
                var call = bridge.Bridge.Ping();
                Kill((int)bridge.Info.Pid, 9);
                EndsSoon("the call", () => Fails<BridgeClosedException>(() => Wait(call)));
                Check(reconnected.Wait(5000), "it does not reconnect");
                // A thread that still reads a closed file would take some of these answers.
                for (var round = 0; round < 50; round++) {
                    GC.Collect();
                    EndsSoon("an answer", () => Wait(bridge.Bridge.Info()));
                }
                EndsSoon("Dispose", bridge.Dispose);
            }
        },
        ["a time limit that has passed before the call is one"] = () => {
            using (var played = new PlayedBridge())
            using (var bridge = Open(played)) {
                var call = bridge.Call("bridge.ping", new Parameters(), timeout: TimeSpan.FromSeconds(-1));
                Fails<TimeoutException>(() => Wait(call));
                played.Hang();
            }
        },
        ["events arrive if their position was given as int"] = () => {
            using (var place = new Place())
            using (var bridge = Bridge.Spawn(place.Path + "/data", Command, Limits)) {
                var names = new ConcurrentQueue<string>();
                bridge.On("*", item => names.Enqueue(((Event)item).Name)).On("outcome", item => names.Enqueue("outcome"));
                Wait(bridge.Call("events.subscribe", new Parameters().With("since", 0).With("epoch", bridge.Info.Epoch)));
                Wait(bridge.Call("outcomes.subscribe", new Parameters().With("after", 0)));
                Wait(bridge.Initialization(Nowhere));
                Wait(bridge.PushSubscribe(requestId: "order-7"));
                Wait(bridge.Outbox.Discard(requestId: "order-7"));
                Eventually("an event and an outcome", () => names.Count > 1 && names.Contains("outcome"));
            }
        },
        ["calls fail until a new connection has been authenticated"] = () => {
            using (var played = new PlayedBridge())
            using (var bridge = Open(played)) {
                played.Hang();
                played.Accept();
                var secret = played.Take();
                Check((string)secret["method"] == "bridge.authenticate", Json.Write(secret));
                Fails<BridgeClosedException>(() => Wait(bridge.Bridge.Ping()));
                played.Answer(secret, "true");
                var next = played.Take();
                Check((string)next["method"] == "bridge.info", Json.Write(next));
                played.Hang();
            }
        },
        ["a connection that is lost at its start is an error, or is opened again"] = () => {
            for (var round = 0; round < 20; round++) {
                using (var played = new PlayedBridge()) {
                    var opening = Task.Run(() => Bridge.Connect(played.Port, token: "t"));
                    played.Welcome();
                    played.Hang();
                    try {
                        using (Wait(opening)) {
                            Check(Task.Run(() => played.Accept()).Wait(5000), "it stays closed");
                            played.Hang();
                        }
                    } catch (BridgeClosedException) {}
                }
            }
        },
        ["each call that fails has its own exception, because one that is thrown again grows"] = () => {
            using (var played = new PlayedBridge()) {
                var bridge = Open(played);
                var calls = Enumerable.Range(0, 2).Select(_ => bridge.Bridge.Ping()).ToList();
                played.Hang();
                var errors = calls.Select(call => Fails<BridgeClosedException>(() => Wait(call))).ToList();
                bridge.Dispose();
                for (var index = 0; index < 2; index++) errors.Add(Fails<BridgeClosedException>(() => Wait(bridge.Bridge.Ping())));
                Check(errors.Distinct().Count() == 4 && errors.All(error => error.Message == errors[0].Message), errors[0].Message);
            }
        },
        ["half a line at the end of a connection is not a message"] = () => {
            var warnings = new ConcurrentQueue<string>();
            using (var played = new PlayedBridge())
            using (var bridge = Open(played, warnings.Enqueue)) {
                var call = bridge.Bridge.Ping();
                played.Say("{\"jsonrpc\":\"2.0\",\"id\":" + played.Take()["id"] + ",\"result\":\"po");
                played.Hang();
                Fails<BridgeClosedException>(() => Wait(call));
                Check(warnings.IsEmpty, string.Join("\n", warnings));
            }
        },
        ["Dispose lets the bridge answer the calls in flight over a socket, and ends in time without an answer"] = () => {
            using (var played = new PlayedBridge()) {
                var bridge = Open(played);
                var call = bridge.Call("pushSubscribe", new Parameters());
                var end = Task.Run(() => bridge.Dispose());
                var taken = played.Take();
                Check(played.Take() == null, "the end of the calls");
                played.Answer(taken, "{\"requestId\":\"order-7\"}");
                played.Hang();
                Check(Json.Write(Wait(call)) == "{\"requestId\":\"order-7\"}" && end.Wait(5000), "the answer");
            }
            using (var played = new PlayedBridge()) {
                var bridge = Open(played);
                var call = bridge.Bridge.Ping();
                Check(Task.Run(() => bridge.Dispose()).Wait(15000), "it waits for an answer");
                Fails<BridgeClosedException>(() => Wait(call));
            }
        },
        ["Dispose kills a process that does not react"] = () => {
            using (var place = new Place()) {
                var bridge = Bridge.Spawn(place.Path + "/data", Command);
                Kill((int)bridge.Info.Pid, 19);
                var isOver = Task.Run(() => bridge.Dispose()).Wait(20000);
                var isKilled = !IsRunning(bridge.Info.Pid);
                Kill((int)bridge.Info.Pid, 9);
                Check(isOver && isKilled, "the process runs");
            }
        },
        ["Dispose may be called twice, by a listener, by a handler and by onWarning"] = () => {
            using (var place = new Place()) {
                System.Action<string, System.Action<Bridge>> check = (what, begin) => {
                    Bridge bridge = null;
                    var environment = new Dictionary<string, string> { ["BRIDGE"] = Command, ["SAYS"] = place.Path + "/says" };
                    var ended = new ManualResetEventSlim();
                    System.Action dispose = () => { bridge.Dispose(); bridge.Dispose(); ended.Set(); };
                    bridge = Bridge.Spawn(place.Path + "/data", Root + "/clients/conformance/newer-bridge", Limits, environment, onWarning: _ => dispose());
                    bridge.On("*", _ => dispose()).Handle(Callbacks.ProviderGetToken, parameters => { dispose(); return Task.FromResult<object>("t"); });
                    begin(bridge);
                    Check(ended.Wait(8000), what + " does not return");
                    Eventually("it is closed", () => { try { return Wait(bridge.Bridge.Ping()) == ""; } catch (BridgeClosedException) { return true; } });
                };
                check("a listener", bridge => { bridge.Events.Subscribe(); bridge.Initialization(Nowhere); });
                check("a handler", bridge => { bridge.SetFCMTokenProvider("callback"); bridge.GetPushToken(); });
                check("onWarning", bridge => File.AppendAllText(place.Path + "/says", "no JSON\n"));
            }
        },
        ["a fault in onLog or onWarning does not end the program or the connection"] = () => {
            var warnings = new ConcurrentQueue<string>();
            System.Action<string> fails = text => throw new InvalidOperationException("a fault");
            using (var place = new Place()) {
                var environment = new Dictionary<string, string> { ["BRIDGE"] = Command, ["SAYS"] = place.Path + "/says" };
                using (var bridge = Bridge.Spawn(place.Path + "/data", Root + "/clients/conformance/newer-bridge", new[] { "--log-level", "debug" }, environment, onWarning: text => { warnings.Enqueue(text); fails(text); }, onLog: fails)) {
                    Eventually("a warning about onLog", () => warnings.Any(text => text.Contains("onLog failed")));
                    File.AppendAllText(place.Path + "/says", "no JSON\n");
                    Eventually("a warning about the line", () => warnings.Any(text => text.Contains("an invalid message")));
                    Check(Wait(bridge.Bridge.Ping()) == "pong", "it still answers");
                }
            }
        },
        ["reconnections leave no thread and no file, and a killed process fails its calls"] = () => {
            using (var place = new Place())
            using (var bridge = Bridge.Spawn(place.Path + "/data", Command)) {
                var reconnections = 0;
                bridge.On("reconnected", _ => Interlocked.Increment(ref reconnections));
                Func<int> open = () => Directory.GetDirectories("/proc/self/task").Length + Directory.GetFiles("/proc/self/fd").Length;
                var before = open();
                for (var round = 1; round <= 30; round++) {
                    Kill((int)bridge.Info.Pid, 19);
                    var calls = Enumerable.Range(0, 100).Select(_ => bridge.Bridge.Ping()).ToList();
                    Kill((int)bridge.Info.Pid, 9);
                    foreach (var call in calls) Fails<BridgeClosedException>(() => Wait(call));
                    Eventually("reconnected", () => Volatile.Read(ref reconnections) == round);
                }
                // The pool of tasks may have grown too.
                Eventually("they end", () => open() < before + 25);
            }
        },
    };
}
