import { firstWrongStep } from '@candor/proofs';
import { Badge, Button, ReceiptTick, Skeleton, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { useFeeRates } from '../../data/index.ts';
import { type Equation, EquationLine, fillEquation } from './equation.tsx';
import { exampleFill } from './example.ts';
import { FillParts } from './leading.tsx';

/** Shown where the published fees could not be loaded. */
const USUAL_FEES = { makerPercent: '0.1', takerPercent: '0.1' };

/**
 * In place of a settlement where there is none yet: an example that this browser really checks, and that the reader may alter to
 * see the check fail.
 */
export function ExampleSettlement({
  practice,
  isLoading,
  hasFailed,
}: {
  readonly practice: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}) {
  const format = useFormatters();
  const text = useText();
  const rates = useFeeRates();
  const [isAltered, setAltered] = useState(false);
  if (isLoading) return <Skeleton className="h-36 w-full max-w-200" />;
  const { row, check } = exampleFill(rates ?? USUAL_FEES, isAltered);
  const wrong = firstWrongStep(check);
  const money = (figure: string) => `${format.quantity(figure)} ${row.quote}`;
  const equation: Equation =
    wrong === null
      ? fillEquation(format, row, check)
      : { terms: [money(wrong.stated), money(wrong.recomputed)], signs: ['≠'], holds: false };
  return (
    <div className="grid gap-x-16 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]">
      <div className="flex flex-col gap-2 lg:min-h-28">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-2">
          <Badge>{text('home.proof.example')}</Badge>
          <span>
            {text('home.proof.example.title', {
              quantity: `${format.quantity(row.quantity)} ${row.base}`,
              price: money(row.price),
            })}
          </span>
          <ReceiptTick state={check.ok ? 'verified' : 'failed'} practice={practice} />
        </p>
        <p className="text-20 font-semibold lg:text-28">
          <EquationLine equation={equation} practice={practice} />
        </p>
        {check.ok && (
          <dl className="flex flex-wrap gap-x-8 gap-y-1 text-14 text-ink-2">
            <FillParts row={row} practice={practice} />
          </dl>
        )}
      </div>
      <div className="flex flex-col items-start gap-3 lg:border-s lg:ps-6">
        <p aria-live="polite" className="text-14 text-pretty text-ink-2">
          {wrong === null
            ? text('home.proof.example.checked')
            : text('home.proof.example.found', {
                stated: money(wrong.stated),
                computed: money(wrong.recomputed),
              })}
        </p>
        <Button variant="quiet" size="small" onClick={() => setAltered(!isAltered)}>
          {text(isAltered ? 'home.proof.example.restore' : 'home.proof.example.alter')}
        </Button>
        <p className="text-13 text-ink-3">
          {text(hasFailed ? 'home.proof.settledNotLoaded' : 'home.proof.example.until')}
        </p>
      </div>
    </div>
  );
}
