import Foundation
import JSONCodec
import JSONRPC
import TestSupport
import Testing
import WireRecording

@Suite struct TranscriptTests {
  static let directory = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Transcripts")

  @Test("a transcript", arguments: try Transcript.cases(in: directory))
  func replay(_ transcript: Transcript.Case) throws {
    let peer = LocalPeer(Dispatcher(ArithmeticMethods.all), options: .forTests()) { _ in NoContext()
    }

    for step in transcript.steps {
      switch step {
      case .send(let message):
        #expect(peer.channel.takeAll() == [])
        peer.receive(message)
      case .expect(let expected):
        let sent = peer.channel.takeAll()
        let actual = try sent.map { try JSONParser.parse(Array($0.utf8)).value }
        #expect(Transcript.match(expected, actual), "\(sent)")
      }
    }
    #expect(peer.channel.takeAll() == [])
    #expect(!peer.channel.isClosed)
  }

  @Test(
    "a difference between transcripts is found",
    arguments: [
      (#"{"id":1,"result":1}"#, #"{"id":1,"result":2}"#),
      (#"{"id":1,"result":1}"#, #"{"id":1.0,"result":1}"#),
      (#"{"id":1,"result":1}"#, #"{"id":1}"#),
      (#"{"id":1,"result":[1,2]}"#, #"{"id":1,"result":[2,1]}"#),
      (#"[{"id":1},{"id":2}]"#, #"[{"id":1},{"id":1}]"#),
      (#"[{"id":1}]"#, #"{"id":1}"#),
      (#"{"error":{"code":1}}"#, #"{"error":{"code":1,"message":"x","data":{"reason":"x"}}}"#),
      (
        #"{"error":{"code":1}}"#,
        #"{"error":{"code":2,"message":"x","data":{"reason":"x","retryable":true}}}"#
      ),
    ])
  func differs(expected: String, actual: String) throws {
    let pair = try [expected, actual].map { try JSONParser.parse(Array($0.utf8)).value }

    #expect(!Transcript.match([pair[0]], [pair[1]]))
  }
}

extension PeerOptions {
  static func forTests(
    clock: any Clock<Duration> = TestClock(), counters: RPCCounters = RPCCounters()
  ) -> PeerOptions {
    PeerOptions(
      authenticationMethod: nil, closesOnOversize: true, clock: clock, counters: counters)
  }
}
