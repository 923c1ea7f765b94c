// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** Which bridge this is, and how it was started. */
public final class BridgeInfo extends JsonRecord {
  BridgeInfo(JsonElement json) {
    super(json);
  }

  /** Always altcraft-bridge. */
  public String getName() {
    return get("name", JsonElement::getAsString);
  }

  /** The version of the program. */
  public String getVersion() {
    return get("version", JsonElement::getAsString);
  }

  /** The version of the protocol: 1. */
  public long getProtocol() {
    return get("protocol", Json::integer);
  }

  /** sha256: and the hex digest of what altcraft-bridge schema prints. */
  public String getSchemaDigest() {
    return get("schemaDigest", JsonElement::getAsString);
  }

  /** The id of the process. */
  public long getPid() {
    return get("pid", Json::integer);
  }

  /** The run of the process, as events name it. */
  public String getEpoch() {
    return get("epoch", JsonElement::getAsString);
  }

  /** When the process began to serve. A time in ISO 8601 and UTC. */
  public String getStartedAt() {
    return get("startedAt", JsonElement::getAsString);
  }

  /** Where it can be reached: stdio, unix: and a path, tcp: and an address with its port. */
  public List<String> getTransports() {
    return list("transports", JsonElement::getAsString);
  }

  /** The directory that holds all data. */
  public String getDataDir() {
    return get("dataDir", JsonElement::getAsString);
  }

  /** The app group in use. */
  public String getAppGroup() {
    return get("appGroup", JsonElement::getAsString);
  }

  /** What accepted work survives: power for a power failure, process for a crash only. */
  public String getDurability() {
    return get("durability", JsonElement::getAsString);
  }

  /** The limits in force, by name: bytes, seconds or counts. */
  public JsonObject getLimits() {
    return get("limits", JsonElement::getAsJsonObject);
  }
}
