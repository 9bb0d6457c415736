import type { FeeTiers } from '@candor/api';
import { Badge, DataTable, useFormatters, useText } from '@candor/ui';
import { FormattedMessage } from 'react-intl';
import { FeesLink } from '../common/fees-link.tsx';
import type { useFeeTiers } from '../data/index.ts';
import { Points } from './parts.tsx';
import { noticeHours, orderNumbers } from './rule-numbers.ts';

type TierRow = FeeTiers['tiers'][number];

/** Rates of a product, in percent. */
export interface Rates {
  readonly maker: string;
  readonly taker: string;
}

interface FeeTableProps {
  readonly data: FeeTiers | undefined;
  readonly query: ReturnType<typeof useFeeTiers>;
  readonly ratesOf: (tier: TierRow) => Rates;
  readonly of: 'spot' | 'contract';
}

/** Maker and taker fee of each tier; the reader's own is marked. */
export function FeeTable({ data, query, ratesOf, of }: FeeTableProps) {
  const format = useFormatters();
  const text = useText();
  const own = data?.own?.tier;
  return (
    <DataTable<TierRow>
      label={text('fees.tiers')}
      density="roomy"
      skeletons={5}
      rows={data?.tiers ?? null}
      rowKey={({ tier }) => tier}
      isSelected={({ tier }) => tier === own}
      query={query}
      failedTitle={text('fees.failed')}
      emptyTitle={text('fees.failed')}
      columns={[
        {
          head: 'fees.tier',
          card: 'title',
          className: 'sm:ps-2!',
          cell: ({ tier }) => (
            <span className="flex flex-wrap items-center gap-x-2">
              {text('fees.tierName', { number: tier })}
              {tier === own && <Badge tone="accent">{text('fees.yours')}</Badge>}
            </span>
          ),
        },
        {
          head: 'fees.from',
          kind: 'figure',
          wraps: true,
          cell: ({ minVolume }) => `${format.quantity(minVolume, 0)} ${data?.volumeCoin ?? ''}`,
        },
        {
          head: `fees.${of}Maker`,
          kind: 'figure',
          wraps: true,
          cell: (tier) => format.percent(ratesOf(tier).maker, 3),
        },
        {
          head: `fees.${of}Taker`,
          kind: 'figure',
          wraps: true,
          className: 'sm:pe-2!',
          cell: (tier) => format.percent(ratesOf(tier).taker, 3),
        },
      ]}
    />
  );
}

/** Rules of every trading fee: what it is taken from, where it goes, and how a tier is earned. */
export function FeeRules({ children }: { readonly children?: React.ReactNode }) {
  const format = useFormatters();
  const text = useText();
  const share = format.percent(String(100 / orderNumbers.fundDivisor), 0);
  return (
    <Points>
      <li>{text('fees.how.coin')}</li>
      <li>{text('fees.how.rounding')}</li>
      {children}
      <li>
        <FormattedMessage
          id="rules.fee.fund"
          values={{ share, link: (words) => <FeesLink>{words}</FeesLink> }}
        />
      </li>
      <li>{text('rules.fee.tier', { days: orderNumbers.volumeDays })}</li>
      <li>{text('fees.how.free')}</li>
      <li>{text('rules.notice', noticeHours)}</li>
    </Points>
  );
}
