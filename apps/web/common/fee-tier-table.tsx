import type { FeeTiers } from '@candor/api';
import { Badge, type Column, DataTable, type RecordQuery, useFormatters, useText } from '@candor/ui';

export type TierRow = FeeTiers['tiers'][number];

/** One rate of each tier, in percent. */
export interface TierRate {
  readonly head: Column<TierRow>['head'];
  readonly of: (tier: TierRow) => string | null;
}

interface FeeTierTableProps {
  readonly data: FeeTiers | undefined;
  readonly query: RecordQuery;
  readonly rates: readonly TierRate[];
}

const VOLUME_DECIMALS = 0;
const RATE_DECIMALS = 3;

/** Rates of all fee tiers; the reader's own tier is marked. */
export function FeeTierTable({ data, query, rates }: FeeTierTableProps) {
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
          cell: ({ minVolume }) => `${format.quantity(minVolume, VOLUME_DECIMALS)} ${data?.volumeCoin ?? ''}`,
        },
        ...rates.map(
          ({ head, of }, index): Column<TierRow> => ({
            head,
            kind: 'figure',
            wraps: true,
            ...(index === rates.length - 1 ? { className: 'sm:pe-2!' } : {}),
            cell: (tier) => format.percent(of(tier), RATE_DECIMALS),
          }),
        ),
      ]}
    />
  );
}
