/** A listener of one subject pattern. It must not throw; one that does is reported and does not stop the others. */
export type BusHandler = (message: unknown, subject: string) => void;

/**
 * Fan-out between the server's rooms, shaped like NATS core: subjects are dot-separated tokens, delivery is at most
 * once, and nothing is kept. Patterns may use `*` for one token and end in `>` for one or more.
 */
export interface Bus {
  /** Delivers to every matching subscriber before it returns. Throws on a subject with an empty or wildcard token. */
  publish(subject: string, message: unknown): void;
  /** Returns what ends the subscription. Throws on a malformed pattern. */
  subscribe(pattern: string, handler: BusHandler): () => void;
}

interface Subscription {
  readonly tokens: readonly string[];
  readonly handler: BusHandler;
}

/** The bus within one process. `onError` hears what a handler threw. */
export function createBus(onError: (error: unknown, subject: string) => void): Bus {
  const exact = new Map<string, Set<Subscription>>();
  const wildcard = new Set<Subscription>();

  const deliver = (subscription: Subscription, subject: string, message: unknown): void => {
    try {
      subscription.handler(message, subject);
    } catch (error) {
      onError(error, subject);
    }
  };

  return {
    publish(subject, message) {
      const tokens = subject.split('.');
      if (tokens.some((token) => token === '' || token === '*' || token === '>')) {
        throw new TypeError(`not a subject: ${subject}`);
      }
      const direct = exact.get(subject);
      if (direct !== undefined)
        for (const subscription of [...direct]) deliver(subscription, subject, message);
      for (const subscription of [...wildcard]) {
        if (matches(subscription.tokens, tokens)) deliver(subscription, subject, message);
      }
    },
    subscribe(pattern, handler) {
      const tokens = pattern.split('.');
      if (tokens.some((token, at) => token === '' || (token === '>' && at !== tokens.length - 1))) {
        throw new TypeError(`not a subject pattern: ${pattern}`);
      }
      const subscription: Subscription = { tokens, handler };
      if (tokens.includes('*') || tokens.includes('>')) {
        wildcard.add(subscription);
        return () => void wildcard.delete(subscription);
      }
      const direct = exact.get(pattern) ?? new Set();
      exact.set(pattern, direct.add(subscription));
      return () => {
        direct.delete(subscription);
        if (direct.size === 0 && exact.get(pattern) === direct) exact.delete(pattern);
      };
    },
  };
}

function matches(pattern: readonly string[], tokens: readonly string[]): boolean {
  const open = pattern.at(-1) === '>';
  if (open ? tokens.length < pattern.length : tokens.length !== pattern.length) return false;
  return pattern.every(
    (token, at) => token === '*' || (open && at === pattern.length - 1) || token === tokens[at],
  );
}
