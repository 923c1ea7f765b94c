// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/** Work of the outbox, a page at a time. */
public final class WorkPage extends JsonRecord {
  WorkPage(JsonElement json) {
    super(json);
  }

  /** In order of acceptance, without secrets; {@code response} of an outcome is null here. */
  public List<Work> getItems() {
    return list("items", Work::new);
  }

  /** What to pass as {@code after} for the next page; null at the end. */
  public String getNext() {
    return get("next", JsonElement::getAsString);
  }
}
