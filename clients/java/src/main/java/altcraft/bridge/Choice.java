package altcraft.bridge;

/** One of the texts that a member of the interface allows. */
public interface Choice {
  /** The text in the interface; empty for an unknown one. */
  String text();
}
