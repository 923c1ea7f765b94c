import AltcraftEngine
import Testing

@Suite("Limits are set by name")
struct LimitsTests {
  @Test(
    "an impossible value is rejected",
    arguments: [
      ("frameBytes", 1024.0, true), ("frameBytes", 1.5, false), ("frameBytes", 1e12, false),
      ("retryFirstSeconds", 0.05, true), ("segmentBytes", 16383, false),
      ("segmentBytes", 16384, true),
      ("appGroups", 1, false), ("appGroups", 2, true), ("depth", 1000, true),
      ("depth", 1001, false),
      ("segmentBytes", 2_000_000_000, false), ("nothing", 1, false),
    ])
  func complaint(name: String, value: Double, isFine: Bool) {
    #expect((Limits.complaint(name, value) == nil) == isFine)
  }

  @Test("every name sets the limit of that name and no other", arguments: Limits.names)
  func set(name: String) throws {
    var limits = Limits()
    limits.set(name, to: 77)
    let changed = zip(Limits().values, limits.values).filter { $0.value != $1.value }
    #expect(changed.map(\.1.name) == [name])
  }

  private static let numbers: [Double] = [
    -.infinity, -1e308, -0x1p63, -1, -0.0, 0, .leastNonzeroMagnitude, 1e-9, 0x1p53 + 2, 0x1p63,
    0x1p64, 1e30, 1e308, .infinity, .nan,
  ]

  @Test("no limit accepts an unbounded number", arguments: Limits.names, numbers)
  func beyond(name: String, value: Double) {
    #expect(Limits.complaint(name, value) != nil)
  }

  @Test("every limit documents its range and accepts both of its ends", arguments: Limits.names)
  func range(name: String) throws {
    let complaint = try #require(Limits.complaint(name, 1e308))
    let words = complaint.split(separator: " ").compactMap { Double($0) }
    try #require(words.count == 2, "\(complaint)")
    let (least, greatest) = (words[0], words[1])

    for value in [least, greatest] {
      #expect(Limits.complaint(name, value) == nil)
      var limits = Limits()
      limits.set(name, to: value)
      // Every conversion of the value fits its type.
      #expect(limits.retryPolicy.delay(afterFailure: 1000, jitter: 1) <= .seconds(greatest + 1e7))
    }
    #expect(Limits.complaint(name, least / 2) != nil && Limits.complaint(name, greatest * 2) != nil)
    let standard = try #require(Limits().values.first { $0.name == name }).value
    #expect((least...greatest).contains(standard))
  }
}
