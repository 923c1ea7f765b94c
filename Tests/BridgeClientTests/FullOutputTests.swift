import Glibc
import JSONCodec
import System
import TestSupport
import Testing

@testable import BridgeClient

@Suite("A bridge that does not read") struct FullOutputTests {
  // Before the fix, a call wrote under the lock that the end of the output needs: both waited for the bridge.
  @Test("delays neither the deadline of a call nor the end of the output")
  func deadline() throws {
    let bridge = try FakeBridge()
    let client = bridge.client
    let failure = Monitor<CallFailure?>(nil)

    PosixThread.require {
      do throws(CallFailure) {
        _ = try client.call("long", [.string(longText)], until: .after(.milliseconds(1)))
      } catch {
        client.finishSending()
        failure.update { $0 = error }
      }
    }

    #expect(failure.wait(until: .after(testTimeout)) { $0 } == .notAnswered)
  }

  @Test("gets all of it when it reads again, and then the end")
  func later() throws {
    let bridge = try FakeBridge()

    let calls = (0..<3).map { _ in PendingCall(bridge.client, "long", [.string(longText)]) }
    for call in calls {
      let request = try bridge.next()
      #expect(request?["params"] == [.string(longText)])
      bridge.answer(request, 1)
      _ = call
    }
    for call in calls { #expect(try call.get() == 1) }
    #expect(throws: CallFailure.notAnswered) {
      try bridge.client.call("last", [.string(longText)], until: .after(.zero))
    }
    bridge.client.finishSending()

    #expect(try bridge.next()?["method"] == "last")
    #expect(try bridge.next() == nil)
  }

  // Before the fix, the thread that wrote, its queue and its descriptor stayed.
  @Test("gets nothing more after the connection has failed")
  func failed() async throws {
    let bridge = try FakeBridge()
    let call = PendingCall(bridge.client, "long", [.string(longText)])
    try await eventually { bridge.hasInput }

    bridge.say("this is not JSON-RPC\n")
    #expect(throws: CallFailure.self) { try call.get() }

    try await eventually { bridge.isEnded }
  }
}

@Suite("A call that is cancelled while it is sent") struct OvertakenCallTests {
  // Before the fix, the cancellation could be sent first, and then the call was not cancelled.
  @Test("the cancellation is sent after the call")
  func order() async throws {
    let rounds = 20
    let parameters = [0x5B, 0x22] + [UInt8](repeating: 0x61, count: 8 << 20) + [0x22, 0x5D]
    let bridge = try FakeBridge()
    let heads = Monitor<[String]>([])
    bridge.readHeads { head in heads.update { $0.append(head) } }

    for round in 0..<rounds {
      let request = bridge.client.request("long", parameters)
      await #expect(throws: CallFailure.notAnswered) {
        try await bridge.client.call(request, within: .microseconds(100 * round))
      }
      // The next call needs its room.
      try await eventually {
        heads.withLock { $0.contains { $0.contains("\"id\":\(round + 1),") } }
      }
    }
    bridge.client.finishSending()

    let all = heads.wait(until: .after(testTimeout)) { $0.last == "" ? $0 : nil } ?? []
    for round in 1...rounds {
      let call = all.firstIndex { $0.contains("\"id\":\(round),") && $0.contains("\"long\"") }
      let cancellation = all.lastIndex {
        $0.contains("$/cancelRequest") && $0.contains("{\"id\":\(round)}")
      }
      let (sent, cancelled) = (try #require(call), try #require(cancellation))
      #expect(sent < cancelled, "call \(round)")
    }
  }
}

@Suite("The output of a connection") struct WireOutputTests {
  @Test("has a limit for the bytes that wait, at which no call is sent")
  func limit() throws {
    let bridge = try FakeBridge()
    let client = bridge.client
    var sent = 0

    while sent < 200 {
      do throws(CallFailure) {
        _ = try client.call("long", [.string(longText)], until: .after(.zero))
      } catch .tooManyCalls {
        break
      } catch { sent += 1 }
    }

    // A socket holds some of them.
    #expect(sent * longText.utf8.count > WireOutput.limit && sent < 150)
    bridge.end()
    #expect(client.waitForEnd(until: .after(testTimeout)))
  }
}

/// A text of JSON's permitted length that no pipe or socket takes at once.
private let longText = String(repeating: "a", count: 500_000)

@Suite("A bridge that has closed its input") struct BrokenOutputTests {
  // Before the fix, a program that does not ignore the signal ended with its bridge.
  @Test("does not end the program with SIGPIPE", arguments: [true, false])
  func signal(isSocket: Bool) throws {
    var ends: [Int32] = [0, 0]
    if isSocket {
      try #require(
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    } else {
      let pipe = try PipeEnds()
      ends = [pipe.reading, pipe.writing]
    }
    close(ends[0])
    let isPending = Monitor<Bool?>(nil)

    let wire =
      isSocket ? try Wire(socket: ends[1]) : Wire(input: try #require(openNull()), output: ends[1])
    PosixThread.require {
      // A blocked signal stays pending for the thread, even if the program ignores it.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      wire.write(Array("{}\n".utf8))
      sigpending(&signals)
      let found = sigismember(&signals, SIGPIPE) == 1
      isPending.update { $0 = found }
    }

    #expect(isPending.wait(until: .after(testTimeout)) { $0 } == false)
    wire.finishWriting()
    wire.finishReading()
  }

  private func openNull() -> Int32? {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return descriptor < 0 ? nil : descriptor
  }
}
