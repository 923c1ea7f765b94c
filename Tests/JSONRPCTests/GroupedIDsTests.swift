import JSONCodec
import TestSupport
import Testing

@testable import JSONRPC

@Suite struct GroupedIDsTests {
  @Test(
    "the ids in flight are those that were inserted and not removed",
    arguments: [8, 9, 12] as [Int])
  func agreesWithSet(shift: Int) {
    var numbers = SeededNumbers(seed: 7)
    var ids = GroupedIDs()
    var expected: Set<UInt64> = []
    ids.remove(1)
    for _ in 0..<50_000 {
      // Few values with equal low bits, so that cells are shared and probed.
      let hash = UInt64.random(in: 1...60, using: &numbers) << shift | 1
      if Bool.random(using: &numbers) {
        #expect(ids.insert(hash) == expected.insert(hash).inserted)
      } else {
        ids.remove(hash)
        expected.remove(hash)
      }
      #expect(ids.count == expected.count && ids.contains(hash) == expected.contains(hash))
    }
  }

  @Test("the hash of an id is that of its text in the message")
  func textHash() {
    for text in ["1", "12345678", "\"1\"", "\"order-7\"", "\"\""] {
      let hash = Array(text.utf8).withUnsafeBytes { RequestID.hash(ofText: $0) }
      let id = Array(text.utf8).withUnsafeBytes { RequestID(plainText: $0) }
      #expect(id?.textHash == hash && hash != 0)
    }
    #expect(RequestID(plainText: UnsafeRawBufferPointer(start: nil, count: 0)) == nil)
  }
}
