import type { ChatLine, ChatLineEvents } from './chat-line.ts';
import type { ChatContext } from './context.ts';

/** The line of the user’s hints: opened once their topic is known, and again for a newer token. */
export class HintLine {
  readonly #context: Pick<ChatContext, 'deps' | 'session'>;
  readonly #line: ChatLine;
  #openedWith: string | null = null;

  constructor(context: Pick<ChatContext, 'deps' | 'session'>, events: ChatLineEvents) {
    this.#context = context;
    this.#line = context.deps.line(events);
  }

  get isOpened(): boolean {
    return this.#openedWith !== null;
  }

  open(): void {
    const { deps, session } = this.#context;
    const { topic, user } = session;
    if (user === null || topic === null) return;
    const { userId, token } = user;
    const wanted = `${userId} ${token} ${topic}`;
    if (this.#openedWith === wanted) return;
    this.#openedWith = wanted;
    this.#line.open({ url: deps.lineUrl(), user: String(userId), token, topic });
  }

  wake(): void {
    this.#line.wake();
  }

  close(): void {
    this.#openedWith = null;
    this.#line.close();
  }
}
