import type { ContractReceiptRow } from '@candor/contract';
import type { Formatters } from '@candor/i18n';
import { formatDecimalTrimmed } from '@candor/money';
import { checkSettlement } from '@candor/proofs';
import { CopyReceipt, Detail, DetailList, ReceiptStub, useFormatters } from '@candor/ui';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useSettings } from '../../data/index.ts';
import { settlementTerms } from './contract-preview.ts';
import { useContractRows } from './use-contracts.ts';

type Settled = Exclude<ContractReceiptRow, { readonly kind: 'margin-warning' }>;
type Words = (id: string) => string;

const YES_OR_NO = new Set(['yes', 'no']);
/** Figures that no price or amount is. */
const COUNTS = new Set(['left', 'score']);

interface Line {
  readonly label: string;
  readonly value: string;
  readonly strong?: boolean;
}

/** What a liquidation did: how much the book took, how much other users, and what the insurance fund had. */
function linesOfLiquidation(settlement: Settled, scale: number, text: Words, format: Formatters): Line[] {
  const { steps, deleveraged, insuranceBefore, insuranceAfter } = settlement.inputs as unknown as {
    readonly steps: readonly { readonly filledLots: number }[];
    readonly deleveraged: readonly { readonly lots: number }[];
    readonly insuranceBefore: string;
    readonly insuranceAfter: string;
  };
  const inBook = steps.reduce((sum, step) => sum + step.filledLots, 0);
  const withOthers = deleveraged.reduce((sum, line) => sum + line.lots, 0);
  const usdt = (units: string) => format.quantity(formatDecimalTrimmed(BigInt(units), scale), 2);
  return [
    { label: text('trade.contract.receipt.book'), value: format.count(inBook) },
    { label: text('trade.contract.receipt.others'), value: format.count(withOthers) },
    {
      label: text('trade.contract.receipt.fund'),
      value: `${usdt(insuranceBefore)} → ${usdt(insuranceAfter)} USDT`,
    },
  ];
}

/** The stub of a settlement: this browser recomputes it from what its receipt says that it followed from. */
export function SettlementReceiptStub({ settlement }: { readonly settlement: ContractReceiptRow }) {
  const { rows } = useContractRows();
  const row = rows?.find(({ symbol }) => symbol === settlement.symbol);
  if (settlement.kind === 'margin-warning' || row === undefined) return '–';
  return <Stub settlement={settlement} terms={settlementTerms(row)} />;
}

function Stub({
  settlement,
  terms,
}: {
  readonly settlement: Settled;
  readonly terms: ReturnType<typeof settlementTerms>;
}) {
  const intl = useIntl();
  const format = useFormatters();
  const practice = useSettings().data?.mode === 'practice';
  const { kind, inputs, symbol_name: name } = settlement;
  const check = useMemo(() => checkSettlement(inputs, terms), [inputs, terms]);
  const text = (id: string) => intl.formatMessage({ id });
  const figure = (step: string, value: string) => {
    if (YES_OR_NO.has(value)) return text(`trade.contract.receipt.${value}`);
    return COUNTS.has(step) ? format.quantity(value, 0) : format.quantity(value);
  };
  const lines: Line[] = [
    { label: text('trade.contract.contracts'), value: format.quantity(settlement.quantity, 0) },
    ...check.steps.map(({ name: step, stated, recomputed, ok }) => ({
      label: text(`trade.contract.receipt.${step}`),
      value: ok ? figure(step, stated) : `${figure(step, stated)} ≠ ${figure(step, recomputed)}`,
      strong: true,
    })),
    ...(kind === 'liquidation' ? linesOfLiquidation(settlement, terms.scale, text, format) : []),
    { label: text('trade.orders.time'), value: format.dateTime(settlement.time) },
    { label: text('trade.receipt.seq'), value: String(settlement.seq) },
  ];
  const title = `${text(`trade.contract.settlement.${kind}`)} · ${name ?? ''}`;
  const sentences = [
    text(`trade.contract.receipt.${kind}Text`),
    ...(practice ? [text('trade.receipt.practice')] : []),
  ];
  return (
    <ReceiptStub
      state={check.ok ? 'verified' : 'failed'}
      practice={practice}
      detailsTitle={title}
      details={
        <div className="flex flex-col gap-4">
          <DetailList ruled>
            {lines.map(({ label, value, strong = false }) => (
              <Detail key={label} label={label} strong={strong} wraps>
                {value}
              </Detail>
            ))}
          </DetailList>
          {sentences.map((sentence) => (
            <p key={sentence} className="text-13 text-ink-2">
              {sentence}
            </p>
          ))}
          <CopyReceipt
            text={[title, ...lines.map(({ label, value }) => `${label}: ${value}`), ...sentences].join('\n')}
            json={{ settlement, check }}
          />
        </div>
      }
    />
  );
}
