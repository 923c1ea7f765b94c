import HTTP
import Testing

@Suite("Multipart forms")
struct MultipartFormTests {
  @Test("the body is these bytes")
  func bytes() {
    var form = MultipartForm()
    form.add("wn", .text("sïgnup"))
    form.add("aci", .text(""))
    form.add("wd", .json(Array(#"{"a":1}"#.utf8)))

    let encoded = form.encoded { MultipartBoundary(0xAB, 0xFFFF_FFFF_FFFF_FFFF) }

    let boundary = "Boundary-00000000000000ABFFFFFFFFFFFFFFFF"
    #expect(encoded.contentType == "multipart/form-data; boundary=\(boundary)")
    let lines = [
      "--\(boundary)", "Content-Disposition: form-data; name=\"wn\"",
      "Content-Type: text/plain; charset=utf-8", "", "sïgnup",
      "--\(boundary)", "Content-Disposition: form-data; name=\"aci\"",
      "Content-Type: text/plain; charset=utf-8", "", "",
      "--\(boundary)", "Content-Disposition: form-data; name=\"wd\"",
      "Content-Type: application/json; charset=utf-8", "", #"{"a":1}"#,
      "--\(boundary)--", "",
    ]
    #expect(String(decoding: encoded.body, as: UTF8.self) == lines.joined(separator: "\r\n"))
  }

  @Test("a boundary that stands in a part is not used")
  func boundaryInPart() {
    var form = MultipartForm()
    form.add("wn", .text("see \(MultipartBoundary(0, 1).text)!"))
    form.add("wd", .json(Array("\"\(MultipartBoundary(0, 2).text)\"".utf8)))

    var low: UInt64 = 0
    let encoded = form.encoded {
      low += 1
      return MultipartBoundary(0, low)
    }

    #expect(encoded.contentType.hasSuffix(MultipartBoundary(0, 3).text))
  }

  @Test("random boundaries differ")
  func random() {
    #expect(Set((0..<100).map { _ in MultipartBoundary.random().text }).count == 100)
  }
}
