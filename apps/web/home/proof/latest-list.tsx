import { Skeleton, useFormatters, useText } from '@candor/ui';
import type { CheckedFill, CheckedSecond, CheckedSettlement } from './check-settled.ts';
import { EquationLine, equationOf } from './equation.tsx';
import { SettlementStub } from './settlement-stub.tsx';
import { useSettlementWords } from './settlement-words.ts';

const SHOWN = 3;

function Line({
  settlement,
  practice,
}: {
  readonly settlement: CheckedSettlement;
  readonly practice: boolean;
}) {
  const format = useFormatters();
  const words = useSettlementWords(settlement);
  const { check, time } = settlement;
  const isVoid = settlement.kind === 'second' && settlement.row.closeTicks === null && check.ok;
  const equation = equationOf(format, settlement);
  return (
    <li className="flex flex-col gap-1 py-2.5">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-12 text-ink-3">
          <span className="text-ink-2">{words.subject}</span> ·{' '}
          <span className="figure">{format.time(time)}</span>
        </p>
        <SettlementStub settlement={settlement} practice={practice} />
      </div>
      {isVoid ? (
        <p className="text-14 font-medium">{words.result}</p>
      ) : (
        <p className="flex flex-wrap justify-between gap-x-3 text-14 font-medium">
          <EquationLine equation={equation} practice={practice} />
          {words.result !== null && <span className="font-normal text-ink-2">{words.result}</span>}
        </p>
      )}
    </li>
  );
}

/** The last settlements of a kind, each with its formula and its stub. */
export function LatestList({
  kind,
  rows,
  practice,
  isLoading,
  hasFailed,
}: {
  readonly kind: CheckedSettlement['kind'];
  readonly rows: readonly (CheckedFill | CheckedSecond)[];
  readonly practice: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}) {
  const text = useText();
  const titleId = `proof-${kind}`;
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col">
      <h3 id={titleId} className="border-b pb-2 text-14 font-semibold">
        {text(`home.proof.latest.${kind}`)}
      </h3>
      {isLoading && <Skeleton className="mt-3 h-32 w-full" />}
      {!isLoading && rows.length === 0 && (
        <div className="flex flex-col gap-2 py-3">
          <p className="text-14 text-ink-2">
            {text(hasFailed ? 'home.proof.settledNotLoaded' : `home.proof.none.${kind}`)}
          </p>
          <p className="text-13 text-ink-3">{text(`home.proof.formula.${kind}`)}</p>
        </div>
      )}
      <ul className="divide-y divide-dashed">
        {rows.slice(0, SHOWN).map((settlement) => (
          <Line key={settlement.key} settlement={settlement} practice={practice} />
        ))}
      </ul>
    </section>
  );
}
