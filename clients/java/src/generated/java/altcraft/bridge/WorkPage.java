// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/** A page of the jobs in the outbox. */
public final class WorkPage extends JsonRecord {
  WorkPage(JsonElement json) {
    super(json);
  }

  /**
   * The jobs in order of acceptance, without secrets; {@code response} of an outcome is null here.
   */
  public List<Work> getItems() {
    return list("items", Work::new);
  }

  /** The {@code after} of the next page; null on the last page. */
  public String getNext() {
    return get("next", JsonElement::getAsString);
  }
}
