import type { ContractReceiptRow } from '@candor/contract';
import { formatDecimalTrimmed } from '@candor/money';
import { checkSettlement } from '@candor/proofs';
import { Detail, DetailList, ReceiptStub, useFormatters } from '@candor/ui';
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

/** What a liquidation did: how much the book took, how much other users, and what the insurance fund had. */
function Liquidation({ settlement, scale, text }: { settlement: Settled; scale: number; text: Words }) {
  const format = useFormatters();
  const { steps, deleveraged, insuranceBefore, insuranceAfter } = settlement.inputs as unknown as {
    readonly steps: readonly { readonly filledLots: number }[];
    readonly deleveraged: readonly { readonly lots: number }[];
    readonly insuranceBefore: string;
    readonly insuranceAfter: string;
  };
  const inBook = steps.reduce((sum, step) => sum + step.filledLots, 0);
  const withOthers = deleveraged.reduce((sum, line) => sum + line.lots, 0);
  const usdt = (units: string) => format.quantity(formatDecimalTrimmed(BigInt(units), scale), 2);
  return (
    <>
      <Detail label={text('trade.contract.receipt.book')}>{format.count(inBook)}</Detail>
      <Detail label={text('trade.contract.receipt.others')}>{format.count(withOthers)}</Detail>
      <Detail label={text('trade.contract.receipt.fund')} wraps>
        {`${usdt(insuranceBefore)} → ${usdt(insuranceAfter)} USDT`}
      </Detail>
    </>
  );
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
  return (
    <ReceiptStub
      state={check.ok ? 'verified' : 'failed'}
      practice={practice}
      detailsTitle={`${text(`trade.contract.settlement.${kind}`)} · ${name ?? ''}`}
      details={
        <div className="flex flex-col gap-4">
          <DetailList ruled>
            <Detail label={text('trade.contract.contracts')}>
              {format.quantity(settlement.quantity, 0)}
            </Detail>
            {check.steps.map(({ name: step, stated, recomputed, ok }) => (
              <Detail key={step} label={text(`trade.contract.receipt.${step}`)} strong wraps>
                {ok ? figure(step, stated) : `${figure(step, stated)} ≠ ${figure(step, recomputed)}`}
              </Detail>
            ))}
            {kind === 'liquidation' && (
              <Liquidation settlement={settlement} scale={terms.scale} text={text} />
            )}
            <Detail label={text('trade.receipt.seq')}>{format.count(settlement.seq)}</Detail>
          </DetailList>
          <p className="text-13 text-ink-2">{text(`trade.contract.receipt.${kind}Text`)}</p>
          {practice && <p className="text-13 text-ink-3">{text('trade.receipt.practice')}</p>}
        </div>
      }
    />
  );
}
