import { CallError } from '@candor/api';
import type { ChatContext } from './context.ts';
import { type WaitingMessage, withMessages, withoutWaiting, withWaiting } from './thread.ts';
import type { ThreadFetches } from './thread-fetches.ts';

/** Sends what the user writes: messages leave in the order in which they were written. */
export class Outgoing {
  readonly #context: ChatContext;
  readonly #threads: ThreadFetches;
  /** The sending of the latest message, by conversation. */
  readonly #sending = new Map<number, Promise<unknown>>();

  constructor(context: ChatContext, threads: ThreadFetches) {
    this.#context = context;
    this.#threads = threads;
  }

  sendText(chatId: number, content: string): void {
    this.#post(chatId, this.#fresh({ contentType: 1, content, file: null }));
  }

  sendImage(chatId: number, file: File): void {
    this.#post(chatId, this.#fresh({ contentType: 2, content: '', file }));
  }

  retry(chatId: number, localId: string): void {
    const message = this.#context.view.threadOf(chatId).waiting.find((each) => each.localId === localId);
    if (message !== undefined && message.error !== null) this.#post(chatId, message);
  }

  clear(): void {
    this.#sending.clear();
  }

  #fresh(part: Pick<WaitingMessage, 'contentType' | 'content' | 'file'>): WaitingMessage {
    const key = this.#context.deps.newKey();
    return { localId: key, key, error: null, ...part };
  }

  /** Sends a waiting message after those before it. */
  #post(chatId: number, message: WaitingMessage): void {
    const { session, view } = this.#context;
    const isOver = session.watch();
    view.setThread(chatId, (thread) => withWaiting(thread, { ...message, error: null }));
    const before = this.#sending.get(chatId) ?? Promise.resolve();
    this.#sending.set(
      chatId,
      before.then(() => this.#send(chatId, message, isOver)),
    );
  }

  async #send(chatId: number, message: WaitingMessage, isOver: () => boolean): Promise<void> {
    if (isOver()) return;
    const { deps, view } = this.#context;
    let { content, key } = message;
    try {
      if (message.file !== null && content === '') {
        content = (await deps.client.call('uploadOss', { file: message.file })).id;
      }
      const body = { chatId, contentType: message.contentType, content };
      const record = await deps.client.call('sendChatRecord', { body }, { idempotencyKey: key });
      if (isOver()) return;
      view.setThread(chatId, (thread) => withMessages(withoutWaiting(thread, message.localId), [record]));
      const known = view.conversationOf(chatId);
      if (known !== undefined && known.lastNumber < record.number)
        view.setConversation({ ...known, lastNumber: record.number, lastTime: record.create_time });
      const { messages } = view.threadOf(chatId);
      if (record.number > 1 && !messages.some(({ number }) => number === record.number - 1))
        void this.#threads.catchUp(chatId);
    } catch (error) {
      if (isOver()) return;
      // a refusal is final: the next try is another act. Without an answer it is the same one.
      if (error instanceof CallError && error.delivery === 'answered') key = deps.newKey();
      const isStillWaiting = view.threadOf(chatId).waiting.some(({ localId }) => localId === message.localId);
      if (isStillWaiting)
        view.setThread(chatId, (thread) => withWaiting(thread, { ...message, content, key, error }));
    }
  }
}
