import { StartupError } from '../../../base/errors/startup-error.ts';
import { type Answer, type Ask, AWAY, type Failure } from './messages.ts';

/** The functions that answer named questions. */
export type Answers = Readonly<Record<string, () => unknown>>;

/** Requests and answers over a connection that keeps the order of messages. */
export class Asking {
  readonly #send: (message: Ask | Answer) => void;
  readonly #waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  #lastId = 0;

  constructor(send: (message: Ask | Answer) => void) {
    this.#send = send;
  }

  /** Resolves with the other end's answer. Rejects if it has none, or if the connection closes first. */
  ask(question: string): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ type: 'ask', id, question });
    });
  }

  /** Answers a question of the other end as soon as the answer is available. */
  async give({ id, question }: Ask, answers: Answers): Promise<void> {
    try {
      const answer = answers[question];
      if (answer === undefined) throw new Error(`nothing answers ${question} here`);
      this.#send({ type: 'answer', id, value: await answer(), error: null });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const code = error instanceof StartupError ? error.code : null;
      this.#send({ type: 'answer', id, value: null, error: { code, text } });
    }
  }

  take({ id, value, error }: Answer): void {
    const waiter = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === null) waiter?.resolve(value);
    else waiter?.reject(errorOf(error));
  }

  /** Rejects all pending questions: the connection has closed. */
  end(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Restores the error of the other end. */
export function errorOf({ code, text }: Failure): Error {
  return code === null || code === AWAY ? new Error(text) : new StartupError(code, text);
}
