package altcraft.bridge;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.Rule;
import org.junit.Test;

/** The stream of outcomes. */
public final class OutcomeStreamTest {
  @Rule public final BridgeFixture fixture = new BridgeFixture();

  private final List<Long> numbers = new CopyOnWriteArrayList<>();

  private final OutcomeListener listener =
      new OutcomeListener() {
        @Override
        public void onOutcome(NumberedOutcome outcome) {
          numbers.add(outcome.getOutcome());
        }

        @Override
        public void onGap(long from, long to) {
          numbers.add(-to);
        }
      };

  private static void end(Bridge bridge, int count) {
    bridge.initialization(new Configuration("https://platform.example").rToken("r")).join();
    for (; count > 0; count--) bridge.pushSubscribe().join();
    bridge.clear().join();
  }

  @Test
  public void eachEndComesOnceAlsoWhenTheProcessIsKilled() throws Exception {
    Bridge bridge = fixture.spawn();
    AtomicBoolean isBack = new AtomicBoolean();
    bridge.onReconnected(position -> isBack.set(true));
    end(bridge, 3);
    bridge.onOutcomes(1L, listener);
    BridgeFixture.eventually("the first outcomes", () -> numbers.size() == 2);
    ProcessHandle.of(bridge.getInfo().getPid()).orElseThrow().destroyForcibly();
    BridgeFixture.eventually("it is back", isBack::get);
    end(bridge, 2);
    BridgeFixture.eventually("the last outcomes", () -> numbers.size() == 4);
    assertEquals(List.of(2L, 3L, 4L, 5L), numbers);
  }

  @Test
  public void theEndOfTheStreamEndsTheSubscription() throws Exception {
    Bridge bridge = fixture.spawn();
    List<Object> received = new CopyOnWriteArrayList<>();
    end(bridge, 1);
    ListenerRegistration registration = bridge.onOutcomes(0L, listener);
    BridgeFixture.eventually("the first outcome", () -> numbers.size() == 1);
    registration.close();
    bridge.connection.listen(NumberedOutcome.class, received::add);
    end(bridge, 1);
    bridge.outcomes().subscribe(new OutcomesSubscribeOptions().after(1L)).join();
    BridgeFixture.eventually("the second outcome", () -> !received.isEmpty());
    bridge.bridge().ping().join();
    assertEquals(1, received.size());
    assertEquals(List.of(1L), numbers);
  }

  @Test
  public void anOlderCopyOfTheDirectoryIsReported() throws Exception {
    Bridge bridge = fixture.spawn();
    end(bridge, 1);
    List<Long> positions = new CopyOnWriteArrayList<>();
    OutcomeListener told =
        new OutcomeListener() {
          @Override
          public void onOutcome(NumberedOutcome outcome) {
            listener.onOutcome(outcome);
          }

          @Override
          public void onGap(long from, long to) {
            listener.onGap(from, to);
          }

          @Override
          public void onRollback(long after, String epoch) {
            positions.add(after);
          }
        };
    bridge.onOutcomes(9L, "another", told);
    BridgeFixture.eventually("the outcome", () -> numbers.equals(List.of(1L)));
    assertEquals(List.of(0L), positions);
  }

  @Test
  public void aPositionThatTheBridgeRefusesIsAnError() {
    Bridge bridge = fixture.spawn();
    assertThrows(InvalidParamsException.class, () -> bridge.onOutcomes(9L, listener));
  }
}
