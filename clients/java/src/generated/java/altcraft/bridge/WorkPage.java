// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/** What outbox.list answers. */
public final class WorkPage extends JsonRecord {
  WorkPage(JsonElement json) {
    super(json);
  }

  /** Without secrets and without responses. */
  public List<Work> getItems() {
    return list("items", Work::new);
  }

  /** Where the next page begins; null at the end. */
  public String getNext() {
    return get("next", JsonElement::getAsString);
  }
}
