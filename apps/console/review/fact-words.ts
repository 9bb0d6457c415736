import type { Formatters } from '@candor/i18n';
import { networkNameOf } from '@candor/ui';
import type { IntlShape } from 'react-intl';

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Facts that are figures of coins, one, a part of a limit or a supply. Numbers of documents and cards are none. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'amount',
  'totalAtMost',
  'totalNow',
  'fee',
  'takenBack',
  'usedToday',
  'deposit',
  'free',
  'totalSupply',
  'circulatingSupply',
]);
/** Facts that hold the code of a network, or of a bank of the house. A user's own bank is a text. */
const NETWORKS: ReadonlySet<string> = new Set(['withdrawal.network', 'recharge.bank', 'payout.practice']);
/** Facts that a stranger wrote as links. */
const LINKS: ReadonlySet<string> = new Set([
  'listing.website',
  'listing.auditLink',
  'listing.memberLink',
  'listing.whitepaper',
  'listing.code',
  'listing.community',
]);
const FIGURE = /(?<= |^)\d+(\.\d+)?(?= |$)/g;
const HOLD = /^(\w+), (\S+)$/;

/** Writes the figures of an amount, `1250.5 USDT`, as the reader's language does. */
export function amountWords(format: Formatters, text: string): string {
  return text.replace(FIGURE, (figure) => format.quantity(figure));
}

/** True for a fact that is a link. */
export const isLinkFact = (kind: string, { name }: { readonly name: string }): boolean =>
  LINKS.has(`${kind}.${name}`);

/** A time as times are written; other texts as they are. */
const timeWords = (format: Formatters, text: string): string =>
  ISO_TIME.test(text) ? format.dateTime(Date.parse(text)) : text;

/**
 * Writes a fact of an item as the operator reads it: codes, countries, figures and times in the language of the page; what
 * is none of these as the server has it.
 */
export function factWords(
  intl: IntlShape,
  format: Formatters,
  kind: string,
  { name, value }: { readonly name: string; readonly value: string },
): string {
  const id = `review.value.${kind}.${name}.${value}`;
  if (id in intl.messages) return intl.formatMessage({ id });
  if (NETWORKS.has(`${kind}.${name}`)) return networkNameOf((id) => intl.formatMessage({ id }), value);
  if (name === 'country') return intl.formatDisplayName(value, { type: 'region' }) ?? value;
  if (name === 'hold') {
    const [, reason = '', until = ''] = HOLD.exec(value) ?? [];
    const word = `console.facts.hold.${reason}`;
    return word in intl.messages
      ? `${intl.formatMessage({ id: word })} · ${timeWords(format, until)}`
      : timeWords(format, value);
  }
  return AMOUNTS.has(name) ? amountWords(format, value) : timeWords(format, value);
}
