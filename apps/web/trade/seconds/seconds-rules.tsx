import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  Cell,
  Detail,
  DetailList,
  HeadCell,
  Row,
  SkeletonText,
  Table,
  TableBody,
  TableHead,
  useFormatters,
} from '@candor/ui';
import { useIntl } from 'react-intl';
import type { TradeMarket } from '../page/trade-market.ts';
import { percentUp, periodText } from './second-words.ts';
import { SecondsChanges } from './seconds-changes.tsx';
import { type Offer, useOffers, usePool } from './use-seconds.ts';

const PPM_SCALE = 4;
const PPM = 1_000_000n;

/** What 100 staked coins come back as when half of the contracts win: 100 x (1 + rate) / 2. */
function backOfHundred(payoutPercent: string): string {
  const ppm = parseDecimal(payoutPercent, PPM_SCALE) ?? 0n;
  return formatDecimalTrimmed(((PPM + ppm) * 100n) / 2n, 6);
}

function Section({ titleId, children }: { readonly titleId: string; readonly children: React.ReactNode }) {
  const intl = useIntl();
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-14 font-semibold">{intl.formatMessage({ id: titleId })}</h2>
      {children}
    </section>
  );
}

/** How a contract is settled, step by step, and the formula itself. */
function Settlement() {
  const intl = useIntl();
  const format = useFormatters();
  const offers = useOffers().data;
  if (offers === undefined) return <SkeletonText lines={6} />;
  const values = {
    delay: periodText(intl, offers.openingDelaySeconds),
    ticks: format.count(offers.closingTicks),
    least: format.count(offers.closingTicksMin),
  };
  const text = (id: string) => intl.formatMessage({ id }, values);
  const formulas = ['won', 'lost', 'back', 'even'] as const;
  return (
    <Section titleId="trade.sec.rules.how">
      <ol className="flex list-decimal flex-col gap-1.5 ps-5 text-13 text-ink-2 marker:text-ink-3">
        {(['escrow', 'opening', 'closing', 'index', 'nobody'] as const).map((step) => (
          <li key={step}>{text(`trade.sec.rules.step.${step}`)}</li>
        ))}
      </ol>
      <DetailList ruled className="border-y">
        {formulas.map((name) => (
          <Detail key={name} label={text(`trade.sec.rules.formula.${name}`)} wraps>
            <code className="font-sans">{text(`trade.sec.rules.formula.${name}.is`)}</code>
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
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  return (
    <Section titleId="trade.sec.rules.periods">
      <Table label={text('trade.sec.rules.periods')}>
        <TableHead>
          <HeadCell>{text('trade.sec.period')}</HeadCell>
          {['trade.sec.payout', 'trade.sec.breakEven', 'trade.sec.rules.ofHundred'].map((id) => (
            <HeadCell key={id} figure className="whitespace-normal!">
              {text(id)}
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {offer.periods.map((period) => (
            <Row key={period.periodSeconds}>
              <Cell>{periodText(intl, period.periodSeconds)}</Cell>
              <Cell figure>{format.percent(period.payoutPercent)}</Cell>
              <Cell figure>{format.percent(percentUp(period.breakEvenPercent))}</Cell>
              <Cell figure>{`${format.quantity(backOfHundred(period.payoutPercent))} ${offer.coin}`}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      <p className="text-12 text-ink-3">{text('trade.sec.rules.ofHundredNote', { coin: offer.coin })}</p>
    </Section>
  );
}

/** The pool, what of it is reserved, and all that bounds a contract. */
function PoolFigures({ offer }: { readonly offer: Offer }) {
  const intl = useIntl();
  const format = useFormatters();
  const pool = usePool().data;
  if (pool === undefined) return <SkeletonText lines={5} />;
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const coins = (value: string) => `${format.quantity(value)} ${offer.coin}`;
  const ofCap = (symbol: string | null) => {
    const found = pool.exposures.find((each) => each.symbol === symbol);
    return found === undefined ? '–' : `${format.quantity(found.reserved)} / ${coins(found.cap)}`;
  };
  return (
    <Section titleId="trade.sec.rules.pool">
      <DetailList ruled className="border-y">
        <Detail label={text('trade.sec.pool')} strong>
          {coins(pool.available)}
        </Detail>
        <Detail label={text('trade.sec.rules.reserved')}>{coins(pool.reserved)}</Detail>
        <Detail label={text('trade.sec.rules.stakes')}>{coins(pool.stakes)}</Detail>
        <Detail label={text('trade.sec.rules.capMarket', { market: offer.symbol_name })}>
          {ofCap(offer.symbol)}
        </Detail>
        <Detail label={text('trade.sec.rules.capAll')}>{ofCap(null)}</Detail>
        <Detail label={text('trade.sec.rules.userCap')}>
          {pool.userCap === null ? text('trade.sec.limits.none') : coins(pool.userCap)}
        </Detail>
        <Detail label={text('trade.sec.rules.quantity')}>
          {`${format.count(offer.minQuantity)} – ${format.count(offer.maxQuantity)} ${offer.coin}`}
        </Detail>
      </DetailList>
      <p className="text-12 text-ink-3">{text('trade.sec.rules.poolNote', { seq: String(pool.seq) })}</p>
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
    'aria-label': intl.formatMessage({ id: 'trade.sec.rules' }),
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
