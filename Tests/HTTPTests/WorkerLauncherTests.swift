import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import HTTP

@Suite("Starting the delivery process")
struct WorkerLauncherTests {
  private let directory = TemporaryDirectory()

  @Test("a missing executable is reported with its expected place")
  func missing() async {
    let process = makeProcess(directory.path + "/altcraft-bridge-delivery")

    let outcome = await outcome(of: post("http://127.0.0.1:1/"), process)

    #expect(
      outcome.workerMessage
        == "altcraft-bridge-delivery not found next to this program, in \(directory.path)")
    #expect(process.starts == 0)
  }

  @Test("an executable that cannot be started is reported with the reason")
  func notExecutable() async throws {
    let path = try script("", in: directory)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)

    let outcome = await outcome(of: post("http://127.0.0.1:1/"), makeProcess(path))

    #expect(
      outcome.workerMessage == "altcraft-bridge-delivery cannot be started: Permission denied")
  }

  @Test("a process that exits by itself is started again, at growing intervals")
  func endsByItself() async throws {
    let process = makeProcess(try script("exit 3", in: directory))
    let started = ContinuousClock.now

    var messages: [String] = []
    for _ in 0..<5 {
      let outcome = await outcome(
        of: post("http://127.0.0.1:1/", deadline: testTimeout * 10), process)
      messages.append(outcome.workerMessage ?? "\(outcome)")
    }
    let took = ContinuousClock.now - started

    // On a busy machine its exit status may not be known yet.
    #expect(messages.allSatisfy { $0.hasPrefix("the delivery process ended unexpectedly (") })
    #expect(messages.contains { $0.hasSuffix("(exit status 3)") })
    // A process that exits before anything was written to it costs a start and no attempt. In the end there
    // is one start a second.
    #expect((5...20 + Int(took.components.seconds)).contains(process.starts))
    #expect(took >= .milliseconds(50 + 100 + 200))
  }

  @Test("a request that waits for a start still ends at its deadline")
  func waitsForStart() async throws {
    let process = makeProcess(try script("exit 3", in: directory))
    for _ in 0..<4 { _ = await outcome(of: post("http://127.0.0.1:1/"), process) }

    // On a loaded machine a pause may be over when the request is made. Each failed start makes the pause longer.
    var messages: [String?] = []
    for _ in 0..<20 where messages.last != "no delivery process within the deadline" {
      let outcome = await outcome(
        of: post("http://127.0.0.1:1/", deadline: .milliseconds(20)), process)
      messages.append(outcome.workerMessage)
    }

    #expect(messages.last == "no delivery process within the deadline")
  }

  @Test(
    "a process that answers with garbage is ended",
    arguments: ["cat <&3 >&3", "echo nonsense >&3; cat <&3"])
  func nonsense(body: String) async throws {
    let process = makeProcess(try script(body, in: directory))

    let outcome = await outcome(of: post("http://127.0.0.1:1/"), process)

    #expect(outcome.workerMessage == "the delivery process sent an invalid message")
  }

  @Test("it inherits its socket and standard error, and no other descriptor")
  func descriptors() async throws {
    // The descriptor is not close-on-exec, as a careless parent leaves it.
    let leaked = open("/dev/null", O_RDONLY)
    defer { Glibc.close(leaked) }
    let server = FaultyHTTPServer(["/": .held(status: 200)])
    let process = makeProcess()
    async let pending = process.send(post(server.url("/")))
    #expect(await server.waitForRequests(1))
    let worker = try #require(process.processID)

    let targets = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker)/fd")
      .compactMap { name -> (Int, String)? in
        guard let descriptor = Int(name),
          let target = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/\(worker)/fd/\(name)")
        else { return nil }
        return (descriptor, target)
      }
    let byDescriptor = Dictionary(uniqueKeysWithValues: targets)
    #expect(byDescriptor[0] == "/dev/null")
    #expect(byDescriptor[1] == byDescriptor[2])
    #expect(byDescriptor[3]?.hasPrefix("socket:") == true)
    #expect(!targets.contains { $0.0 > 3 && $0.1 == "/dev/null" })
    #expect(getpgid(worker) == worker)
    server.release()
    _ = try await pending
  }

  @Test("it exits when its socket is closed, also with requests in flight")
  func endOfSocket() async throws {
    let server = FaultyHTTPServer(["/": .silence])
    let link = try WorkerConnection.start(builtProduct("altcraft-bridge-delivery"))
    link.take(PendingRequest(id: 1, request: post(server.url("/"))))
    #expect(link.flush())
    #expect(await server.waitForRequests(1))

    Glibc.close(link.socket)

    #expect(link.process.wait(until: .after(testTimeout)) == .exited(0))
  }

  @Test("an invalid frame ends it")
  func garbage() async throws {
    let link = try WorkerConnection.start(builtProduct("altcraft-bridge-delivery"))
    _ = Glibc.send(link.socket, [UInt8](repeating: 0xFF, count: 64), 64, Int32(MSG_NOSIGNAL))

    #expect(link.process.wait(until: .after(testTimeout)) == .exited(EX_PROTOCOL))
    Glibc.close(link.socket)
  }

  @Test("started by hand it prints its purpose and exits")
  func byHand() throws {
    let worker = try FinishedCommand(builtProduct("altcraft-bridge-delivery"), [])

    #expect(worker.status == 64)
    #expect(worker.errors.hasSuffix("\n"))
    #expect(worker.errors.split(separator: "\n").count == 1)
  }

  @Test("no proxy is used for loopback addresses")
  func proxy() async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    let worker = builtProduct("altcraft-bridge-delivery")
    let path = try script(
      "export http_proxy=http://127.0.0.1:1\nexec \(worker)", in: directory)

    #expect(try await makeProcess(path).send(post(server.url("/"))).status == 200)
  }

  @Test(
    "loopback is added to the exceptions from proxies",
    arguments: [
      ([], "127.0.0.1,localhost,::1"),
      (["no_proxy=a.b"], "a.b,127.0.0.1,localhost,::1"),
      (["NO_PROXY=c.d"], "c.d,127.0.0.1,localhost,::1"),
      (["no_proxy=a.b", "NO_PROXY=c.d", "no_proxy="], "a.b,127.0.0.1,localhost,::1"),
    ])
  func exceptions(given: [String], expected: String) {
    let environment = deliveryEnvironment(["PATH=/bin", "SWIFT_BACKTRACE=enable=yes"] + given)

    #expect(
      environment == [
        "PATH=/bin", "no_proxy=\(expected)", "NO_PROXY=\(expected)", "SWIFT_BACKTRACE=enable=no",
      ])
  }

  @Test("only the environment variables that it uses are passed on")
  func environment() {
    let useful = [
      "PATH=/bin", "HOME=/h", "LC_ALL=C", "TZ=UTC", "https_proxy=http://u:p@proxy.example",
      "XDG_RUNTIME_DIR=/r", "LD_PRELOAD=/x.so", "LANG=",
    ]
    let others = [
      "ALTCRAFT_RTOKEN=secret", "ALTCRAFT_BRIDGE_LISTEN=127.0.0.1:1",
      "AWS_SECRET_ACCESS_KEY=secret",
      "SSLKEYLOGFILE=/keys", "HTTP_PROXY=http://evil.example", "PATH_TO_KEY=secret", "XPATH=secret",
      "path=secret", "LC=secret", "=x", "",
    ]

    let environment = deliveryEnvironment(others + useful + others)

    #expect(
      environment.prefix(useful.count) == useful[...] && environment.count == useful.count + 3)
  }
}
