import BridgeCommandLine
import Glibc
import System

/// The program that sends requests to the platform, in the directory of this program.
enum DeliveryProgram {
  static var path: String {
    (ProgramPath.own?.parentDirectory ?? ".") + "/altcraft-bridge-delivery"
  }

  static var isThere: Bool { access(path, X_OK) == 0 }

  /// The message for its absence, with the remedy.
  static var absence: String {
    "the program \(path.inMessage) is missing; put altcraft-bridge-delivery there, from the same build"
  }
}
