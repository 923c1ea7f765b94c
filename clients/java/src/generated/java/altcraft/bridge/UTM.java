// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** The utm of mobileEvent. */
public final class UTM extends JsonRecord {
  public UTM() {}

  /** Sent as {@code cn}. */
  public UTM campaign(String campaign) {
    set("campaign", campaign);
    return this;
  }

  /** Sent as {@code cc}. */
  public UTM content(String content) {
    set("content", content);
    return this;
  }

  /** Sent as {@code ck}. */
  public UTM keyword(String keyword) {
    set("keyword", keyword);
    return this;
  }

  /** Sent as {@code cm}. */
  public UTM medium(String medium) {
    set("medium", medium);
    return this;
  }

  /** Sent as {@code cs}. */
  public UTM source(String source) {
    set("source", source);
    return this;
  }

  /** Sent as {@code ct}. */
  public UTM temp(String temp) {
    set("temp", temp);
    return this;
  }
}
