package altcraft.bridge;

import com.google.gson.JsonElement;

/** A value of the interface that has one of several forms. */
public abstract class JsonChoice {
  private final JsonElement json;

  JsonChoice(Object value) {
    json = Json.of(value);
  }

  /** Returns a copy as JSON. */
  public final JsonElement toJson() {
    return json.deepCopy();
  }

  @Override
  public final boolean equals(Object other) {
    return other != null && getClass() == other.getClass()
        && json.equals(((JsonChoice) other).json);
  }

  @Override
  public final int hashCode() {
    return json.hashCode();
  }

  /** Omits the value, which may be a secret. */
  @Override
  public final String toString() {
    return getClass().getSimpleName();
  }
}
