// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The channel of the subscription. Example: {@code "telegram_bot"}. */
public enum Channel implements Choice {
  TELEGRAM_BOT("telegram_bot"),
  WHATSAPP("whatsapp"),
  VIBER("viber"),
  NOTIFY("notify");

  private final String text;

  Channel(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
