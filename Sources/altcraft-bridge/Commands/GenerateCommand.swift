import AltcraftEngine
import AltcraftMethods
import BridgeCommandLine
import ClientGenerator
import Glibc
import JSONCodec
import System

/// The `generate LANGUAGE --output DIR` command: writes only the generated files of a client.
enum GenerateCommand {
  static func run(_ options: GenerateOptions) -> ExitStatus {
    guard let language = ClientLanguage.named(options.language) else {
      preconditionFailure("the command line was checked")
    }
    do throws(GenerateError) {
      for file in try files(of: language, options.schema) {
        let path = options.directory + "/" + file.path
        try makeDirectories(above: path)
        try write(file.text, to: path)
        StandardOutput.line(path)
      }
      return .success
    } catch {
      StandardOutput.errorLine("altcraft-bridge: \(error.message)")
      return .configuration
    }
  }

  private struct GenerateError: Error {
    let message: String
  }

  private static func files(
    of language: ClientLanguage, _ schema: String?
  ) throws(GenerateError) -> [GeneratedFile] {
    let document =
      try schema.map { path throws(GenerateError) in try read(path) }
      ?? Array(Catalog.schemaText(version: BridgeVersion.current).utf8)
    do throws(DocumentError) {
      return try language.files(
        document: document, digest: "sha256:" + SHA256.hex(document))
    } catch {
      throw GenerateError(message: "\(schema?.inMessage ?? "the interface"): \(error.description)")
    }
  }

  private static func read(_ path: String) throws(GenerateError) -> [UInt8] {
    switch File.readText(path) {
    case .success(let bytes): return bytes
    case .failure(let error): throw GenerateError(message: "\(path.inMessage): \(error.reason)")
    }
  }

  private static func makeDirectories(above path: String) throws(GenerateError) {
    var parent = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/").dropLast() {
      parent += "/" + name
      guard mkdir(parent, 0o777) == 0 || errno == EEXIST else {
        throw GenerateError(message: "\(parent.inMessage): \(FileUnreadable(code: errno).reason)")
      }
    }
  }

  private static func write(_ text: String, to path: String) throws(GenerateError) {
    do throws(SystemError) {
      try File.write(Array(text.utf8), to: path, mode: 0o666)
    } catch {
      throw GenerateError(message: error.message)
    }
  }
}
