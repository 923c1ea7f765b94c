// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/** A page of the jobs in the outbox. */
public final class JobPage extends JsonRecord {
  JobPage(JsonElement json) {
    super(json);
  }

  /**
   * The jobs in order of acceptance, without secrets; {@code response} of an outcome is null here.
   */
  public List<Job> getItems() {
    return list("items", Job::new);
  }

  /** The {@code after} of the next page; null on the last page. */
  public String getNext() {
    return get("next", JsonElement::getAsString);
  }
}
