// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** A category of the subscription. Only name and active matter when it is sent. */
public final class Category extends JsonRecord {
  public Category() {}

  /** The name that the platform knows it by. */
  public Category name(String name) {
    set("name", name);
    return this;
  }

  /** The name that people see. */
  public Category title(String title) {
    set("title", title);
    return this;
  }

  /** Whether subscribers cannot switch it off. */
  public Category steady(boolean steady) {
    set("steady", steady);
    return this;
  }

  /** Whether it is switched on for this subscription. */
  public Category active(boolean active) {
    set("active", active);
    return this;
  }
}
