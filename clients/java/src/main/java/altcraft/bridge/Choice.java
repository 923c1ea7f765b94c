package altcraft.bridge;

/** One of the texts that the interface allows in a place. */
public interface Choice {
  /** As the interface writes it; empty for one that is not known here. */
  String text();
}
