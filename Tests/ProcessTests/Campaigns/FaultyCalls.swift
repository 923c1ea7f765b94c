import Foundation
import Glibc
import TestSupport

/// A shim between a bridge and the files of its data directory. It counts the bridge's calls on them, and
/// makes chosen calls fail. See `Shim/faults.c`, which defines these numbers.
final class FaultyCalls: @unchecked Sendable {
  enum Action: Int64 { case nothing, killBefore, killAfter, fail, shorten, skip }

  struct Kinds: OptionSet {
    let rawValue: Int64

    static let changes = Kinds(rawValue: 1 | 4 | 8 | 16 | 32 | 64 | 128 | 512)
    static let writes = Kinds(rawValue: 4)
    static let syncs = Kinds(rawValue: 8)
    static let reads = Kinds(rawValue: 2 | 256)
    static let moved = Kinds(rawValue: 4 | 256)
    static let all: Kinds = [.changes, .reads]
  }

  private enum Field: Int { case calls, hits, action, first, last, code, kinds }

  /// The built shim, or nil where the compiler of the toolchain is not available.
  static let preload: String? = {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Shim/faults.c").path
    let output = directoryOfPreload.path + "/faults.so"
    let isBuilt = run("clang", "-shared", "-fPIC", "-O1", "-o", output, source, "-ldl")
    return isBuilt ? output : nil
  }()

  private static let directoryOfPreload = TemporaryDirectory()

  private let place = TemporaryDirectory()
  /// Memory shared with the bridge, hence only loads and stores of whole words.
  private let words: UnsafeMutablePointer<Int64>

  init() {
    let path = place.path + "/control"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0 && ftruncate(descriptor, 4096) == 0)
    defer { close(descriptor) }
    let map = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    precondition(map != MAP_FAILED)
    words = map!.bindMemory(to: Int64.self, capacity: 512)
    self[.kinds] = Kinds.changes.rawValue
  }

  deinit { munmap(words, 4096) }

  private subscript(_ field: Field) -> Int64 {
    get { words[field.rawValue] }
    set { words[field.rawValue] = newValue }
  }

  /// The number of calls on the files so far, of the chosen kinds.
  var calls: Int { Int(self[.calls]) }
  /// The number of calls that the shim changed.
  var hits: Int { Int(self[.hits]) }

  func arm(
    _ action: Action, at calls: ClosedRange<Int>, of kinds: Kinds = .changes, code: Int32 = 0
  ) {
    self[.kinds] = kinds.rawValue
    self[.first] = Int64(calls.lowerBound)
    self[.last] = Int64(calls.upperBound)
    self[.code] = Int64(code)
    self[.action] = action.rawValue
  }

  /// Arms the shim from the next call on, until `lift`.
  func armNow(_ action: Action, of kinds: Kinds = .changes, code: Int32 = 0) {
    arm(action, at: 1...(1 << 40), of: kinds, code: code)
  }

  func lift() { self[.action] = Action.nothing.rawValue }

  func environment(root: String) -> [String: String] {
    [
      "LD_PRELOAD": Self.preload ?? "", "FAULT_CONTROL": place.path + "/control",
      "FAULT_ROOT": root,
    ]
  }

  /// Starts `serve` with this shim between it and its data directory.
  func serve(
    _ arguments: [String], in directory: TemporaryDirectory, data: String? = nil
  ) throws -> ServiceProcess {
    let data = data ?? ServiceProcess.dataDirectory(in: directory)
    return try ServiceProcess(
      ["serve", "--data-dir", data] + arguments, in: directory,
      environment: environment(root: data))
  }
}
