import {
  DataTable,
  Detail,
  DetailList,
  Loaded,
  linkClass,
  Skeleton,
  useFormatters,
  useText,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { backOfHundred, percentUp, periodText } from '../common/period-text.ts';
import { useMarkets } from '../data/index.ts';
import { MarketSelect } from './market-select.tsx';
import { Checking, Points, RulesLayout, Section, Steps } from './parts.tsx';
import { secondNumbers } from './rule-numbers.ts';
import { SecondForm } from './second-form.tsx';
import { type SecondOffer, useSecondOffers } from './use-second-offers.ts';

/** Opening, closing and payment of a contract. */
export function SecondSettlement() {
  const intl = useIntl();
  const text = useText();
  const format = useFormatters();
  const { delaySeconds, ticks, least, staleSeconds } = secondNumbers;
  const values = { delay: periodText(intl, delaySeconds), ticks, least: format.count(least) };
  return (
    <Section title="rules.how">
      <Steps>
        {(['escrow', 'opening', 'closing', 'index', 'nobody'] as const).map((step) => (
          <li key={step}>{text(`seconds.rules.step.${step}`, values)}</li>
        ))}
        <li>{text('rules.second.stale', { time: periodText(intl, staleSeconds) })}</li>
      </Steps>
      <DetailList ruled className="border-y">
        {(['won', 'lost', 'back', 'even'] as const).map((name) => (
          <Detail key={name} label={text(`seconds.rules.formula.${name}`)} wraps>
            {text(`seconds.rules.formula.${name}.is`)}
          </Detail>
        ))}
      </DetailList>
    </Section>
  );
}

/** Payouts and stakes of one market. */
export function SecondCosts({ offer }: { readonly offer: SecondOffer }) {
  const intl = useIntl();
  const text = useText();
  const format = useFormatters();
  const percent = { kind: 'figure', wraps: true } as const;
  return (
    <>
      <DataTable
        label={text('seconds.rules.periods')}
        density="roomy"
        rows={offer.periods}
        rowKey={({ periodSeconds }) => periodSeconds}
        emptyTitle={text('seconds.closed')}
        columns={[
          {
            head: 'seconds.period',
            card: 'title',
            cell: ({ periodSeconds }) => periodText(intl, periodSeconds),
          },
          { head: 'seconds.payout', ...percent, cell: ({ payoutPercent }) => format.percent(payoutPercent) },
          {
            head: 'seconds.breakEven',
            ...percent,
            cell: ({ breakEvenPercent }) => format.percent(percentUp(breakEvenPercent)),
          },
          {
            head: 'seconds.rules.ofHundred',
            ...percent,
            cell: ({ payoutPercent }) => `${format.quantity(backOfHundred(payoutPercent))} ${offer.coin}`,
          },
        ]}
      />
      <p className="text-13 text-ink-3">{text('seconds.rules.ofHundredNote', { coin: offer.coin })}</p>
      <DetailList ruled className="border-y">
        <Detail label={text('seconds.rules.quantity')}>
          {`${format.count(offer.minQuantity)} – ${format.count(offer.maxQuantity)} ${offer.coin}`}
        </Detail>
      </DetailList>
    </>
  );
}

/** Limits that the reader may set, and those of the pool. */
export function SecondLimits() {
  const text = useText();
  const { raiseHours, pauseDays, exclusionDays } = secondNumbers;
  return (
    <Section title="rules.limits">
      <Points>
        <li>
          <FormattedMessage
            id="rules.second.pool"
            values={{
              link: (words) => (
                <Link to="/trade/index" search={{ type: 'sec' }} className={linkClass}>
                  {words}
                </Link>
              ),
            }}
          />
        </li>
        <li>{text('rules.second.loss', { hours: raiseHours })}</li>
        <li>{text('rules.second.pause', { days: pauseDays, long: exclusionDays })}</li>
      </Points>
    </Section>
  );
}

/** Losses and surprises of second contracts; `shortest`: the shortest period on offer, in seconds. */
export function SecondRisks({ shortest }: { readonly shortest: number | null }) {
  const intl = useIntl();
  const text = useText();
  return (
    <Section title="rules.wrong">
      <Points>
        <li>{text('seconds.risk')}</li>
        {shortest !== null && (
          <li>{text('rules.second.wrong.fast', { period: periodText(intl, shortest) })}</li>
        )}
        <li>{text('rules.second.wrong.close')}</li>
        <li>{text('rules.second.wrong.void')}</li>
      </Points>
    </Section>
  );
}

/** The rules of second contracts. */
export function SecondRules() {
  const text = useText();
  const offers = useSecondOffers();
  const markets = useMarkets();
  const [symbol, setSymbol] = useState<string | null>(null);
  const records = offers.data?.records ?? [];
  const offer = records.find((each) => each.symbol === symbol) ?? records[0];
  const market = markets.data?.find((row) => row.symbol === offer?.symbol);
  const periods = records.flatMap((each) => each.periods.map(({ periodSeconds }) => periodSeconds));
  const isLoading = offers.isPending || (offer !== undefined && markets.isPending);
  return (
    <RulesLayout
      line="rules.second.line"
      how={<SecondSettlement />}
      example={
        offer !== undefined && market !== undefined ? (
          <SecondForm
            key={offer.symbol}
            offer={offer}
            market={market}
            markets={<MarketSelect rows={records} value={offer.symbol} onValueChange={setSymbol} />}
          />
        ) : (
          isLoading && <Skeleton className="h-120 w-full" />
        )
      }
    >
      <Section title="rules.cost">
        <p className="text-14 text-ink-2">{text('rules.second.noFee')}</p>
        <Loaded query={offers} data={offers.data} skeleton={<Skeleton className="h-40 w-full" />}>
          {() =>
            offer === undefined ? (
              <p className="text-14 text-ink-2">{text('seconds.closed')}</p>
            ) : (
              <SecondCosts offer={offer} />
            )
          }
        </Loaded>
      </Section>
      <SecondLimits />
      <SecondRisks shortest={periods.length === 0 ? null : Math.min(...periods)} />
      <Checking what="rules.check.second" />
    </RulesLayout>
  );
}
