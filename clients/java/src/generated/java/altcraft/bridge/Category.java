// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** One of the cats of pushSubscribe. */
public final class Category extends JsonRecord {
  public Category() {}

  /** The name it goes by. */
  public Category name(String name) {
    set("name", name);
    return this;
  }

  /** The name people see. */
  public Category title(String title) {
    set("title", title);
    return this;
  }

  /** Whether it cannot be switched off. */
  public Category steady(boolean steady) {
    set("steady", steady);
    return this;
  }

  /** Whether it is switched on. */
  public Category active(boolean active) {
    set("active", active);
    return this;
  }
}
