import type { Mt5Quote } from '@candor/api';
import {
  Change,
  cx,
  DataTable,
  FlashCell,
  rowLinkClass,
  Sparkline,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { pairName } from './pair-name.ts';
import { QuoteChart } from './quote-chart.tsx';
import { useQuotes } from './use-quotes.ts';

/** Quotes of currency pairs or of gold, one of them drawn. Shown and not traded, which it says. */
export function QuoteList({ kind }: { readonly kind: Mt5Quote['kind'] }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const query = useQuotes();
  const [chosen, setChosen] = useState<string | null>(null);
  const rows = query.data?.records.filter((quote) => quote.kind === kind) ?? null;
  const drawn = rows?.find(({ coin }) => coin === chosen) ?? rows?.[0] ?? null;
  return (
    <div className="flex flex-col gap-4 border-t pt-4">
      {drawn !== null && <QuoteChart quote={drawn} />}
      <DataTable<Mt5Quote>
        label={text(kind === 'gold' ? 'home.tab.gold' : 'home.tab.currencies')}
        density="roomy"
        stacks={false}
        pressable
        skeletons={5}
        rows={rows}
        rowKey={({ coin }) => coin}
        isSelected={({ coin }) => coin === drawn?.coin}
        query={query}
        failedTitle={text('markets.notLoaded')}
        emptyTitle={text('home.quotes.none')}
        emptyText={text('home.quotes.noneText')}
        columns={[
          {
            head: 'markets.market',
            cell: ({ coin, showSymbol }) => (
              <button
                type="button"
                aria-pressed={coin === drawn?.coin}
                onClick={() => setChosen(coin)}
                className={cx(
                  'flex min-h-6 min-w-0 items-center gap-2 text-start touch:min-h-11',
                  rowLinkClass,
                )}
              >
                <span className="font-semibold whitespace-nowrap">{showSymbol}</span>
                <span className="truncate text-ink-3 max-sm:hidden">{pairName(intl.locale, coin)}</span>
              </button>
            ),
          },
          {
            head: 'markets.price',
            kind: 'figure',
            cell: ({ amount, decimals, changePercent }) => (
              <span className="flex flex-col items-end">
                <span className="font-medium">
                  <FlashCell value={amount}>{format.price(amount, decimals)}</FlashCell>
                </span>
                <Change percent={changePercent} className="text-12 sm:hidden" />
              </span>
            ),
          },
          {
            head: 'home.quotes.today',
            kind: 'figure',
            from: 'sm',
            cell: ({ changePercent }) => <Change percent={changePercent} />,
          },
          {
            head: 'markets.sevenDays',
            kind: 'figure',
            className: 'w-36 max-sm:w-24',
            cell: ({ week }) => (
              <Sparkline points={week.map(Number)} width={96} height={28} className="align-middle" />
            ),
          },
        ]}
      />
      {query.data !== undefined && query.data.source !== null && (
        <p className="text-13 text-ink-3">{text(`home.quotes.source.${query.data.source}`)}</p>
      )}
    </div>
  );
}
