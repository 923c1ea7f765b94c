// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The UTM tags of a link: the source of a visit. */
public final class UTM extends JsonRecord {
  public UTM() {}

  /**
   * The campaign, {@code utm_campaign} of the link; sent as {@code cn}. Example: {@code "spring"}.
   */
  public UTM campaign(String campaign) {
    set("campaign", campaign);
    return this;
  }

  /**
   * The content, {@code utm_content} of the link; sent as {@code cc}. Example: {@code "banner-2"}.
   */
  public UTM content(String content) {
    set("content", content);
    return this;
  }

  /** The keyword, {@code utm_term} of the link; sent as {@code ck}. Example: {@code "shoes"}. */
  public UTM keyword(String keyword) {
    set("keyword", keyword);
    return this;
  }

  /** The medium, {@code utm_medium} of the link; sent as {@code cm}. Example: {@code "email"}. */
  public UTM medium(String medium) {
    set("medium", medium);
    return this;
  }

  /**
   * The source, {@code utm_source} of the link; sent as {@code cs}. Example: {@code "newsletter"}.
   */
  public UTM source(String source) {
    set("source", source);
    return this;
  }

  /** A temporary tag, chosen by the host; sent as {@code ct}. Example: {@code "test-1"}. */
  public UTM temp(String temp) {
    set("temp", temp);
    return this;
  }
}
