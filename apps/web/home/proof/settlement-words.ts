import type { MessageId } from '@candor/i18n';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { tickTimeMs } from '@candor/rules';
import { useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { percentUp, periodText } from '../../common/period-text.ts';
import type { CheckedSettlement } from './check-settled.ts';

const NUMBERED = /^closeIndex(\d)$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;
const NONE = '–';
const PPM_SCALE = 4;
const WORDS = new Set(['won', 'lost', 'even', 'void', 'unknown']);
const TICKS = new Set(['openTick', 'closeTicks', 'closeTicksRead']);
const PRICES = /^(price|openIndex|closeIndex\d|close)$/;

export interface SettlementWords {
  /** Product of the settlement, and the rest of its title. */
  readonly product: string;
  readonly subject: string;
  /** Result of a second contract; null for a fill. */
  readonly result: string | null;
  /** The name of a step of the check. */
  step(name: string): string;
  /** A figure of a step as the language writes it, with its coin. */
  figure(name: string, value: string): string;
}

/** The words of a settlement in the page's language. */
export function useSettlementWords(settlement: CheckedSettlement): SettlementWords {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const { row, kind } = settlement;
  const coinOf = (name: string): string => {
    if (kind === 'second')
      return ['stake', 'payout', 'paid'].includes(name) ? settlement.row.ticket.coin : '';
    if (name === 'price') return '';
    return name === 'quantity' || name.startsWith('buyer') ? settlement.row.base : settlement.row.quote;
  };
  const ticks = (value: string) => {
    const all = value.split(' ').map(Number);
    const last = all.at(-1) ?? 0;
    if (value === '' || !all.every((tick) => Number.isSafeInteger(tick) && tick > 0)) return value || NONE;
    return `${all[0] === last ? all[0] : `${all[0]} – ${last}`} · ${format.time(tickTimeMs(last))}`;
  };
  return {
    product: text(`home.proof.kind.${kind}`),
    subject:
      kind === 'fill'
        ? row.symbol_name
        : text('home.proof.contract', {
            market: row.symbol_name,
            direction: text(`seconds.${settlement.row.ticket.direction}`),
            period: periodText(intl, settlement.row.ticket.periodS),
          }),
    result: kind === 'fill' ? null : text(`seconds.result.${settlement.row.result}`),
    step(name) {
      const number = NUMBERED.exec(name)?.[1];
      if (number !== undefined) return text('seconds.receipt.step.closeIndex', { number });
      if (name === 'breakEven') return text('seconds.breakEven');
      if (name.endsWith('Fund')) return text('home.proof.step.fund');
      return text(`${kind === 'second' ? 'seconds.receipt' : 'home.proof'}.step.${name}` as MessageId);
    },
    figure(name, value) {
      if (WORDS.has(value)) return text(`seconds.result.${value}` as MessageId);
      if (TICKS.has(name)) return ticks(value);
      if (!DECIMAL.test(value)) return value || NONE;
      if (PRICES.test(name)) return format.price(value, row.priceDecimals);
      if (name === 'breakEven') {
        const percent = formatDecimalTrimmed(parseDecimal(value, 0) ?? 0n, PPM_SCALE);
        return format.percent(percentUp(percent));
      }
      if (name === 'formula') return value;
      const coin = coinOf(name);
      return coin === '' ? format.quantity(value) : `${format.quantity(value)} ${coin}`;
    },
  };
}

/** Title of the page that explains a settlement. */
export function settlementTitle({ product, subject }: SettlementWords): string {
  return `${product} · ${subject}`;
}
