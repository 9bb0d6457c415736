import type { OtcBoard } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { useOtcWords } from './use-words.ts';

/** Shows how a trade goes, and the published numbers that it goes by. */
export function OtcRules({ board }: { readonly board: OtcBoard }) {
  const text = useText();
  const format = useFormatters();
  const words = useOtcWords();
  const { terms } = board;
  if (terms === null) return null;
  const steps = ['order', 'pay', 'release'] as const;
  const figures = [
    ['fee', format.percent(terms.makerFeePercent, 1)],
    ['band', format.percent(terms.bandPercent, 0)],
    ['lapse', words.span(terms.lapseMs)],
    ['hold', words.span(terms.holdMs)],
    ['decide', words.span(terms.decideMs)],
    ['late', format.count(board.lateDecisions)],
  ] as const;
  return (
    <section aria-label={text('otc.how')} className="grid gap-x-16 gap-y-8 border-t pt-8 lg:grid-cols-2">
      <div className="flex flex-col gap-4">
        <h2 className="text-20 font-semibold">{text('otc.how')}</h2>
        <ol className="flex flex-col gap-4">
          {steps.map((step, index) => (
            <li key={step} className="flex gap-3 text-14">
              <span
                aria-hidden="true"
                className="figure flex size-6 shrink-0 items-center justify-center rounded-full border text-12 font-semibold text-ink-2"
              >
                {index + 1}
              </span>
              <span className="text-ink-2">
                <strong className="font-semibold text-ink">{text(`otc.how.${step}`)}</strong>{' '}
                {text(`otc.how.${step}.text`)}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <div className="flex flex-col gap-4">
        <h2 className="text-20 font-semibold">{text('otc.numbers')}</h2>
        <dl className="flex flex-col divide-y border-y text-14">
          {figures.map(([id, value]) => (
            <div key={id} className="flex items-baseline justify-between gap-6 py-2">
              <dt className="text-ink-2">{text(`otc.numbers.${id}`)}</dt>
              <dd className="figure shrink-0 font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
