import JSONCodec

/// `call`: one call, its result on standard output or its error on standard error.
enum CallCommand {
  static func run(_ options: CallOptions) -> ExitStatus {
    do throws(CommandFailure) {
      let session = try BridgeSession.open(options.destination, BridgeClient.Handlers())
      defer { session.close() }
      do {
        Output.line(try session.client.call(options.method, options.params).text)
        return .success
      } catch {
        throw session.failure(error)
      }
    } catch {
      Output.errorLine(error.message)
      return error.status == .success ? .failure : error.status
    }
  }
}
