// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** The program, its run and its settings. */
public final class BridgeInfo extends JsonRecord {
  BridgeInfo(JsonElement json) {
    super(json);
  }

  /** The name of the program: always altcraft-bridge. */
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

  /**
   * The digest of the document that {@code altcraft-bridge schema} prints: sha256: and hex digits.
   */
  public String getSchemaDigest() {
    return get("schemaDigest", JsonElement::getAsString);
  }

  /** The id of the process. */
  public long getPid() {
    return get("pid", Json::integer);
  }

  /** The id of this run of the process, as in events. */
  public String getEpoch() {
    return get("epoch", JsonElement::getAsString);
  }

  /** The time at which the process began to serve. A time in ISO 8601, UTC. */
  public String getStartedAt() {
    return get("startedAt", JsonElement::getAsString);
  }

  /** The endpoints: stdio, unix: with a path, tcp: and ws: with an address and a port. */
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

  /**
   * The failures that accepted jobs survive: power for a power failure, process for a crash of the
   * bridge only.
   */
  public String getDurability() {
    return get("durability", JsonElement::getAsString);
  }

  /** The limits in force by name, in bytes, seconds or counts. */
  public JsonObject getLimits() {
    return get("limits", JsonElement::getAsJsonObject);
  }
}
