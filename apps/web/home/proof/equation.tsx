import type { SettledFill, SettledSecond } from '@candor/api';
import type { Formatters } from '@candor/i18n';
import { formatDecimalTrimmed, type PriceTicks, parseDecimal, ticksToDecimal } from '@candor/money';
import { type Check, firstWrongStep } from '@candor/proofs';
import { cx } from '@candor/ui';
import type { CheckedSettlement } from './check-settled.ts';

const PRICE_SCALE = 18;
const PPM_SCALE = 4;
/** A minus as long as the other signs; a hyphen joins words. */
const MINUS = '−';
const RESULT = new Set(['=', '≠']);
const DECIMAL = /^-?\d+(\.\d+)?$/;
const NONE = '–';

/** A figure as the language writes it; what is no number stays as it was stated. */
const shown = (text: string, write: (text: string) => string) =>
  DECIMAL.test(text) ? write(text) : text || NONE;

/** A rate in parts per million as a percentage, without zeros at its end. */
function percentOf(format: Formatters, ppm: number): string {
  if (!Number.isSafeInteger(ppm)) return NONE;
  const percent = formatDecimalTrimmed(BigInt(ppm), PPM_SCALE);
  return format.percent(percent, percent.split('.')[1]?.length ?? 0);
}

/** A formula with its figures: terms with the signs between them, the result last. */
export interface Equation {
  readonly terms: readonly string[];
  readonly signs: readonly string[];
  /** False: the result that was stated is not the one that was computed. */
  readonly holds: boolean;
}

/** Value of a fill: quantity × price = amount. Where another figure fails, the one that was stated and the one computed. */
export function fillEquation(format: Formatters, row: SettledFill, check: Check): Equation {
  const wrong = firstWrongStep(check);
  if (wrong !== null && wrong.name !== 'amount') return difference(format, wrong.stated, wrong.recomputed);
  const given = [
    `${shown(row.quantity, (text) => format.quantity(text))} ${row.base}`,
    shown(row.price, (text) => format.price(text, row.priceDecimals)),
    `${shown(row.amount, (text) => format.quantity(text))} ${row.quote}`,
  ];
  return check.ok
    ? { terms: given, signs: ['×', '='], holds: true }
    : {
        terms: [
          ...given,
          ...(wrong === null ? [] : [shown(wrong.recomputed, (text) => format.quantity(text))]),
        ],
        signs: ['×', '=', '≠'],
        holds: false,
      };
}

/** Fee of the side that pays it on what it received: received × rate = fee. */
export function feeEquation(format: Formatters, row: SettledFill, side: 'buyer' | 'seller'): Equation {
  const { coin, fee, feePpm } = row[side];
  const received = side === 'buyer' ? row.quantity : row.amount;
  const quantity = (text: string) => shown(text, (figure) => format.quantity(figure));
  return {
    terms: [quantity(received), percentOf(format, feePpm), `${quantity(fee)} ${coin}`],
    signs: ['×', '='],
    holds: true,
  };
}

/** Move of a second contract: closing price − opening price. Where it fails, what was stated and what was computed. */
export function moveEquation(format: Formatters, row: SettledSecond, check: Check): Equation {
  const wrong = firstWrongStep(check);
  if (!check.ok) return difference(format, wrong?.stated ?? '', wrong?.recomputed ?? '');
  const price = (ticks: number | null) =>
    ticks === null ? null : ticksToDecimal(ticks as PriceTicks, { tickDecimal: row.ticket.tickSize });
  const [open, close] = [price(row.opening.priceTicks), price(row.closeTicks)];
  const units = (text: string | null) => parseDecimal(text ?? '0', PRICE_SCALE) ?? 0n;
  const move = formatDecimalTrimmed(units(close) - units(open), PRICE_SCALE);
  return {
    terms: [
      format.price(close, row.priceDecimals),
      format.price(open, row.priceDecimals),
      format.difference(move, row.priceDecimals),
    ],
    signs: [MINUS, '='],
    holds: true,
  };
}

/** The formula of a settlement with the figures that the browser computed. */
export function equationOf(format: Formatters, settlement: CheckedSettlement): Equation {
  return settlement.kind === 'fill'
    ? fillEquation(format, settlement.row, settlement.check)
    : moveEquation(format, settlement.row, settlement.check);
}

/** Payment to a winner: stake + stake × rate = paid. Null for any other result, where nothing is computed. */
export function paymentEquation(format: Formatters, row: SettledSecond): Equation | null {
  const { stake, payoutPpm, coin } = row.ticket;
  if (row.result !== 'won') return null;
  const quantity = (text: string) => shown(text, (figure) => format.quantity(figure));
  const staked = quantity(stake);
  const terms = [staked, staked, percentOf(format, payoutPpm), `${quantity(row.paid)} ${coin}`];
  return { terms, signs: ['+', '×', '='], holds: true };
}

function difference(format: Formatters, stated: string, computed: string): Equation {
  const figure = (text: string) => shown(text, (decimal) => format.quantity(decimal));
  return { terms: [figure(stated), figure(computed)], signs: ['≠'], holds: false };
}

/** Parts of a formula, each a sign with the term after it. */
function partsOf({ terms, signs }: Equation) {
  return terms.map((term, at) => ({
    id: `${at}`,
    term,
    sign: signs[at - 1],
    isLast: at === terms.length - 1,
  }));
}

/** A formula in one line, which breaks before a sign alone. The equals sign has the colour of what was verified. */
export function EquationLine({
  equation,
  practice,
  className,
}: {
  readonly equation: Equation;
  readonly practice: boolean;
  readonly className?: string;
}) {
  const resultClass = !equation.holds ? 'text-warn' : practice ? 'text-ink-2' : 'text-seal';
  return (
    <span className={cx('figure flex flex-wrap items-baseline gap-x-[0.35em] whitespace-normal!', className)}>
      {partsOf(equation).map(({ id, term, sign, isLast }) => (
        <span key={id} className="whitespace-nowrap">
          {sign !== undefined && (
            <span className={cx('me-[0.35em] font-normal', RESULT.has(sign) ? resultClass : 'text-ink-3')}>
              {sign}
            </span>
          )}
          <span className={cx(isLast && !equation.holds && 'text-warn')}>{term}</span>
        </span>
      ))}
    </span>
  );
}
