import JSONCodec
import Testing
import WireRecording

@Suite struct ComparisonTests {
  private static func json(_ text: String) throws -> JSON {
    try JSONParser.parse(Array(text.utf8)).value
  }

  @Test(
    "expected variations between two runs are not a difference",
    arguments: [
      (#"{"pid":1,"x":[1]}"#, #"{"pid":2,"x":[1]}"#),
      (#"{"date":"2026-11-20T12:00:00.123Z"}"#, #"{"date":"2027-01-01T00:00:00.000Z"}"#),
      (
        #"["0af76519-16cd-43dd-8448-eb211c80319c","0af76519-16cd-43dd-8448-eb211c80319c"]"#,
        #"["11111111-16cd-43dd-8448-eb211c80319c","11111111-16cd-43dd-8448-eb211c80319c"]"#
      ),
      (#"{"epoch":"aaaaaaaa"}"#, #"{"epoch":"bbbbbbbb"}"#),
      (
        #"{"error":{"code":7,"message":"a","data":{"reason":"r","retryable":false}}}"#,
        #"{"error":{"code":7,"message":"b","data":{"reason":"r","retryable":false,"more":1}}}"#
      ),
      (#"{"nextAttemptAt":null}"#, #"{"nextAttemptAt":"2027-01-01T00:00:00.000Z"}"#),
    ])
  func same(one: String, other: String) throws {
    var comparison = Comparison(by: .runs)

    #expect(comparison.differences(try Self.json(one), try Self.json(other)) == [])
  }

  @Test(
    "a difference is reported with its place",
    arguments: [
      (#"{"x":[1,{"y":"a"}]}"#, #"{"x":[1,{"y":"b"}]}"#, #"$.x[1].y: expected "a", got "b""#),
      (#"{"x":1}"#, #"{}"#, "$.x: is missing"), (#"{}"#, #"{"x":1}"#, "$.x: was not expected"),
      (#"[1,2]"#, #"[1]"#, "$: expected 2 elements, got 1"),
      (#"{"pid":1}"#, #"{"pid":"1"}"#, #"$.pid: expected 1, got "1""#),
      (
        #"["0af76519-16cd-43dd-8448-eb211c80319c","0af76519-16cd-43dd-8448-eb211c80319c"]"#,
        #"["11111111-16cd-43dd-8448-eb211c80319c","22222222-16cd-43dd-8448-eb211c80319c"]"#,
        #"$[1]: expected "0af76519-16cd-43dd-8448-eb211c80319c", got "22222222-16cd-43dd-8448-eb211c80319c""#
      ),
      (
        #"{"error":{"code":7,"message":"a","data":{"reason":"r","retryable":false}}}"#,
        #"{"error":{"code":8,"message":"a","data":{"reason":"s","retryable":false}}}"#,
        #"$.error.code: expected 7, got 8|$.error.data.reason: expected "r", got "s""#
      ),
    ])
  func different(one: String, other: String, differences: String) throws {
    var comparison = Comparison(by: .runs)

    let found = comparison.differences(try Self.json(one), try Self.json(other))

    #expect(found.joined(separator: "|") == differences)
  }

  @Test("names generated in one run are mapped to those of the other where they are used again")
  func names() throws {
    var comparison = Comparison(by: .runs)
    let (one, other) = (
      "0af76519-16cd-43dd-8448-eb211c80319c", "11111111-16cd-43dd-8448-eb211c80319c"
    )
    _ = comparison.differences(
      try Self.json(#"{"requestId":"\#(one)","epoch":"aaaaaaaa"}"#),
      try Self.json(#"{"requestId":"\#(other)","epoch":"bbbbbbbb"}"#))

    let call = comparison.translated(
      try Self.json(#"{"params":{"since":1,"requestId":"\#(one)","epoch":"aaaaaaaa"}}"#))

    #expect(call.text == #"{"params":{"since":1,"requestId":"\#(other)","epoch":"bbbbbbbb"}}"#)
  }
}
