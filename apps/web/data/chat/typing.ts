import { TYPING_MS } from '@candor/api';
import type { ChatContext } from './context.ts';

const TYPING_EVERY_MS = TYPING_MS / 2;

/** Conversations in which somebody types: the others, for a while after each hint, and the user, who tells of it. */
export class Typing {
  readonly #context: Pick<ChatContext, 'deps' | 'view'>;
  readonly #ends = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #toldAt = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(context: Pick<ChatContext, 'deps' | 'view'>) {
    this.#context = context;
  }

  begin(chatId: number): void {
    clearTimeout(this.#ends.get(chatId));
    this.#ends.set(
      chatId,
      setTimeout(() => this.end(chatId), TYPING_MS),
    );
    this.#context.view.store.setState(({ typing }) => ({ typing: new Set(typing).add(chatId) }));
  }

  end(chatId: number): void {
    clearTimeout(this.#ends.get(chatId));
    this.#ends.delete(chatId);
    this.#context.view.store.setState(({ typing }) => ({
      typing: new Set([...typing].filter((id) => id !== chatId)),
    }));
  }

  /** Tells the others that the user types, at most once in a while. */
  tell(chatId: number): void {
    if (this.#toldAt.has(chatId)) return;
    this.#toldAt.set(
      chatId,
      setTimeout(() => this.#toldAt.delete(chatId), TYPING_EVERY_MS),
    );
    const { client, onProblem } = this.#context.deps;
    // nobody waits for it, and the next one follows
    client.call('sendTyping', { body: { chatId } }).catch(onProblem);
  }

  clear(): void {
    for (const timer of [...this.#ends.values(), ...this.#toldAt.values()]) clearTimeout(timer);
    this.#ends.clear();
    this.#toldAt.clear();
  }
}
