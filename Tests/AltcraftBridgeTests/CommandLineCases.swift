@testable import altcraft_bridge

/// A machine with the given variables and files, where only the limits `depth` and `inFlight` exist.
func surroundings(
  _ environment: [String: String] = [:], files: [String: String] = [:], input: String = ""
) -> Surroundings {
  Surroundings(
    environment: ["HOME": "/home/ann"].merging(environment) { $1 },
    readFile: { path in
      files[path].map { .success(Array($0.utf8)) }
        ?? .failure(FileUnreadable(reason: "no such file or directory"))
    },
    readInput: { .success(Array(input.utf8)) },
    limitComplaint: { name, _ in ["depth", "inFlight"].contains(name) ? nil : "no such limit" })
}

func parse(_ line: String, _ surroundings: Surroundings = surroundings()) throws(UsageError)
  -> Command
{
  try Arguments.parse(line.split(separator: " ").map(String.init), surroundings)
}

func serve(_ flags: String, _ surroundings: Surroundings = surroundings()) throws -> ServeOptions {
  guard case .serve(let options) = try parse("serve " + flags, surroundings) else {
    throw UsageError(message: "not serve", status: .fault)
  }
  return options
}

/// The refusal of a command line, or nil if it is accepted.
func refusal(_ line: String, _ surroundings: Surroundings = surroundings()) -> UsageError? {
  do {
    _ = try parse(line, surroundings)
    return nil
  } catch {
    return error
  }
}
