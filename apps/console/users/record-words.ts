import type { IntlShape } from 'react-intl';
import { wordOr } from '../shell/act-words.ts';

/** The words of a kind of ledger entry. */
export const entryWords = (intl: IntlShape, kind: string): string =>
  wordOr(intl, `console.facts.entry.${kind}`, kind);

/** The words of the coded reason of a withdrawal's state: some have others where they reject it. */
export function withdrawalReasonWords(intl: IntlShape, reason: string, state: string): string {
  const id = `console.facts.withdrawalReason.${reason}`;
  const words = wordOr(intl, id, reason);
  return state === 'rejected' ? wordOr(intl, `${id}.rejected`, words) : words;
}

/** The words of a wallet by its name, such as spot, margin-isolated/1 or margin-cross/debt. */
export const walletWords = (intl: IntlShape, name: string): string =>
  name
    .split('/')
    .map((part) => wordOr(intl, `console.records.wallet.${part}`, part))
    .join(' · ');
