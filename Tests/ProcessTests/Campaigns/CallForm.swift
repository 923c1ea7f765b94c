import JSONCodec
import TestSupport

/// The ways in which a call can be made.
enum CallForm: CaseIterable {
  case alone, notification, batchOfOne, batch, batchThatWaits, pipelined, cancelled
  case sameRequestID, waitsForOutcome, repeatedAfterItsEnd
  case halfClosed, closedInTheMiddle, connectionPerCall

  /// True if only durable calls can be made in this form.
  var needsDurable: Bool {
    switch self {
    case .batchThatWaits, .sameRequestID, .waitsForOutcome, .repeatedAfterItsEnd: true
    default: false
    }
  }

  /// The time limit of a batch. Only a batch whose calls wait for each other takes longer.
  private static let waitMilliseconds = 10_000
  private static let batchLength = 50

  /// Makes the calls on a separate connection, and closes it.
  func play(_ calls: [DeclaredCall], _ wire: BusyHost.Wire, _ bridge: LifetimeBridge) throws {
    let host = try bridge.host(wire)
    defer { if !host.hasEnded { host.close() } }
    try play(calls, host, wire, bridge)
  }

  private func play(
    _ calls: [DeclaredCall], _ host: BusyHost, _ wire: BusyHost.Wire, _ bridge: LifetimeBridge
  ) throws {
    func messages(_ more: JSONObject = [:]) -> [String] {
      calls.map { $0.message(id: bridge.nextID(), more) }
    }
    switch self {
    case .alone: for message in messages() { try host.exchange([message], answers: 1) }
    case .notification:
      host.send(calls.map { $0.message(id: nil) })
      try ping(host, bridge)
    case .batchOfOne:
      for message in messages() { try host.exchange(["[\(message)]"], answers: 1) }
    case .batch:
      let all = messages()
      for start in stride(from: 0, to: all.count, by: Self.batchLength) {
        let some = all[start..<min(start + Self.batchLength, all.count)]
        try host.exchange(["[\(some.joined(separator: ","))]"], answers: 1)
      }
    case .batchThatWaits: try playBatchThatWaits(calls, host, bridge)
    case .pipelined: try host.exchange(messages(), answers: calls.count)
    case .cancelled:
      let pairs = calls.flatMap { call -> [String] in
        let id = bridge.nextID()
        let parameters: JSON = ["id": .string(id)]
        let cancel: JSON = [
          "jsonrpc": "2.0", "method": "$/cancelRequest", "params": parameters,
        ]
        return [call.message(id: id), cancel.text]
      }
      try host.exchange(pairs, answers: calls.count)
    case .sameRequestID:
      let twice = calls.flatMap { call -> [String] in
        let name: JSONObject = ["requestId": .string(bridge.nextID())]
        return (0..<2).map { _ in call.message(id: bridge.nextID(), name) }
      }
      try host.exchange(twice, answers: twice.count)
    case .waitsForOutcome:
      try host.exchange(messages(["wait": "outcome"]), answers: calls.count)
    case .repeatedAfterItsEnd:
      let works = calls.map { call -> (DeclaredCall, JSONObject) in
        (call, ["requestId": .string(bridge.nextID()), "wait": "outcome"])
      }
      for _ in 0..<2 {
        try host.exchange(
          works.map { $0.message(id: bridge.nextID(), $1) }, answers: works.count)
      }
    case .halfClosed:
      host.send(messages())
      try host.work("all is sent") { $0.hasSentAll }
      host.peer.endOutput()
      try host.work("the end of a connection that is half closed") { $0.hasEnded }
    case .closedInTheMiddle:
      host.send(messages() + [#"{"jsonrpc":"2.0","id":1,"method":"bridge.pi"#])
      host.sendAndClose()
    case .connectionPerCall:
      for message in messages() {
        let one = try bridge.stranger(wire)
        try one.exchange([message], answers: 1)
        one.close()
      }
    }
  }

  /// Plays batches in which a call waits for its outcome behind another call of the same lane.
  private func playBatchThatWaits(
    _ calls: [DeclaredCall], _ host: BusyHost, _ bridge: LifetimeBridge
  ) throws {
    for call in calls {
      let waiting: JSONObject = [
        "wait": "outcome", "waitTimeoutMs": .int(Self.waitMilliseconds),
      ]
      let pair = [
        call.message(id: bridge.nextID()), call.message(id: bridge.nextID(), waiting),
      ]
      let start = ContinuousClock.now
      try host.exchange(["[\(pair.joined(separator: ","))]"], answers: 1)
      guard ContinuousClock.now - start < .milliseconds(Self.waitMilliseconds) else {
        throw Overdue("\(call.method): a call of a batch waited for another one of its batch")
      }
    }
  }

  private func ping(_ host: BusyHost, _ bridge: LifetimeBridge) throws {
    let id = JSON.string(bridge.nextID()).text
    try host.exchange([#"{"jsonrpc":"2.0","id":\#(id),"method":"bridge.ping"}"#], answers: 1)
  }
}
