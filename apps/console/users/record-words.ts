import type { IntlShape } from 'react-intl';
import { wordOr } from '../shell/act-words.ts';

/** The words of a kind of ledger entry. */
export const entryWords = (intl: IntlShape, kind: string): string =>
  wordOr(intl, `console.facts.entry.${kind}`, kind);

/** The words of the coded reason of a withdrawal's state. */
export const withdrawalReasonWords = (intl: IntlShape, reason: string): string =>
  wordOr(intl, `console.facts.withdrawalReason.${reason}`, reason);

/** The words of a wallet by its name, such as spot, margin-isolated/1 or margin-cross/debt. */
export const walletWords = (intl: IntlShape, name: string): string =>
  name
    .split('/')
    .map((part) => wordOr(intl, `console.records.wallet.${part}`, part))
    .join(' · ');
