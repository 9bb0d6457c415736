import { BusError, lineLost, nobodyAnswers, timedOut, wordsOf } from './bus-error.ts';
import { encodeMessage, type Frame, Kind, Status } from './frames.ts';
import type { Line } from './line.ts';

interface Pending {
  readonly subject: string;
  readonly line: Line;
  readonly timer: NodeJS.Timeout;
  resolve(body: Buffer): void;
  reject(error: BusError): void;
}

/** Requests that were sent and have no answer yet, by number. */
export class Requests {
  readonly #pending = new Map<number, Pending>();
  #last = 0;

  /** Sends a request and resolves with the answer's bytes. Rejects with a BusError. */
  send(line: Line, subject: string, body: Buffer, timeoutMs: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      do this.#last = (this.#last + 1) >>> 0;
      while (this.#pending.has(this.#last));
      const number = this.#last;
      const timer = setTimeout(() => this.#take(number)?.reject(timedOut(subject)), timeoutMs);
      this.#pending.set(number, { subject, line, timer, resolve, reject });
      line.send(Kind.request, number, Math.ceil(timeoutMs), subject, body);
    });
  }

  /** Handles an answer frame. An answer that no request waits for is ignored. */
  answered(line: Line, { a, b, body }: Frame): void {
    if (this.#pending.get(a)?.line !== line) return;
    const pending = this.#take(a);
    if (pending === undefined) return;
    const { subject } = pending;
    if (b === Status.done) pending.resolve(body);
    else if (b === Status.nobody) pending.reject(nobodyAnswers(subject));
    else if (b === Status.timedOut) pending.reject(timedOut(subject));
    else if (b === Status.lost) pending.reject(lineLost());
    else pending.reject(new BusError('FAILED', body.toString('utf8')));
  }

  /** Rejects all requests of a lost connection. */
  lost(gone: Line): void {
    for (const [number, { line }] of this.#pending) if (line === gone) this.#take(number)?.reject(lineLost());
  }

  #take(number: number): Pending | undefined {
    const pending = this.#pending.get(number);
    this.#pending.delete(number);
    clearTimeout(pending?.timer);
    return pending;
  }
}

const statuses: Partial<Record<BusError['code'], number>> = {
  NOBODY_ANSWERS: Status.nobody,
  TIMED_OUT: Status.timedOut,
  LOST: Status.lost,
};

/**
 * Sends the result of `find` as the answer to a request. A result that is available immediately is sent immediately,
 * so that it precedes everything published later.
 */
export function answer(line: Line, { a }: Frame, find: () => unknown): void {
  const done = (message: unknown) =>
    line.send(
      Kind.answer,
      a,
      Status.done,
      '',
      message instanceof Encoded ? message.body : encodeMessage(message),
    );
  const fail = (error: unknown) => {
    const status = error instanceof BusError ? statuses[error.code] : undefined;
    line.send(Kind.answer, a, status ?? Status.failed, '', Buffer.from(wordsOf(error)));
  };
  try {
    const found = find();
    if (found instanceof Promise) found.then(done).catch(fail);
    else done(found);
  } catch (error) {
    fail(error);
  }
}

/** An answer that is already encoded. */
export class Encoded {
  readonly body: Buffer;

  constructor(body: Buffer) {
    this.body = body;
  }
}
