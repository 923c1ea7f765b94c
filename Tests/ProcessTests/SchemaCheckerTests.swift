import Foundation
import JSONCodec
import TestSupport
import Testing

/// Tests that the checker, on which all other tests rely, detects violations.
@Suite struct SchemaCheckerTests {
  static let checker: SchemaChecker? = ServiceProcess.checker

  @Test(
    "a message that the document does not allow is detected",
    arguments: [
      #"{"jsonrpc":"2.0","id":1,"result":"other"}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"requestId":"a b"}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"requestId":"a","more":1}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"requestId":"a","outcome":{"state":"gone","eventCode":1,"response":null}}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"requestId":"a","outcome":{"state":"pending"}}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"requestId":"a"},"error":null}"#,
      #"{"jsonrpc":"2.0","id":2,"result":{"requestId":"a"}}"#,
      #"{"id":1,"result":{"requestId":"a"}}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":7,"message":"x","data":{"reason":"storageFailed","retryable":true}}}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":473,"message":"x","data":{"reason":"providerInvalid","retryable":false}}}"#,
      #"{"jsonrpc":"2.0","method":"event","params":{"seq":1}}"#,
      #"{"jsonrpc":"2.0","method":"nonsense","params":{}}"#,
      #"{"jsonrpc":"2.0","method":"provider.getJWT","id":"x","params":{"reason":"whim"}}"#,
      #"{"jsonrpc":"2.0","method":"provider.getJWT","id":1,"params":{"reason":"request"}}"#,
      "[]", "log line", #"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"result":{"requestId":"a"}}"#,
    ])
  func wrong(_ message: String) {
    let log = Self.log(params: #"{"requestId":"a"}"#)

    log.received(Array(message.utf8), on: 1)

    #expect(!log.problems.isEmpty)
  }

  @Test(
    "a message that the document allows is accepted",
    arguments: [#"{"requestId":"a"}"#, "[true,null]", "[]"])
  func right(_ parameters: String) {
    let log = Self.log(params: parameters)

    log.received(Array(#"{"jsonrpc":"2.0","id":1,"result":{"requestId":"a"}}"#.utf8), on: 1)

    #expect(log.problems == [])
    #expect(log.seen == ["pushSubscribe"])
  }

  @Test(
    "an accepted call that the document does not allow is detected",
    arguments: [
      #"{"requestId":"a b"}"#, #"{"sync":1}"#, #"{"nonsense":null}"#, #"{"waitTimeoutMs":0}"#,
      #"{"cats":[{"name":1}]}"#, "[true,1]", "[1,2,3,4,5,6,7,8,9,10,11]",
    ])
  func taken(_ parameters: String) {
    let log = Self.log(params: parameters)

    log.received(Array(#"{"jsonrpc":"2.0","id":1,"result":{"requestId":"a"}}"#.utf8), on: 1)

    #expect(!log.problems.isEmpty)
  }

  @Test("a document with an unknown keyword is refused")
  func unknownKeyword() throws {
    let document: JSON = [
      "components": ["schemas": ["A": ["properties": ["b": ["multipleOf": 2]]]]]
    ]
    #expect(throws: SchemaChecker.UnknownKeyword.self) { try SchemaChecker(document: document) }
  }

  private static func log(params: String) -> WireLog {
    let log = WireLog(checker)
    let call = #"{"jsonrpc":"2.0","id":1,"method":"pushSubscribe","params":\#(params)}"#
    log.sent(Array(call.utf8), on: 1)
    return log
  }
}
