import BridgeCommandLine
import JSONCodec
import System

/// The `push` command: prints a push message, or lets a running bridge take it.
enum PushCommand {
  static func run(_ options: PushOptions) -> ExitStatus {
    CommandFailure.reported { () throws(CommandFailure) in
      var shown = options.message
      if Terminal.output.isTerminal {
        StandardOutput.errorLine("The structure is that of: \(options.source)")
      }
      if options.isForBridge {
        let session = try BridgeSession.open(options.destination)
        defer { session.close() }
        shown = try session.call("takePush", ["message": options.message])
      }
      StandardOutput.painted(try ResultText.text(shown, nil, Terminal.output))
    }
  }
}
