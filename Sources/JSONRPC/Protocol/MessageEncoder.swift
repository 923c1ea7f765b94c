import JSONCodec
import Tracing

/// The encoder of outgoing messages.
enum MessageEncoder {
  static func answer(_ id: RequestID, _ result: Result<[UInt8], RPCError>) -> [UInt8] {
    switch result {
    case .success(let value):
      var writer = JSONWriter(capacity: value.count + 64)
      begin(&writer, id: id)
      writer.key("result")
      writer.raw(value)
      writer.endObject()
      return writer.bytes
    case .failure(let error):
      var writer = JSONWriter(capacity: 256)
      begin(&writer, id: id)
      writer.key("error")
      writer.beginObject()
      writer.key("code")
      writer.int(error.code)
      writer.key("message")
      writer.string(error.message)
      writer.key("data")
      writer.value(.object(error.data))
      writer.endObject()
      writer.endObject()
      return writer.bytes
    }
  }

  static func call(
    id: RequestID?, method: String, parameters: [UInt8]?, trace: TraceContext? = nil
  ) -> [UInt8] {
    var writer = JSONWriter(capacity: (parameters?.count ?? 0) + 96)
    begin(&writer, id: id)
    writer.key("method")
    writer.string(method)
    if let parameters {
      writer.key("params")
      writer.raw(parameters)
    }
    if let trace {
      writer.key("traceparent")
      writer.string(trace.traceparent)
      if let state = trace.tracestate {
        writer.key("tracestate")
        writer.string(state)
      }
    }
    writer.endObject()
    return writer.bytes
  }

  /// Writes the start of a successful answer, up to the result. `id` is the text of the id. Returns its place.
  @discardableResult
  static func begin(
    _ writer: inout JSONWriter, answering id: UnsafeRawBufferPointer
  ) -> Range<Int> {
    writer.fragment(#"{"jsonrpc":"2.0","id":"#)
    let start = writer.byteCount
    writer.raw(id)
    let end = writer.byteCount
    writer.fragment(#","result":"#)
    return start..<end
  }

  private static func begin(_ writer: inout JSONWriter, id: RequestID?) {
    writer.beginObject()
    writer.key("jsonrpc")
    writer.string("2.0")
    guard let id else { return }
    writer.key("id")
    writer.value(id.json)
  }
}
