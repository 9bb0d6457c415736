import type { TierTable as Table } from '@candor/api';
import { Badge, DataTable, useFormatters, useText } from '@candor/ui';
import { useAccountTiers } from '../data/index.ts';

type Row = Table['tiers'][number];

/** The tiers of one published table; the user's own is marked. */
function Tiers({ table, own }: { readonly table: Table | null; readonly own: string | undefined }) {
  const format = useFormatters();
  const text = useText();
  const query = useAccountTiers();
  return (
    <DataTable<Row>
      label={text('tiers.title')}
      density="roomy"
      skeletons={4}
      rows={table?.tiers ?? null}
      rowKey={({ tier }) => tier}
      isSelected={({ tier }) => tier === own}
      query={query}
      failedTitle={text('tiers.failed')}
      emptyTitle={text('tiers.failed')}
      columns={[
        {
          head: 'tiers.head.tier',
          card: 'title',
          className: 'sm:ps-2!',
          cell: ({ tier, isVip }) => (
            <span className="flex items-center gap-2">
              {text(`tiers.tier.${tier}`)}
              {isVip && <Badge>{text('tiers.vip')}</Badge>}
              {tier === own && <Badge tone="accent">{text('tiers.own.title')}</Badge>}
            </span>
          ),
        },
        {
          head: 'tiers.head.minDeposit',
          kind: 'figure',
          cell: ({ minDeposit }) => `${format.quantity(minDeposit)} USD`,
        },
        {
          head: 'tiers.head.daily',
          kind: 'figure',
          className: 'sm:pe-2!',
          cell: ({ dailyWithdrawal }) => `${format.quantity(dailyWithdrawal)} USDT`,
        },
      ]}
    />
  );
}

/** The account tiers with what each gives, the rule of VIP users and what was announced. */
export function TierTable() {
  const format = useFormatters();
  const text = useText();
  const { data } = useAccountTiers();
  const table = data?.current ?? null;
  const vipTier = table?.tiers.find(({ isVip }) => isVip)?.tier;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Tiers table={table} own={data?.own?.tier} />
      {table !== null && (
        <div className="flex max-w-180 flex-col gap-2 text-13 text-ink-3">
          <p>{text('tiers.levels')}</p>
          {vipTier !== undefined && (
            <p>
              {text('tiers.vipRule', {
                tier: text(`tiers.tier.${vipTier}`),
                volume: format.quantity(table.vipVolume),
              })}
            </p>
          )}
          <p>{text('tiers.since', { time: format.dateTime(table.effectiveTime) })}</p>
        </div>
      )}
      {data?.announced.map((next) => (
        <section key={next.version} className="flex flex-col gap-3 border-s-2 border-warn ps-3">
          <p className="text-14">
            {text('tiers.announced', { time: format.dateTime(next.effectiveTime), reason: next.reason })}
          </p>
          <Tiers table={next} own={undefined} />
        </section>
      ))}
    </div>
  );
}
