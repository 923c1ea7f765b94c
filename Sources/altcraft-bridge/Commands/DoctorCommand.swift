import BridgeCommandLine
import Doctor
import JSONCodec
import System

/// The `doctor` command: checks this machine for problems.
enum DoctorCommand {
  static func run(_ options: DoctorOptions) -> ExitStatus {
    let report = Diagnosis(options: options).examine()
    switch options.format {
    case .text: StandardOutput.painted(report.text(Terminal.output.style))
    case .json: StandardOutput.line(report.json.text)
    }
    return report.hasProblem ? .failure : .success
  }
}
