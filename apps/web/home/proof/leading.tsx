import { useFormatters, useText } from '@candor/ui';
import type { CheckedFill, CheckedSecond, CheckedSettlement } from './check-settled.ts';
import { type Equation, EquationLine, equationOf, feeEquation, paymentEquation } from './equation.tsx';
import { SettlementStub } from './settlement-stub.tsx';
import { useSettlementWords } from './settlement-words.ts';

const largeClass = 'text-20 font-semibold min-[26rem]:text-28 lg:text-44';

/** A formula with the name of what it computes. */
function Named({
  label,
  equation,
  practice,
}: {
  readonly label: string;
  readonly equation: Equation;
  readonly practice: boolean;
}) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="text-ink-3">{label}</dt>
      <dd>
        <EquationLine equation={equation} practice={practice} />
      </dd>
    </div>
  );
}

/** The fees that both sides of a fill paid. */
export function FillParts({
  row,
  practice,
}: {
  readonly row: CheckedFill['row'];
  readonly practice: boolean;
}) {
  const format = useFormatters();
  const text = useText();
  return (['buyer', 'seller'] as const).map((side) =>
    /[1-9]/.test(row[side].fee) ? (
      <Named
        key={side}
        label={text(`home.proof.step.${side}Fee`)}
        equation={feeEquation(format, row, side)}
        practice={practice}
      />
    ) : null,
  );
}

function SecondParts({ second, practice }: { readonly second: CheckedSecond; readonly practice: boolean }) {
  const format = useFormatters();
  const text = useText();
  const payment = paymentEquation(format, second.row);
  const { paid, ticket, result } = second.row;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <dt className="text-ink-3">{text('seconds.result')}</dt>
        <dd className="font-medium">{text(`seconds.result.${result}`)}</dd>
      </div>
      {payment === null ? (
        <div className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-ink-3">{text('seconds.receipt.step.paid')}</dt>
          <dd className="figure">{`${format.quantity(paid)} ${ticket.coin}`}</dd>
        </div>
      ) : (
        <Named label={text('seconds.receipt.step.paid')} equation={payment} practice={practice} />
      )}
    </>
  );
}

/** One settlement as large as the page can write it: its formula with the figures that this browser computed. */
export function LeadingSettlement({
  settlement,
  practice,
}: {
  readonly settlement: CheckedSettlement;
  readonly practice: boolean;
}) {
  const format = useFormatters();
  const words = useSettlementWords(settlement);
  const { check, time } = settlement;
  const equation = equationOf(format, settlement);
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-2">
        <span>
          {words.product} <span className="font-medium text-ink">{words.subject}</span>
        </span>
        <span className="figure text-ink-3">{format.time(time)}</span>
        <SettlementStub settlement={settlement} practice={practice} />
      </p>
      <p className={largeClass}>
        <EquationLine equation={equation} practice={practice} />
      </p>
      {check.ok && (
        <dl className="flex flex-wrap gap-x-8 gap-y-1 text-14 text-ink-2">
          {settlement.kind === 'fill' ? (
            <FillParts row={settlement.row} practice={practice} />
          ) : (
            <SecondParts second={settlement} practice={practice} />
          )}
        </dl>
      )}
    </div>
  );
}
