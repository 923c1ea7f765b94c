// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** UTM tags: where the user came from. */
public final class UTM extends JsonRecord {
  public UTM() {}

  /** The campaign, or mailing; sent as {@code cn}. */
  public UTM campaign(String campaign) {
    set("campaign", campaign);
    return this;
  }

  /** The content; sent as {@code cc}. */
  public UTM content(String content) {
    set("content", content);
    return this;
  }

  /** The keyword, or term; sent as {@code ck}. */
  public UTM keyword(String keyword) {
    set("keyword", keyword);
    return this;
  }

  /** The medium; sent as {@code cm}. */
  public UTM medium(String medium) {
    set("medium", medium);
    return this;
  }

  /** The source; sent as {@code cs}. */
  public UTM source(String source) {
    set("source", source);
    return this;
  }

  /** A temporary tag; sent as {@code ct}. */
  public UTM temp(String temp) {
    set("temp", temp);
    return this;
  }
}
