import type { Command } from '@candor/kernel';

/** Numbers that name what a command is about, the narrowest first. */
const OWN_NUMBERS = ['withdrawalNo', 'depositNo', 'costNo', 'fundingNo'] as const;
const SUBJECTS = ['accountUserId', 'symbolId', 'offerId', 'assetId'] as const;

/**
 * The line of a promise: promises of one line reach the kernel in the order in which they were promised, whoever asks for
 * which first. Acts that undo or replace each other are about the same subject, and so in one line: a withdrawal, a
 * deposit, a user, a symbol, an offer, a coin, or the exchange as a whole.
 */
export function lineOf({ userId, body }: { readonly userId: number; readonly body: Command }): string {
  const numbers: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(body));
  const named = (names: readonly string[]): string | null => {
    const name = names.find((each) => typeof numbers[each] === 'number');
    return name === undefined ? null : `${name}:${numbers[name]}`;
  };
  const user = userId === 0 ? null : `accountUserId:${userId}`;
  return named(OWN_NUMBERS) ?? user ?? named(SUBJECTS) ?? 'exchange';
}
