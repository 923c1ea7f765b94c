import System

@testable import BridgeCommandLine

/// Returns a machine with the given variables and files and with only the limits `depth` and `inFlight`.
func commandEnvironment(
  _ environment: [String: String] = [:], files: [String: String] = [:], input: String = ""
) -> CommandEnvironment {
  CommandEnvironment(
    environment: ["HOME": "/home/ann"].merging(environment) { $1 },
    readFile: { path in
      files[path].map { .success(Array($0.utf8)) }
        ?? .failure(FileUnreadable(reason: "no such file or directory"))
    },
    readInput: { .success(Array(input.utf8)) },
    limitComplaint: { name, _ in ["depth", "inFlight"].contains(name) ? nil : "no such limit" })
}

func parse(_ line: String, _ commandEnvironment: CommandEnvironment = commandEnvironment())
  throws(UsageError)
  -> Command
{
  try Arguments.parse(line.split(separator: " ").map(String.init), commandEnvironment)
}

func serve(_ flags: String, _ commandEnvironment: CommandEnvironment = commandEnvironment()) throws
  -> ServeOptions
{
  guard case .serve(let options) = try parse("serve " + flags, commandEnvironment) else {
    throw UsageError(message: "not serve", status: .fault)
  }
  return options
}

/// Returns the error for a command line, or nil if it is accepted.
func refusal(_ line: String, _ commandEnvironment: CommandEnvironment = commandEnvironment())
  -> UsageError?
{
  do {
    _ = try parse(line, commandEnvironment)
    return nil
  } catch {
    return error
  }
}
