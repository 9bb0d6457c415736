import { TYPING_MS } from '@candor/api';
import type { Bus } from '../../base/bus/index.ts';

/** Subject of the bus on which the desk hears who types: nothing of it is stored. */
export const TYPING_SUBJECT = 'chat.typing';

/** Conversations in which a user types, as all processes say it on the bus. */
export interface Typists {
  isTyping(chatId: number): boolean;
  /** Says it to the other processes as well. */
  began(chatId: number): void;
  ended(chatId: number): void;
  stop(): void;
}

export function followTypists({ bus, now }: { readonly bus: Bus; readonly now: () => number }): Typists {
  /** Times at which users typed, by conversation. */
  const typed = new Map<number, number>();
  const stop = bus.subscribe(TYPING_SUBJECT, (message) => {
    const { chatId, atMs } = message as { readonly chatId: number; readonly atMs: number };
    for (const [each, at] of typed) if (at < now() - TYPING_MS) typed.delete(each);
    typed.set(chatId, atMs);
  });
  return {
    isTyping: (chatId) => (typed.get(chatId) ?? 0) > now() - TYPING_MS,
    began: (chatId) => bus.publish(TYPING_SUBJECT, { chatId, atMs: now() }),
    ended: (chatId) => typed.delete(chatId),
    stop,
  };
}
