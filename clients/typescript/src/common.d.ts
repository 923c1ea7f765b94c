// The timers, which Node, browsers and React Native have.

interface Timer {
  readonly timer: unique symbol;
}

declare function setTimeout(body: () => void, milliseconds: number): Timer;
declare function clearTimeout(timer: Timer | undefined): void;
