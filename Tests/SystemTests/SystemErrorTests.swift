import Glibc
import System
import Testing

@Suite("A system error") struct SystemErrorTests {
  @Test("it names the operation and the reason")
  func texts() {
    let error = SystemError("open /x", code: ENOENT)

    #expect("\(error)" == "open /x: No such file or directory")
    #expect(error.message == "open /x: no such file or directory")
  }

  @Test("it is that of the last system call")
  func last() {
    #expect(close(-1) == -1)
    #expect(SystemError("close").code == EBADF)
  }
}
