import { firstWrongStep } from '@candor/proofs';
import { Detail, DetailList, ReceiptStub, useFormatters, useText } from '@candor/ui';
import type { CheckedSettlement } from './check-settled.ts';
import { settlementTitle, useSettlementWords } from './settlement-words.ts';

/** The stub of a settlement: opens into every figure that was stated, with the one that this browser computed. */
export function SettlementStub({
  settlement,
  practice,
}: {
  readonly settlement: CheckedSettlement;
  readonly practice: boolean;
}) {
  const format = useFormatters();
  const text = useText();
  const words = useSettlementWords(settlement);
  const { check, row, time } = settlement;
  const wrong = firstWrongStep(check);
  return (
    <ReceiptStub
      state={check.ok ? 'verified' : 'failed'}
      practice={practice}
      detailsTitle={settlementTitle(words)}
      details={
        <div className="flex flex-col gap-4">
          <p className="text-13 text-ink-2">{text(`home.proof.formula.${settlement.kind}`)}</p>
          {wrong !== null && (
            <p role="alert" className="text-13 text-warn">
              {text('seconds.receipt.wrong', { step: words.step(wrong.name) })}
            </p>
          )}
          {!check.ok && wrong === null && (
            <p role="alert" className="text-13 text-warn">
              {text('home.proof.wrong.unreadable')}
            </p>
          )}
          <DetailList ruled>
            <Detail label={text('home.proof.time')}>{format.dateTime(time)}</Detail>
            {settlement.kind === 'fill' && (
              <>
                <Detail label={text('markets.price')}>{words.figure('price', settlement.row.price)}</Detail>
                <Detail label={text('home.proof.quantity')}>
                  {words.figure('quantity', settlement.row.quantity)}
                </Detail>
              </>
            )}
            {check.steps.map((step) => (
              <Detail key={step.name} label={words.step(step.name)} wraps strong={!step.ok}>
                {step.ok
                  ? words.figure(step.name, step.stated)
                  : `${words.figure(step.name, step.stated)} ≠ ${words.figure(step.name, step.recomputed)}`}
              </Detail>
            ))}
            <Detail label={text('home.proof.seq')}>{String(row.seq)}</Detail>
          </DetailList>
          <p className="text-13 text-ink-3">{text('home.proof.owners')}</p>
          {practice && <p className="text-13 text-ink-3">{text('seconds.simulated')}</p>}
        </div>
      }
    />
  );
}
