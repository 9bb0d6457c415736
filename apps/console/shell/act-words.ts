import { isOperatorAct, type OperatorLogRow, operatorActs } from '@candor/api';
import type { Formatters } from '@candor/i18n';
import type { IntlShape } from 'react-intl';

/** Shown in columns of their own, or of no use to people. */
const APART = new Set(['reason', 'key']);

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
  const values = Object.entries(act.params).map(([name, kind]) => {
    const value = details[name];
    if (kind === 'count' || kind === 'count?') return [name, Number(value ?? 1)];
    if (kind === 'act') return [name, actWords(intl, value ?? '')];
    return [
      name,
      kind === 'amount' && value !== undefined && isDecimal(value) ? format.quantity(value) : (value ?? ''),
    ];
  });
  return intl.formatMessage({ id: act.details }, Object.fromEntries(values));
}

/** The reason that the operator gave; the details say it where it is one of the declared parameters. */
export function reasonWords({ action, details: { reason = '' } }: OperatorLogRow): string {
  return isOperatorAct(action) && 'reason' in operatorActs[action].params ? '' : reason;
}
