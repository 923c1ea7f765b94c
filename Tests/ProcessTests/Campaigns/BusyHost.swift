import Foundation
import Glibc
import JSONCodec
import TestSupport

/// A host that makes many calls. It counts answers and keeps none, so that its own memory stays small.
final class BusyHost {
  /// The transports by which the host connects to the bridge.
  enum Wire: CaseIterable, CustomStringConvertible {
    case unixLines, unixHeaders, tcpLines, tcpHeaders

    var framing: WireConnection.Framing {
      self == .unixLines || self == .tcpLines ? .lines : .headers
    }
    var isTCP: Bool { self == .tcpLines || self == .tcpHeaders }
    var description: String { "\(isTCP ? "TCP" : "Unix socket"), \(framing)" }
  }

  /// The ways in which the host treats a request of the bridge.
  enum Manner: CaseIterable {
    case answers, answersTwice, answersLate, answersWithError, neverAnswers, closes
  }

  /// The length of the longest answer that is parsed.
  private static let looksInto = 16_384

  let peer: RawPeer
  var manner = Manner.answers
  /// The answers to requests of the bridge, by method.
  var results: [String: JSON] = [:]
  /// The number of messages that were responses; a batch counts as one.
  private(set) var answers = 0
  private(set) var callbacks = 0
  private(set) var refusals: [JSON] = []
  private(set) var hasEnded = false
  private var late: [JSON] = []
  private let framing: WireConnection.Framing
  private var reader: MessageReader
  private var unsent: ArraySlice<UInt8> = []

  init(_ peer: RawPeer, _ framing: WireConnection.Framing) {
    self.peer = peer
    self.framing = framing
    reader = MessageReader(framing: framing)
  }

  convenience init(_ wire: Wire, _ address: BridgeAddress) throws {
    let peer =
      wire.isTCP ? try RawPeer(port: address.port) : try RawPeer(unix: address.path)
    self.init(peer, wire.framing)
  }

  func send(_ messages: [String]) {
    for message in messages {
      switch framing {
      case .lines: unsent += Array((message + "\n").utf8)
      case .headers:
        unsent += Array("Content-Length: \(message.utf8.count)\r\n\r\n".utf8) + Array(message.utf8)
      }
    }
  }

  /// Writes and reads without blocking, after a wait of up to `milliseconds` for something to read.
  func work(milliseconds: Int32) {
    guard !hasEnded else { return }
    if !unsent.isEmpty {
      guard let count = peer.writeSome(unsent.prefix(1 << 16)) else { return hasEnded = true }
      unsent = unsent.dropFirst(count)
    }
    switch peer.read(milliseconds: unsent.isEmpty ? milliseconds : 0) {
    case .bytes(let bytes): for message in reader.take(bytes) { received(message) }
    case .ended: hasEnded = true
    case .nothing: break
    }
  }

  /// Sends the messages, and works until `count` more answers have arrived.
  func exchange(_ messages: [String], answers count: Int) throws {
    let wanted = answers + count
    send(messages)
    try work("\(count) answers, \(answers + count - wanted) so far") { $0.answers >= wanted }
  }

  func work(_ what: String, until isDone: (BusyHost) -> Bool) throws {
    try BusyHost.work(what, [self], until: isDone)
  }

  /// Works for all hosts in turn until each is done.
  static func work(
    _ what: String, _ hosts: [BusyHost], until isDone: (BusyHost) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + testTimeout
    while let next = hosts.first(where: { !isDone($0) }) {
      for host in hosts where !isDone(host) {
        host.work(milliseconds: host === next ? 20 : 0)
        guard !host.hasEnded || isDone(host) else {
          throw Overdue("\(what): the connection ended")
        }
      }
      guard ContinuousClock.now < deadline else {
        throw Overdue("\(what): not within \(testTimeout), \(next.answers) answers so far")
      }
    }
  }

  var hasSentAll: Bool { unsent.isEmpty }

  /// Writes what fits without reading, and closes.
  func sendAndClose() {
    _ = peer.writeSome(unsent)
    close()
  }

  func close() {
    peer.close()
    hasEnded = true
  }

  /// Sends the postponed answers.
  func answerLate() {
    for question in late { answer(question) }
    late = []
  }

  private func received(_ message: [UInt8]) {
    let start = String(decoding: message.prefix(160), as: UTF8.self)
    let isAnswer =
      start.hasPrefix("[") || start.contains(#""result":"#) || start.contains(#""error":"#)
    guard !isAnswer else { return answered(message) }
    guard let call = try? JSONParser.parse(message, limits: .generous).value, call["id"] != nil
    else { return }
    callbacks += 1
    switch manner {
    case .answers: answer(call)
    case .answersTwice: for _ in 0..<2 { answer(call) }
    case .answersLate: late.append(call)
    case .answersWithError:
      let error: JSON = ["code": 1, "message": "no"]
      send([JSON.object(["jsonrpc": "2.0", "id": call["id"] ?? .null, "error": error]).text])
    case .neverAnswers: break
    case .closes: close()
    }
  }

  private func answered(_ message: [UInt8]) {
    answers += 1
    guard message.count < Self.looksInto,
      let error = try? JSONParser.parse(message, limits: .generous).value["error"]
    else { return }
    refusals.append(error)
    if refusals.count > 100 { refusals.removeFirst(50) }
  }

  private func answer(_ call: JSON) {
    let result = results[call["method"]?.stringValue ?? ""] ?? .null
    send([JSON.object(["jsonrpc": "2.0", "id": call["id"] ?? .null, "result": result]).text])
  }
}

/// The addresses of a bridge.
struct BridgeAddress: Sendable {
  let path: String
  let port: UInt16
  let webSocketPort: UInt16
}
