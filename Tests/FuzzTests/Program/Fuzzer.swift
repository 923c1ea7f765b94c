import Glibc

/// The program of `Tests/fuzz-coverage`. The variable TARGET names the target. The arguments are options of libFuzzer, or
///
///     unpack FILE DIRECTORY [seedless]    writes the inputs of a corpus as files, and the seeds
///     pack FILE DIRECTORY                 writes the files as a corpus
@main
struct Fuzzer {
  nonisolated(unsafe) private static var target = FuzzTarget.json

  static func main() {
    guard let name = getenv("TARGET"), let target = FuzzTarget(rawValue: String(cString: name))
    else {
      print("TARGET must be one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
      exit(64)
    }
    self.target = target
    let words = CommandLine.arguments
    switch words.dropFirst().first {
    case "unpack" where words.count >= 4:
      let inputs = (words.count > 4 ? [] : target.seeds) + FuzzCorpus.inputs(in: readFile(words[2]))
      for (index, input) in inputs.enumerated() { writeFile("\(words[3])/input-\(index)", input) }
    case "pack" where words.count == 4:
      let inputs = names(in: words[3]).map { readFile("\(words[3])/\($0)") }
      writeFile(words[2], FuzzCorpus.text(of: inputs))
    default: exit(fuzz())
    }
  }

  private static func fuzz() -> Int32 {
    nonisolated(unsafe) var arguments = CommandLine.unsafeArgv
    var count = CommandLine.argc
    return runFuzzer(&count, &arguments, readInput)
  }

  fileprivate static func look(_ input: UnsafeRawBufferPointer) -> Int32 {
    if let fault = target.fault(in: input) {
      print("fault: \(fault)")
      fflush(nil)
      abort()
    }
    return 0
  }
}

private let readInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 = { start, count in
  Fuzzer.look(UnsafeRawBufferPointer(start: start, count: count))
}

/// Calls `body` with the inputs that libFuzzer makes. Returns the status of the process.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

private func readFile(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  return bytes
}

private func writeFile(_ path: String, _ bytes: [UInt8]) {
  guard let file = fopen(path, "w") else { return perror(path) }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}

private func names(in directory: String) -> [String] {
  guard let stream = opendir(directory) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}
