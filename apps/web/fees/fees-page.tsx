import type { FeeTiers } from '@candor/api';
import { Badge, type Column, DataTable, Skeleton, TextLink, useFormatters, useText } from '@candor/ui';
import { FormattedMessage } from 'react-intl';
import { useFeeTiers, useSignedIn } from '../data/index.ts';
import { AnnouncedChanges } from './announced-changes.tsx';
import { FeeNotes } from './fee-notes.tsx';
import { OwnTier } from './own-tier.tsx';

const VOLUME_DECIMALS = 0;

const RATES = [
  ['fees.spotMaker', 'makerPercent'],
  ['fees.spotTaker', 'takerPercent'],
  ['fees.contractMaker', 'perpetualMakerPercent'],
  ['fees.contractTaker', 'perpetualTakerPercent'],
] as const;

type TierRow = FeeTiers['tiers'][number];

/** All tiers; the user's own is marked. */
function Tiers() {
  const format = useFormatters();
  const text = useText();
  const query = useFeeTiers();
  const { data } = query;
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
            <span className="flex items-center gap-2">
              {text('fees.tierName', { number: tier })}
              {tier === own && <Badge tone="accent">{text('fees.yours')}</Badge>}
            </span>
          ),
        },
        {
          head: 'fees.from',
          kind: 'figure',
          cell: ({ minVolume }) => `${format.quantity(minVolume, VOLUME_DECIMALS)} ${data?.volumeCoin ?? ''}`,
        },
        ...RATES.map(
          ([head, field], index): Column<TierRow> => ({
            head,
            kind: 'figure',
            ...(index === RATES.length - 1 ? { className: 'sm:pe-2!' } : {}),
            cell: (row) => format.percent(row[field], 3),
          }),
        ),
      ]}
    />
  );
}

/** The costs of trading: the one table for all, where the user stands in it, and where a fee goes. */
export function FeesPage() {
  const signedIn = useSignedIn();
  const { data } = useFeeTiers();
  return (
    <div className="mx-auto flex w-full max-w-330 flex-col gap-10 px-4 pt-8 pb-16 sm:px-5 lg:pt-12">
      <header>
        <h1 className="text-28 font-semibold">
          <FormattedMessage id="fees.title" />
        </h1>
        <p className="max-w-180 pt-2 text-16 text-ink-2">
          <FormattedMessage id="fees.line" />
        </p>
      </header>
      {signedIn && (data === undefined ? <Skeleton className="h-28 w-full" /> : <OwnTier data={data} />)}
      <section className="flex min-w-0 flex-col gap-3">
        <h2 className="text-20 font-semibold">
          <FormattedMessage id="fees.tiers" />
        </h2>
        <Tiers />
        <p className="max-w-180 text-13 text-ink-3">
          <FormattedMessage id="fees.volumeRule" />
        </p>
        {!signedIn && (
          <p className="text-14">
            <FormattedMessage
              id="fees.loginToSee"
              values={{ link: (words) => <TextLink href="/user/login?from=/rate/index">{words}</TextLink> }}
            />
          </p>
        )}
      </section>
      <AnnouncedChanges />
      <FeeNotes />
    </div>
  );
}
