import { DataTable, Detail, DetailList, Loaded, SkeletonText, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { backOfHundred, percentUp, periodText } from '../common/period-text.ts';
import type { TradeMarket } from '../trade/market/trade-market.ts';
import { SecondsChanges } from './seconds-changes.tsx';
import { type Offer, type Pool, useOffers, usePool } from './use-seconds.ts';

function Section({ titleId, children }: { readonly titleId: string; readonly children: React.ReactNode }) {
  const intl = useIntl();
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-14 font-semibold">{intl.formatMessage({ id: titleId })}</h2>
      {children}
    </section>
  );
}

/** Explains how a contract is settled, step by step, with the formula itself. */
function Settlement() {
  const intl = useIntl();
  const format = useFormatters();
  const query = useOffers();
  const text = useText();
  const formulas = ['won', 'lost', 'back', 'even'] as const;
  return (
    <Section titleId="seconds.rules.how">
      <Loaded query={query} data={query.data} skeleton={<SkeletonText lines={6} />}>
        {({ openingDelaySeconds, closingTicks, closingTicksMin }) => {
          const values = {
            delay: periodText(intl, openingDelaySeconds),
            ticks: closingTicks,
            least: format.count(closingTicksMin),
          };
          return (
            <ol className="flex list-decimal flex-col gap-1.5 ps-5 text-13 text-ink-2 marker:text-ink-3">
              {(['escrow', 'opening', 'closing', 'index', 'nobody'] as const).map((step) => (
                <li key={step}>{text(`seconds.rules.step.${step}`, values)}</li>
              ))}
            </ol>
          );
        }}
      </Loaded>
      <DetailList ruled className="border-y">
        {formulas.map((name) => (
          <Detail key={name} label={text(`seconds.rules.formula.${name}`)} wraps>
            <code className="font-sans">{text(`seconds.rules.formula.${name}.is`)}</code>
          </Detail>
        ))}
      </DetailList>
    </Section>
  );
}

/** Every period with what it pays, what one must reach, and what comes back of 100 when half win. */
function Periods({ offer }: { readonly offer: Offer }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  return (
    <Section titleId="seconds.rules.periods">
      <DataTable
        label={text('seconds.rules.periods')}
        stacks={false}
        rows={offer.periods}
        rowKey={({ periodSeconds }) => periodSeconds}
        emptyTitle={text('seconds.rules.periods')}
        columns={[
          { head: 'seconds.period', cell: ({ periodSeconds }) => periodText(intl, periodSeconds) },
          {
            head: 'seconds.payout',
            kind: 'figure',
            wraps: true,
            cell: ({ payoutPercent }) => format.percent(payoutPercent),
          },
          {
            head: 'seconds.breakEven',
            kind: 'figure',
            wraps: true,
            cell: ({ breakEvenPercent }) => format.percent(percentUp(breakEvenPercent)),
          },
          {
            head: 'seconds.rules.ofHundred',
            kind: 'figure',
            wraps: true,
            cell: ({ payoutPercent }) => `${format.quantity(backOfHundred(payoutPercent))} ${offer.coin}`,
          },
        ]}
      />
      <p className="text-12 text-ink-3">{text('seconds.rules.ofHundredNote', { coin: offer.coin })}</p>
    </Section>
  );
}

interface PoolListProps {
  readonly offer: Offer;
  readonly pool: Pool;
}

function PoolList({ offer, pool }: PoolListProps) {
  const format = useFormatters();
  const text = useText();
  const coins = (value: string) => `${format.quantity(value)} ${offer.coin}`;
  const ofCap = (symbol: string | null) => {
    const found = pool.exposures.find((each) => each.symbol === symbol);
    return found === undefined ? '–' : `${format.quantity(found.reserved)} / ${coins(found.cap)}`;
  };
  return (
    <>
      <DetailList ruled className="border-y">
        <Detail label={text('seconds.pool')} strong>
          {coins(pool.available)}
        </Detail>
        <Detail label={text('seconds.rules.reserved')}>{coins(pool.reserved)}</Detail>
        <Detail label={text('seconds.rules.stakes')}>{coins(pool.stakes)}</Detail>
        <Detail label={text('seconds.rules.capMarket', { market: offer.symbol_name })}>
          {ofCap(offer.symbol)}
        </Detail>
        <Detail label={text('seconds.rules.capAll')}>{ofCap(null)}</Detail>
        <Detail label={text('seconds.rules.userCap')}>
          {pool.userCap === null ? text('seconds.limits.none') : coins(pool.userCap)}
        </Detail>
        <Detail label={text('seconds.rules.quantity')}>
          {`${format.count(offer.minQuantity)} – ${format.count(offer.maxQuantity)} ${offer.coin}`}
        </Detail>
      </DetailList>
      <p className="text-12 text-ink-3">{text('seconds.rules.poolNote', { seq: String(pool.seq) })}</p>
    </>
  );
}

/** The pool, what of it is reserved, and all that bounds a contract. */
function PoolFigures({ offer }: { readonly offer: Offer }) {
  const query = usePool();
  return (
    <Section titleId="seconds.rules.pool">
      <Loaded query={query} data={query.data} skeleton={<SkeletonText lines={5} />}>
        {(pool) => <PoolList offer={offer} pool={pool} />}
      </Loaded>
    </Section>
  );
}

/** The rule that settles, the terms of this market, the pool behind them, and who changed what and why. */
export function SecondsRules({ market }: { readonly market: TradeMarket }) {
  const intl = useIntl();
  const offer = useOffers().data?.records.find(({ symbol }) => symbol === market.symbol);
  // it scrolls by keyboard too
  const scroller = {
    role: 'region',
    'aria-label': intl.formatMessage({ id: 'seconds.rules' }),
    tabIndex: 0,
  };
  return (
    <div {...scroller} className="@container h-full overflow-y-auto p-4 focus-visible:-outline-offset-2">
      <div className="grid gap-x-10 gap-y-8 @3xl:grid-cols-2">
        <Settlement />
        {offer !== undefined && <PoolFigures offer={offer} />}
        {offer !== undefined && <Periods offer={offer} />}
        <SecondsChanges />
      </div>
    </div>
  );
}
