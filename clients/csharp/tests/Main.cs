// The tests of the client: Tests.exe spawn|socket|tcp|vectors|client|lifetime
internal static class Tests {
    private static int Main(string[] args) => Support.Run(
        args[0] == "vectors" ? VectorTests.Tests : args[0] == "client" ? ClientTests.Tests : args[0] == "lifetime" ? LifetimeTests.Tests : Conformance.Tests(args[0]));
}
