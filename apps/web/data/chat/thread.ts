import { CHAT_PAGE_SIZE, type ChatRecord } from '@candor/api';

/** A message of this page that the server has not answered for. */
export interface WaitingMessage {
  /** Names the row on this page. */
  readonly localId: string;
  /** Key of the act: the same for each try whose outcome is unknown, so that the server keeps one message of them. */
  readonly key: string;
  readonly contentType: 1 | 2;
  /** The text; of an image its link once it is uploaded, '' before. */
  readonly content: string;
  /** The image on this device; null for a text. */
  readonly file: File | null;
  /** The refusal, or the lost answer; null while it is on its way. */
  readonly error: unknown;
}

/** The part of a conversation that this page has. */
export interface Thread {
  /** By their numbers, ascending, each once. */
  readonly messages: readonly ChatRecord[];
  /** Written here and not answered for, the oldest first. */
  readonly waiting: readonly WaitingMessage[];
  /** The number from which pages are counted back; null before the first page. */
  readonly top: number | null;
  /** Pages of history that were loaded. */
  readonly pages: number;
  /** True while the last page was full: there may be older messages. */
  readonly mayHaveOlder: boolean;
  /** The first page could not be loaded: the reason. */
  readonly error: unknown;
}

export const EMPTY_THREAD: Thread = {
  messages: [],
  waiting: [],
  top: null,
  pages: 0,
  mayHaveOlder: false,
  error: null,
};

/** Returns the number of the newest message, 0 where there is none. */
export const newestNumber = (thread: Thread): number => thread.messages.at(-1)?.number ?? 0;

/**
 * Returns the number up to which nothing is missing: after the oldest message that is known, or after the top of the first
 * page where that held none, for then an arrival may be known before an earlier one. 0 where none is known.
 */
export function knownUpTo({ messages, top }: Thread): number {
  const oldest = messages[0]?.number ?? 0;
  let known = Math.min(oldest, top ?? oldest);
  for (const { number } of messages) if (number === known + 1) known = number;
  return known;
}

/**
 * The thread with messages that arrived, by whichever way and in whichever order: each stands once, at the place of its
 * number. One that this page wrote takes the place of its waiting row.
 */
export function withMessages(thread: Thread, arrived: readonly ChatRecord[]): Thread {
  if (arrived.length === 0) return thread;
  const byNumber = new Map(thread.messages.map((message) => [message.number, message]));
  for (const message of arrived) byNumber.set(message.number, message);
  const answered = new Set(arrived.flatMap(({ key }) => (key === null ? [] : [key])));
  return {
    ...thread,
    messages: [...byNumber.values()].sort((left, right) => left.number - right.number),
    waiting: thread.waiting.filter(({ key }) => !answered.has(key)),
  };
}

/** The thread with a page of its history. Pages are counted from the top of the first one, so arrivals shift none. */
export function withPage(
  thread: Thread,
  page: { readonly records: readonly ChatRecord[]; readonly top: number; readonly current: number },
): Thread {
  return {
    ...withMessages(thread, page.records),
    top: thread.top ?? page.top,
    pages: Math.max(thread.pages, page.current),
    mayHaveOlder: page.records.length >= CHAT_PAGE_SIZE,
    error: null,
  };
}

/** The thread with a message of this page that is on its way, or goes there again. */
export function withWaiting(thread: Thread, message: WaitingMessage): Thread {
  const isKnown = thread.waiting.some(({ localId }) => localId === message.localId);
  return {
    ...thread,
    waiting: isKnown
      ? thread.waiting.map((each) => (each.localId === message.localId ? message : each))
      : [...thread.waiting, message],
  };
}

/** The thread without a message that was never sent. */
export function withoutWaiting(thread: Thread, localId: string): Thread {
  return { ...thread, waiting: thread.waiting.filter((each) => each.localId !== localId) };
}
