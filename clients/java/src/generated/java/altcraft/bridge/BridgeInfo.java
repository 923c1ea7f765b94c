// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** What bridge.info answers. */
public final class BridgeInfo extends JsonRecord {
  BridgeInfo(JsonElement json) {
    super(json);
  }

  public String getName() {
    return get("name", JsonElement::getAsString);
  }

  public String getVersion() {
    return get("version", JsonElement::getAsString);
  }

  public long getProtocol() {
    return get("protocol", Json::integer);
  }

  public String getSchemaDigest() {
    return get("schemaDigest", JsonElement::getAsString);
  }

  public long getPid() {
    return get("pid", Json::integer);
  }

  public String getEpoch() {
    return get("epoch", JsonElement::getAsString);
  }

  public String getStartedAt() {
    return get("startedAt", JsonElement::getAsString);
  }

  public List<String> getTransports() {
    return list("transports", JsonElement::getAsString);
  }

  public String getDataDir() {
    return get("dataDir", JsonElement::getAsString);
  }

  public String getAppGroup() {
    return get("appGroup", JsonElement::getAsString);
  }

  public String getDurability() {
    return get("durability", JsonElement::getAsString);
  }

  public JsonObject getLimits() {
    return get("limits", JsonElement::getAsJsonObject);
  }
}
