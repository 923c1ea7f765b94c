// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/**
 * A category of the subscription. The platform reads only {@code name} and {@code active} of it.
 */
public final class Category extends JsonRecord {
  public Category() {}

  /**
   * The name of the category, as the resource of the platform defines it. Example: {@code "news"}.
   */
  public Category name(String name) {
    set("name", name);
    return this;
  }

  /** The title of the category, as users see it. Example: {@code "News"}. */
  public Category title(String title) {
    set("title", title);
    return this;
  }

  /** True if subscribers cannot turn the category off. Example: {@code false}. */
  public Category steady(boolean steady) {
    set("steady", steady);
    return this;
  }

  /** True if the category is turned on for this subscription. Example: {@code true}. */
  public Category active(boolean active) {
    set("active", active);
    return this;
  }
}
