import type { ContractReceiptInputs, ContractReceiptRow } from '@candor/api';
import type { Formatters, MessageId } from '@candor/i18n';
import { formatDecimalTrimmed } from '@candor/money';
import { checkSettlement } from '@candor/proofs';
import { type Text, useFormatters, useText } from '@candor/ui';
import { useMemo } from 'react';
import { comparedFigures, type ReceiptLine, RecomputedReceipt } from '../common/receipt-details.tsx';
import { useSettings } from '../data/index.ts';
import { settlementTerms } from './perpetual-preview.ts';
import { usePerpetualRows } from './use-perpetuals.ts';

type Settled = Exclude<ContractReceiptRow, { readonly kind: 'margin-warning' }>;
const YES_OR_NO = new Set(['yes', 'no']);
/** Figures that no price or amount is. */
const COUNTS = new Set(['left', 'score']);
const PRICES = new Set(['mark', 'bankruptcy']);
/** A rate has these decimals at least, and all that it was settled with. */
const RATE_DECIMALS = 4;
/** Amounts in USDT. */
const AMOUNTS = new Set([
  'closedValue',
  'realisedPnl',
  'fee',
  'returned',
  'equity',
  'maintenance',
  'funding',
]);

/** Returns the lines of a liquidation: contracts taken by the book, by other users, and the insurance fund's change. */
function linesOfLiquidation(
  { steps, deleveraged, insuranceBefore, insuranceAfter }: ContractReceiptInputs<'liquidation'>,
  scale: number,
  text: Text,
  format: Formatters,
): ReceiptLine[] {
  const inBook = steps.reduce((sum, step) => sum + step.filledLots, 0);
  const withOthers = deleveraged.reduce((sum, line) => sum + line.lots, 0);
  const usdt = (units: string) => format.quantity(formatDecimalTrimmed(BigInt(units), scale), 2);
  return [
    { label: text('perpetual.receipt.book'), value: format.count(inBook) },
    { label: text('perpetual.receipt.others'), value: format.count(withOthers) },
    {
      label: text('perpetual.receipt.fund'),
      value: `${usdt(insuranceBefore)} → ${usdt(insuranceAfter)} USDT`,
    },
  ];
}

/** The stub of a settlement: this browser recomputes it from what its receipt says that it followed from. */
export function SettlementReceiptStub({ settlement }: { readonly settlement: ContractReceiptRow }) {
  const { rows } = usePerpetualRows();
  const row = rows?.find(({ symbol }) => symbol === settlement.symbol);
  if (settlement.kind === 'margin-warning' || row === undefined) return '–';
  return <Stub settlement={settlement} terms={settlementTerms(row)} priceDecimals={row.full_cou} />;
}

function Stub({
  settlement,
  terms,
  priceDecimals,
}: {
  readonly settlement: Settled;
  readonly terms: ReturnType<typeof settlementTerms>;
  readonly priceDecimals: number;
}) {
  const format = useFormatters();
  const practice = useSettings().data?.mode === 'practice';
  const { kind, inputs, symbol_name: name } = settlement;
  const check = useMemo(
    () => checkSettlement(inputs, { ...terms, shown: settlement }),
    [settlement, inputs, terms],
  );
  const text = useText();
  const figure = (step: string, value: string) => {
    if (YES_OR_NO.has(value)) return text(`perpetual.receipt.${value}` as MessageId);
    if (COUNTS.has(step)) return format.quantity(value, 0);
    if (PRICES.has(step)) return format.price(value, priceDecimals);
    if (step === 'fundingRate') {
      const settled = value.split('.')[1] ?? '';
      return format.percent(value, Math.max(RATE_DECIMALS, settled.length));
    }
    return AMOUNTS.has(step) ? `${format.quantity(value)} USDT` : format.quantity(value);
  };
  const lines: ReceiptLine[] = [
    { label: text('perpetual.contracts'), value: format.quantity(settlement.quantity, 0) },
    ...check.steps.map(({ name: step, stated, recomputed, ok }) => ({
      label: text(`perpetual.receipt.${step}` as MessageId),
      value: ok ? figure(step, stated) : comparedFigures(ok, figure(step, stated), figure(step, recomputed)),
      strong: true,
    })),
    ...(settlement.kind === 'liquidation'
      ? [
          { label: text('perpetual.averageClose'), value: format.price(settlement.price, priceDecimals) },
          ...linesOfLiquidation(settlement.inputs, terms.scale, text, format),
        ]
      : []),
    { label: text('trade.orders.time'), value: format.dateTime(settlement.time) },
    { label: text('trade.receipt.seq'), value: String(settlement.seq) },
  ];
  const title = `${text(`perpetual.settlement.${kind}`)} · ${name ?? ''}`;
  const sentences = [
    text(`perpetual.receipt.${kind}Text`),
    ...(practice ? [text('trade.receipt.practice')] : []),
  ];
  return (
    <RecomputedReceipt
      title={title}
      check={check}
      lines={lines}
      sentences={sentences}
      journal={settlement.journal}
      json={{ settlement, check }}
    />
  );
}
