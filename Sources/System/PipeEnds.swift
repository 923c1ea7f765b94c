import CLibraries
import Glibc

/// The two descriptors of a pipe, which the caller closes.
package struct PipeEnds: Sendable {
  package let reading: Int32
  package let writing: Int32

  package init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    // Set close-on-exec in the same step: another thread may start a process, which would inherit the ends.
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError("pipe") }
    reading = ends[0]
    writing = ends[1]
  }

  package func closeBoth() {
    close(reading)
    close(writing)
  }
}
