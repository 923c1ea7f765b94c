import Glibc
import System

/// The peer of the outbox, SQLite: a table with one row for each record, write-ahead log, `synchronous=FULL`, and one
/// transaction for the records that share a sync. Without `libsqlite3` it is left out.
///
/// It has no protocol, no check of the call and no second process, so it does less than the bridge.
final class SQLiteBaseline {
  private typealias Open =
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  private typealias Execute =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
    ) -> Int32
  private typealias Prepare =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>,
      OpaquePointer?
    ) -> Int32
  private typealias BindBlob =
    @convention(c) (
      OpaquePointer?, Int32, UnsafeRawPointer?, Int32, OpaquePointer?
    ) -> Int32
  private typealias Use = @convention(c) (OpaquePointer?) -> Int32

  private struct Library {
    let execute: Execute
    let bind: BindBlob
    let step: Use
    let reset: Use
    let finalize: Use
    let close: Use
  }

  private static let done: Int32 = 101

  private let library: Library
  private var database: OpaquePointer?
  private var insert: OpaquePointer?

  /// Opens a new database in the directory of the data. Nil without the library.
  init?(_ bench: Bench) throws(BenchError) {
    guard let handle = dlopen("libsqlite3.so.0", RTLD_NOW) else { return nil }
    func function<Type>(_ name: String, _: Type.Type) -> Type? {
      dlsym(handle, name).map { unsafeBitCast($0, to: Type.self) }
    }
    guard let open = function("sqlite3_open", Open.self),
      let prepare = function("sqlite3_prepare_v2", Prepare.self),
      let execute = function("sqlite3_exec", Execute.self),
      let bind = function("sqlite3_bind_blob", BindBlob.self),
      let step = function("sqlite3_step", Use.self),
      let reset = function("sqlite3_reset", Use.self),
      let finalize = function("sqlite3_finalize", Use.self),
      let close = function("sqlite3_close", Use.self)
    else { return nil }
    library = Library(
      execute: execute, bind: bind, step: step, reset: reset, finalize: finalize, close: close)
    guard open(bench.workspace.newPath("sqlite"), &database) == 0 else {
      throw BenchError("sqlite3_open failed")
    }
    try run("PRAGMA journal_mode=WAL")
    try run("PRAGMA synchronous=FULL")
    try run("CREATE TABLE records(id INTEGER PRIMARY KEY, record BLOB NOT NULL)")
    guard prepare(database, "INSERT INTO records(record) VALUES(?)", -1, &insert, nil) == 0 else {
      throw BenchError("sqlite3_prepare_v2 failed")
    }
  }

  deinit {
    _ = library.finalize(insert)
    _ = library.close(database)
  }

  private func run(_ statement: String) throws(BenchError) {
    guard library.execute(database, statement, nil, nil, nil) == 0 else {
      throw BenchError("sqlite3_exec failed: \(statement)")
    }
  }

  /// Inserts `records` times `bytes` bytes in one transaction, `count` times. The sample counts records.
  func run(bytes: Int, records: Int, count: Int) throws(BenchError) -> Sample {
    let record = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 | 1) }
    var latencies: [UInt64] = []
    let before = ProcessFigures.cpuTime(of: getpid())
    let start = MonotonicTime.now()
    for _ in 0..<count {
      let begun = MonotonicTime.now()
      try run("BEGIN")
      for _ in 0..<records {
        guard library.bind(insert, 1, record, Int32(bytes), nil) == 0,
          library.step(insert) == Self.done, library.reset(insert) == 0
        else { throw BenchError("sqlite3_step failed") }
      }
      try run("COMMIT")
      latencies.append(MonotonicTime.now() - begun)
    }
    let result = LoadResult(
      latencies: latencies, count: count * records, MonotonicTime.now() - start)
    return result.sample(cpu: ProcessFigures.cpuTime(of: getpid()) - before)
  }
}
