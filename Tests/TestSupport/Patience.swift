/// How long a test waits for something that will come. Only what never comes takes that long: no speed is
/// measured by it, and a machine may be ten times slower than another.
package let patience = Duration.seconds(60)
