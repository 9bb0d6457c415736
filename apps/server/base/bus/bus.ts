import { BusError, nobodyAnswers, timedOut, wordsOf } from './bus-error.ts';
import { PatternTable, tokensOf } from './subjects.ts';

/** A listener of one subject pattern. It must not throw; one that does is reported and does not stop the others. */
export type BusHandler = (message: unknown, subject: string) => void;

/** Answers the requests of one subject. An error it throws reaches the requester as FAILED, with the message only. */
export type BusResponder = (message: unknown) => unknown;

/** A subject and a message on it. */
export type Published = readonly [subject: string, message: unknown];

export interface RequestOptions {
  /** The time to wait for the answer, in ms. */
  readonly timeoutMs: number;
}

/**
 * Fan-out between the server's rooms, shaped like NATS core: subjects are dot-separated tokens, delivery is at most
 * once, and nothing is kept. Patterns may use `*` for one token and end in `>` for one or more. Between processes
 * messages are copied (structured clone): plain values, arrays, maps, bytes and bigints.
 */
export interface Bus {
  /**
   * Delivers to every matching subscriber of this process before it returns, and to those of others in the order in
   * which this process published. Throws on a subject with an empty or wildcard token.
   */
  publish(subject: string, message: unknown): void;
  /** Publishes each of these, in order; other processes get them together, which costs them less. */
  publishAll(messages: readonly Published[]): void;
  /** Returns what ends the subscription. Throws on a malformed pattern. */
  subscribe(pattern: string, handler: BusHandler): () => void;
  /**
   * Sends a request to the one responder of a subject. Messages that the responder published before its answer are
   * delivered before the answer. Rejects with a BusError: NOBODY_ANSWERS, TIMED_OUT, LOST or FAILED.
   */
  request(subject: string, message: unknown, options: RequestOptions): Promise<unknown>;
  /**
   * Registers a responder for a subject and returns a function that removes it. Throws if this process already has
   * one.
   */
  respond(subject: string, handler: BusResponder): () => void;
  /**
   * Notifies the listener when the connection to other processes is lost, and when it is back with all subscriptions.
   * Returns a function that removes the listener.
   */
  onState(listener: (state: 'lost' | 'back') => void): () => void;
  /**
   * Upper bound on the lag of this process, in ms: every message that the hub held that long ago has arrived here. 0
   * in the hub's own process, Infinity while the connection is lost.
   */
  behindMs(): number;
}

export type OnBusError = (error: unknown, subject: string) => void;

/** Holds the subscribers and responders of one process. */
export class Listeners {
  readonly #subscribers = new PatternTable<BusHandler>();
  readonly #responders = new Map<string, BusResponder>();
  readonly #onError: OnBusError;

  constructor(onError: OnBusError) {
    this.#onError = onError;
  }

  deliver(subject: string, message: unknown): void {
    for (const handler of this.#subscribers.match(subject)) {
      try {
        handler(message, subject);
      } catch (error) {
        this.#onError(error, subject);
      }
    }
  }

  /** True if this process has a listener for the subject. */
  hears(subject: string): boolean {
    return this.#subscribers.match(subject).length > 0;
  }

  subscribe(pattern: string, handler: BusHandler): () => void {
    return this.#subscribers.add(pattern, handler);
  }

  respond(subject: string, handler: BusResponder): () => void {
    tokensOf(subject);
    if (this.#responders.has(subject)) throw new TypeError(`${subject} has a responder`);
    this.#responders.set(subject, handler);
    return () => {
      if (this.#responders.get(subject) === handler) this.#responders.delete(subject);
    };
  }

  responder(subject: string): BusResponder | undefined {
    return this.#responders.get(subject);
  }
}

/** Returns the answer of a responder of this process, within the timeout. */
export async function answerOf(
  responder: BusResponder,
  subject: string,
  message: unknown,
  { timeoutMs }: RequestOptions,
): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timedOut(subject)), timeoutMs);
  });
  try {
    return await Promise.race([asked(responder, message), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function asked(responder: BusResponder, message: unknown): Promise<unknown> {
  try {
    return await responder(message);
  } catch (cause) {
    throw new BusError('FAILED', wordsOf(cause), { cause });
  }
}

/** Creates a bus within one process. `onError` receives errors that handlers threw. */
export function createBus(onError: OnBusError): Bus {
  const listeners = new Listeners(onError);
  return {
    publish: (subject, message) => listeners.deliver(subject, message),
    publishAll: (messages) => {
      for (const [subject, message] of messages) listeners.deliver(subject, message);
    },
    subscribe: (pattern, handler) => listeners.subscribe(pattern, handler),
    async request(subject, message, options) {
      const responder = listeners.responder(subject);
      if (responder === undefined) throw nobodyAnswers(subject);
      return answerOf(responder, subject, message, options);
    },
    respond: (subject, handler) => listeners.respond(subject, handler),
    onState: () => () => {},
    behindMs: () => 0,
  };
}
