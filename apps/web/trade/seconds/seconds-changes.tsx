import type { SecondsChangeRow } from '@candor/contract';
import { Button, EmptyState, ErrorState, SkeletonText, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { periodText } from './second-words.ts';
import { useSecondsChanges } from './use-seconds.ts';

type Value = SecondsChangeRow['after'];

/** What was set, as one line of text. */
function useValueText() {
  const intl = useIntl();
  const format = useFormatters();
  return (value: Value, coin: string | null): string => {
    if (value === null) return '–';
    if (value.state !== null) return intl.formatMessage({ id: `trade.sec.changes.state.${value.state}` });
    if (value.terms !== null) {
      const { minQuantity, maxQuantity, periods } = value.terms;
      const rates = periods.map(
        ({ periodSeconds, payoutPercent }) =>
          `${periodText(intl, periodSeconds)} ${format.percent(payoutPercent)}`,
      );
      const range = `${format.count(minQuantity)}–${format.count(maxQuantity)} ${coin ?? ''}`;
      return [...rates, range].join(' · ');
    }
    if (value.amount === null) return intl.formatMessage({ id: 'trade.sec.limits.none' });
    return `${format.quantity(value.amount)} ${coin ?? ''}`;
  };
}

function Change({ row }: { readonly row: SecondsChangeRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const valueText = useValueText();
  const [before, after] = [valueText(row.before, row.coin), valueText(row.after, row.coin)];
  return (
    <li className="flex flex-col gap-1 py-3 text-13">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">
          {[row.symbol_name, intl.formatMessage({ id: `trade.sec.changes.${row.what}` })]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
        <span className="text-12 text-ink-3">
          {`${format.dateTime(row.time)} · ${intl.formatMessage({ id: 'trade.sec.changes.entry' }, { seq: String(row.seq) })}`}
        </span>
      </div>
      <p className="figure whitespace-normal text-ink-2 wrap-anywhere">{`${before} → ${after}`}</p>
      <p className="text-ink wrap-anywhere">{row.reason}</p>
    </li>
  );
}

/** What operators changed, newest first, each with the reason that they gave. */
export function SecondsChanges() {
  const intl = useIntl();
  const query = useSecondsChanges();
  const text = (id: string) => intl.formatMessage({ id });
  const rows = query.data?.pages.flatMap(({ records }) => records);
  const body = () => {
    if (rows === undefined) {
      if (!query.isError) return <SkeletonText lines={4} />;
      return (
        <ErrorState
          title={text('trade.records.failed')}
          text={wordsOf(intl, query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      );
    }
    if (rows.length === 0) return <EmptyState title={text('trade.sec.changes.none')} />;
    return (
      <ul className="divide-y border-y">
        {rows.map((row) => (
          <Change key={row.seq} row={row} />
        ))}
      </ul>
    );
  };
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-14 font-semibold">{text('trade.sec.changes.title')}</h2>
      <p className="text-13 text-ink-2">{text('trade.sec.changes.text')}</p>
      {body()}
      {query.hasNextPage && (
        <Button
          variant="plain"
          size="small"
          className="self-start"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {text('trade.records.more')}
        </Button>
      )}
    </section>
  );
}
