import AltcraftEngine
import Testing

@Suite("Limits are set by name")
struct LimitsTests {
  @Test(
    "a value that cannot be is complained of",
    arguments: [
      ("frameBytes", 1024.0, true), ("frameBytes", 1.5, false), ("frameBytes", 1e12, false),
      ("retryFirstSeconds", 0.05, true), ("segmentBytes", 511, false), ("segmentBytes", 4096, true),
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
    limits.set(name, to: 5000)
    let changed = zip(Limits().values, limits.values).filter { $0.value != $1.value }
    #expect(changed.map(\.1.name) == [name])
    #expect(changed.first?.1.value == 5000)
  }
}
