/** Asks for a comparison of custody at once. */
export interface Bell {
  ring(): void;
  /** Calls a listener with each ring; one listener at a time. */
  listen(listener: () => void): void;
}

/** Connects whoever sees deposits leave a chain with the comparison of its custody. */
export function createBell(): Bell {
  let heard: () => void = () => {};
  return {
    ring: () => heard(),
    listen: (listener) => {
      heard = listener;
    },
  };
}
