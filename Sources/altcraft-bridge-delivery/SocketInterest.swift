import Glibc
import Synchronization

/// The correction of a defect of URLSession on Linux, which never stops watching whether a socket has room for data.
///
/// libcurl reports by a callback whether it waits for data on a socket, for room, or for both: for room while it
/// connects, and while a long body does not fit. URLSession then starts to watch, but stops only when libcurl has
/// no more interest in the socket. A connected socket always has room, so the process would use a whole processor until
/// the response is complete.
///
/// The `curl_multi_setopt` of this program precedes that of the library, and passes on a callback which ends all
/// interest in a socket before it reports that libcurl waits for data only. Without this function the process works as
/// well, at that cost.
private enum SocketInterest {
  /// The callback of URLSession, and the sockets whose room it watches.
  struct State {
    var callback: Callback?
    var watched: Set<CInt> = []
  }

  /// The handle of a request, the socket, the interest, and two pointers of URLSession.
  typealias Callback =
    @convention(c) (
      UnsafeMutableRawPointer?, CInt, CInt, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
    ) -> CInt
  typealias SetOption = @convention(c) (UnsafeMutableRawPointer?, CInt, UInt) -> CInt

  static let state = Mutex(State())

  /// The function of the library.
  static let setOption: SetOption? = {
    let next = UnsafeMutableRawPointer(bitPattern: -1)
    return dlsym(next, "curl_multi_setopt").map { unsafeBitCast($0, to: SetOption.self) }
  }()

  // The constants of libcurl.
  static let socketCallback: CInt = 20_001
  static let unknownOption: CInt = 6
  static let data: CInt = 1
  static let none: CInt = 4

  static func report(
    _ handle: UnsafeMutableRawPointer?, _ socket: CInt, _ interest: CInt,
    _ session: UnsafeMutableRawPointer?, _ sources: UnsafeMutableRawPointer?
  ) -> CInt {
    let (callback, endsFirst) = state.withLock { state in
      let wasWatched = state.watched.remove(socket) != nil
      if interest != data && interest != none { state.watched.insert(socket) }
      return (state.callback, wasWatched && interest == data)
    }
    guard let callback else { return 0 }
    guard endsFirst else { return callback(handle, socket, interest, session, sources) }
    _ = callback(handle, socket, none, session, sources)
    // URLSession has released what it kept for the socket.
    return callback(handle, socket, interest, session, nil)
  }
}

/// Sets an option of libcurl. Each value is an integer or a pointer.
@_cdecl("curl_multi_setopt")
package func setOptionOfSession(
  _ session: UnsafeMutableRawPointer?, _ option: CInt, _ value: UInt
) -> CInt {
  guard let setOption = SocketInterest.setOption else { return SocketInterest.unknownOption }
  guard option == SocketInterest.socketCallback, value != 0 else {
    return setOption(session, option, value)
  }
  SocketInterest.state.withLock {
    $0.callback = unsafeBitCast(value, to: SocketInterest.Callback.self)
  }
  let callback: SocketInterest.Callback = { SocketInterest.report($0, $1, $2, $3, $4) }
  return setOption(session, option, unsafeBitCast(callback, to: UInt.self))
}
