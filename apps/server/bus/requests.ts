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

/** Requests that were sent over lines and wait for their answers, by number. */
export class Requests {
  readonly #pending = new Map<number, Pending>();
  #last = 0;

  /** The answer's bytes. Rejects with a BusError. */
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

  /** Takes an answer frame. One that nobody waits for any more is left. */
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

  /** The line is gone: what waits on it is not answered. */
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
 * Sends what `find` gives as the answer to a request: at once if it is there at once, so that it stands in the line
 * before all that is published later.
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

/** An answer that is encoded already. */
export class Encoded {
  readonly body: Buffer;

  constructor(body: Buffer) {
    this.body = body;
  }
}
