import type { SwapQuoteRow } from '@candor/api';
import {
  ActMessage,
  type ActSending,
  Button,
  Detail,
  DetailList,
  toasts,
  useAct,
  useFormatters,
  useText,
} from '@candor/ui';
import { Countdown } from './countdown.tsx';
import { useQuoteLines } from './quote-lines.tsx';
import { useSecondsUntil } from './use-now.ts';

/** Sides of a conversion that was done, as the act that did it answers. */
export type Converted = Pick<SwapQuoteRow, 'from' | 'to' | 'amount' | 'arrives'>;

export interface QuoteCardProps {
  readonly quote: SwapQuoteRow;
  /** Converts by the quote. */
  readonly accept: (id: number, sending: ActSending) => Promise<Converted>;
  readonly onDone: () => void;
  readonly onSettled: () => unknown;
  /** Leaves the quote, which is not wanted. */
  readonly onLeave: () => void;
  /** Asks for another quote of the same. */
  readonly onAgain: () => void;
}

/** An open quote with its countdown. Nothing is quoted by itself: its user accepts it, changes it or asks again. */
export function QuoteCard({ quote, accept, onDone, onSettled, onLeave, onAgain }: QuoteCardProps) {
  const text = useText();
  const format = useFormatters();
  const lines = useQuoteLines(quote);
  const hasEnded = useSecondsUntil(quote.expiresAt) === 0;
  const act = useAct<Converted>({
    mutationFn: (_, sending) => accept(quote.id, sending),
    onSuccess: (swap) => {
      const values = {
        given: format.quantity(swap.amount),
        from: swap.from,
        arrived: format.quantity(swap.arrives),
        to: swap.to,
      };
      toasts.success(text('swap.done', values));
      onDone();
    },
    onSettled,
  });
  const isOver = hasEnded && !act.isPending;
  return (
    <section aria-label={text('swap.arrives')} className="mt-4 flex flex-col gap-4 rounded-base border p-4">
      <p className="flex flex-col gap-1">
        <span className="text-13 text-ink-2">{text('swap.arrives')}</span>
        <span className="figure text-24 font-semibold wrap-anywhere">
          {format.quantity(quote.arrives)} {quote.to}
        </span>
      </p>
      <DetailList>
        <Detail label={text('swap.given')}>
          {format.quantity(quote.amount)} {quote.from}
        </Detail>
        {lines.map(({ label, value }) => (
          <Detail key={label} label={label} wraps>
            {value}
          </Detail>
        ))}
        <Detail label={text('swap.receipt.counterparty')} wraps>
          {text('swap.receipt.house')}
        </Detail>
        <Detail label={text('swap.locked')} strong>
          <Countdown untilMs={quote.expiresAt} />
        </Detail>
      </DetailList>
      <div className="flex flex-wrap gap-3">
        {isOver ? (
          <Button onClick={onAgain}>{text('swap.again')}</Button>
        ) : (
          <Button loading={act.isPending} onClick={() => act.mutate()}>
            {text('swap.accept')}
          </Button>
        )}
        <Button variant="quiet" disabled={act.isPending} onClick={onLeave}>
          {text('swap.change')}
        </Button>
      </div>
      <ActMessage
        phase={act.phase}
        error={isOver && act.error === null ? null : act.error}
        obstacle={isOver ? text('swap.ended') : null}
      />
    </section>
  );
}
