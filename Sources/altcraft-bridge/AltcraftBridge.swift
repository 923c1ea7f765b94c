@main
enum AltcraftBridge {
  static func main() {}
}
