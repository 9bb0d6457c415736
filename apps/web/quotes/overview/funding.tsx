import type { ContractState, MarketRow } from '@candor/api';
import { cx, DataTable, type RecordQuery, rowLinkClass, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Countdown } from '../../common/countdown.tsx';
import { usePerpetualStates } from '../../data/index.ts';
import { tradePlace } from '../../markets/market-place.ts';
import { compareFigures } from '../../markets/rank.ts';

const RATE_DECIMALS = 4;

/** A perpetual with its state now. */
interface FundedRow {
  readonly market: MarketRow;
  readonly state: ContractState | undefined;
}

interface FundingProps {
  /** Null while they are loaded. */
  readonly contracts: readonly MarketRow[] | null;
  readonly states: readonly ContractState[];
  readonly query: RecordQuery;
}

/** The funding of all perpetuals: the rate as it stands, the last one paid, and the time of the next payment. */
export function Funding({ contracts, states, query }: FundingProps) {
  const text = useText();
  const format = useFormatters();
  const live = usePerpetualStates(contracts?.map(({ symbol }) => symbol) ?? []);
  const loaded = new Map(states.map((state) => [state.symbol, state]));
  const rows =
    contracts?.map(
      (market): FundedRow => ({ market, state: live.get(market.symbol) ?? loaded.get(market.symbol) }),
    ) ?? null;
  const rate = (percent: string | null | undefined) => format.percent(percent, RATE_DECIMALS);
  return (
    <section className="min-w-0">
      <h2 className="pb-2 text-16 font-semibold leading-9 touch:leading-11">{text('quotes.funding')}</h2>
      <DataTable
        label={text('quotes.funding')}
        stacks={false}
        pressable
        className="h-105 border-t sm:h-100"
        rows={rows}
        rowKey={({ market }) => market.id}
        query={query}
        skeletons={10}
        failedTitle={text('markets.notLoaded')}
        emptyTitle={text('quotes.none.contract')}
        columns={[
          {
            head: 'markets.market',
            compare: (left, right) => left.market.base_symbol.localeCompare(right.market.base_symbol, 'en'),
            cell: ({ market }) => (
              <Link {...tradePlace(market, 'usta')} className={cx(rowLinkClass, 'font-medium')}>
                {market.symbol_name}
              </Link>
            ),
          },
          {
            head: 'quotes.funding.rate',
            kind: 'figure',
            wraps: true,
            firstOrder: 'descending',
            compare: (left, right) =>
              compareFigures(left.state?.fundingRate ?? null, right.state?.fundingRate ?? null),
            isBlank: ({ state }) => (state?.fundingRate ?? null) === null,
            cell: ({ state }) => rate(state?.fundingRate),
          },
          {
            head: 'quotes.funding.last',
            kind: 'figure',
            quiet: true,
            wraps: true,
            cell: ({ state }) => rate(state?.lastFundingRate),
          },
          {
            head: 'quotes.funding.next',
            kind: 'figure',
            quiet: true,
            wraps: true,
            cell: ({ state }) =>
              state === undefined ? (
                '–'
              ) : (
                <span className="flex flex-col items-end leading-tight">
                  <span className="text-ink">
                    <Countdown untilMs={state.nextFundingTime} />
                  </span>
                  <span className="text-12 text-ink-3">{format.time(state.nextFundingTime)}</span>
                </span>
              ),
          },
        ]}
      />
      <p className="pt-2 text-12 text-ink-3">{text('quotes.funding.text')}</p>
    </section>
  );
}
