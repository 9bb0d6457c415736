import { formatDecimalTrimmed } from '@candor/money';
import { Detail, DetailList, ErrorState, Skeleton, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { wordsOf } from '../common/error-words.ts';
import { queryKeys, useClient } from '../data/index.ts';

const REFRESH_MS = 60_000;
const PERCENT_SCALE = 2;
const MINUTE_S = 60;

/** A part of a whole in percent, rounded down. */
function shareOf(part: number, whole: number): string {
  return whole === 0 ? '0' : formatDecimalTrimmed((BigInt(part) * 10_000n) / BigInt(whole), PERCENT_SCALE);
}

/** Counts that the exchange made of itself, and their time. */
export function Statistics() {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const client = useClient();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeys.statistics,
    queryFn: () => client.call('getStatistics'),
    refetchInterval: REFRESH_MS,
  });
  const ended = data === undefined ? 0 : Object.values(data.seconds).reduce((sum, count) => sum + count, 0);
  return (
    <section aria-labelledby="statistics-title" className="flex min-w-0 flex-col">
      <h2 id="statistics-title" className="pb-3 text-20 font-semibold">
        {text('home.statistics.title')}
      </h2>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-64 w-full" />
        ) : (
          <ErrorState
            title={text('home.statistics.notLoaded')}
            text={wordsOf(intl, error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )
      ) : (
        <>
          <DetailList ruled className="border-y text-14!">
            <Detail label={text('home.statistics.journal')}>{format.count(data.journalSeq)}</Detail>
            {data.chainedTicks !== null && (
              <Detail label={text('home.statistics.ticks')}>{format.count(data.chainedTicks)}</Detail>
            )}
            <Detail label={text('home.statistics.fills')}>{format.count(data.fills24h)}</Detail>
            <Detail label={text('home.statistics.volume')}>
              {`${format.quantity(data.ownVolume24h, PERCENT_SCALE)} USDT`}
            </Detail>
            <Detail label={text('home.statistics.accounts')}>{format.count(data.accounts)}</Detail>
            <Detail label={text('home.statistics.withdrawals')}>
              {format.count(data.withdrawals30d.count)}
            </Detail>
            {data.withdrawals30d.medianSeconds !== null && (
              <Detail label={text('home.statistics.median')}>
                {intl.formatNumber(Math.ceil(data.withdrawals30d.medianSeconds / MINUTE_S), {
                  style: 'unit',
                  unit: 'minute',
                  unitDisplay: 'long',
                })}
              </Detail>
            )}
            {ended > 0 && (
              <>
                <Detail label={text('home.statistics.seconds', { count: ended })}>
                  {text('home.statistics.won', {
                    share: format.percent(shareOf(data.seconds.won, ended), 1),
                  })}
                </Detail>
                <Detail label={text('home.statistics.returned')}>
                  {format.percent(shareOf(data.seconds.even + data.seconds.void, ended), 1)}
                </Detail>
              </>
            )}
          </DetailList>
          <p className="pt-3 text-13 text-ink-3">
            {text('home.statistics.counted', { time: format.dateTime(data.countedTime) })}{' '}
            {text('home.statistics.meant')}
          </p>
        </>
      )}
    </section>
  );
}
