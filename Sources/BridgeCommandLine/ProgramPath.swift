import Glibc

package enum ProgramPath {
  /// The path of this program, with symbolic links resolved. Nil if /proc is not available.
  package static var own: String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
