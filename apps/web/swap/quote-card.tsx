import type { SwapDone, SwapQuoteRow } from '@candor/api';
import { ActMessage, Button, Detail, DetailList, toasts, useAct, useFormatters, useText } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Countdown } from '../common/countdown.tsx';
import { useSecondsUntil } from '../common/use-now.ts';
import { queryKeys, useClient } from '../data/index.ts';
import { useQuoteLines } from './quote-lines.tsx';

export interface QuoteCardProps {
  readonly quote: SwapQuoteRow;
  readonly onDone: (swap: SwapDone) => void;
  /** Leaves the quote, which is not wanted. */
  readonly onLeave: () => void;
  /** Asks for another quote of the same. */
  readonly onAgain: () => void;
}

/** An open quote with its countdown. Nothing is quoted by itself: its user accepts it, changes it or asks again. */
export function QuoteCard({ quote, onDone, onLeave, onAgain }: QuoteCardProps) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const queries = useQueryClient();
  const lines = useQuoteLines(quote);
  const hasEnded = useSecondsUntil(quote.expiresAt) === 0;
  const act = useAct<SwapDone>({
    mutationFn: (_, sending) => client.call('acceptSwap', { body: { id: quote.id } }, sending),
    onSuccess: (swap) => {
      const values = {
        given: format.quantity(swap.amount),
        from: swap.from,
        arrived: format.quantity(swap.arrives),
        to: swap.to,
      };
      toasts.success(text('swap.done', values));
      onDone(swap);
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.balances, queryKeys.bills, queryKeys.swaps].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
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
