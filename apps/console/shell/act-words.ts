import { type DetailKind, isOperatorAct, type OperatorLogRow, operatorActs } from '@candor/api';
import type { Formatters } from '@candor/i18n';
import type { IntlShape } from 'react-intl';

/** Shown in columns of their own, or of no use to people. */
const APART = new Set(['reason', 'key']);

/** Stands for all: no filter, all countries, all recipients. */
const ALL = '*';

interface FilterName {
  readonly label: string;
  /** The message id of a value. */
  readonly word?: (value: string) => string;
  readonly isTime?: true;
}

/** Filters of lists of users' records, by their names in the API. */
const filterNames: Readonly<Record<string, FilterName>> = {
  userId: { label: 'console.records.user' },
  coin: { label: 'console.records.coin' },
  kind: { label: 'console.records.kind', word: (value) => `console.facts.entry.${value}` },
  address: { label: 'console.records.address' },
  transaction: { label: 'console.records.transaction' },
  state: { label: 'console.shell.state', word: (value) => `console.records.state.${value}` },
  account: { label: 'console.users.name' },
  kyc: { label: 'console.users.kyc', word: (value) => `console.users.kyc.${value}` },
  frozen: { label: 'console.users.frozen', word: (value) => `console.users.${value}` },
  from: { label: 'console.shell.from', isTime: true },
  to: { label: 'console.shell.to', isTime: true },
};

const isDecimal = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

/** The name of an entry's act, in the words that the act declares; an unknown one as the log has it. */
export function actWords(intl: IntlShape, action: string): string {
  return isOperatorAct(action) ? intl.formatMessage({ id: operatorActs[action].title }) : action;
}

/** The details of an entry in the words that its act declares; those of an unknown one as the log has them. */
export function detailWords(
  intl: IntlShape,
  format: Formatters,
  { action, details }: OperatorLogRow,
): string {
  return wordsOfDetails(intl, format, action, details);
}

/** Details of an act, by its name. */
export function wordsOfDetails(
  intl: IntlShape,
  format: Formatters,
  action: string,
  details: Readonly<Record<string, string>>,
): string {
  if (!isOperatorAct(action)) {
    return Object.entries(details)
      .filter(([name]) => !APART.has(name))
      .map(([name, value]) => `${name}: ${value}`)
      .join(' · ');
  }
  const act = operatorActs[action];
  if (act.details === null) return '';
  const values = Object.entries<DetailKind>(act.params).map(([name, kind]) => [
    name,
    kind === 'count' || kind === 'count?'
      ? Number(details[name] ?? 1)
      : wordsOfDetail(intl, format, kind, details[name] ?? '', details),
  ]);
  return intl.formatMessage({ id: act.details }, Object.fromEntries(values));
}

function wordsOfDetail(
  intl: IntlShape,
  format: Formatters,
  kind: Exclude<DetailKind, 'count' | 'count?'>,
  value: string,
  details: Readonly<Record<string, string>>,
): string {
  switch (kind) {
    case 'act':
      return actWords(intl, value);
    case 'amount':
      return isDecimal(value) ? format.quantity(value) : value;
    case 'any':
      return value === ALL ? intl.formatMessage({ id: 'console.shell.all' }) : value;
    case 'filters':
      return value === ALL
        ? intl.formatMessage({ id: 'console.shell.all' })
        : value
            .split(' ')
            .map((filter) => filterWords(intl, format, filter))
            .join(' · ');
    case 'text':
    case 'text?':
      return value;
    default: {
      const room = kind.replace(/\{(\w+)\}/g, (_, name: string) => details[name] ?? '');
      return wordOr(intl, `${room}${value}`, value);
    }
  }
}

/** The words of a code; the code itself where another version of the program wrote it. */
export const wordOr = (intl: IntlShape, id: string, code: string): string =>
  intl.messages[id] === undefined ? code : intl.formatMessage({ id });

/** One filter of a list, `state=credited`, in words as its desk shows it. */
function filterWords(intl: IntlShape, format: Formatters, filter: string): string {
  const at = filter.indexOf('=');
  if (at < 0) return filter;
  const [name, value] = [filter.slice(0, at), filter.slice(at + 1)];
  const known = filterNames[name];
  if (known === undefined) return filter;
  const label = intl.formatMessage({ id: known.label });
  if (known.isTime === true) return `${label}: ${format.dateTime(Number(value))}`;
  return `${label}: ${known.word === undefined ? value : wordOr(intl, known.word(value), value)}`;
}

/** The reason that the operator gave; the details say it where it is one of the declared parameters. */
export function reasonWords({ action, details: { reason = '' } }: OperatorLogRow): string {
  return isOperatorAct(action) && 'reason' in operatorActs[action].params ? '' : reason;
}
