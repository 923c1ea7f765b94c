@main
enum DeliveryWorker {
  static func main() {}
}
