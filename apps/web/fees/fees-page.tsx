import type { FeeTiers } from '@candor/contract';
import {
  Badge,
  Cell,
  ErrorState,
  HeadCell,
  Row,
  Skeleton,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  TextLink,
  useFormatters,
} from '@candor/ui';
import { FormattedMessage, useIntl } from 'react-intl';
import { wordsOf } from '../app/error-words.ts';
import { PHONE, useMediaQuery } from '../app/use-media-query.ts';
import { useFeeTiers, useSignedIn } from '../data/index.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { FeeNotes } from './fee-notes.tsx';
import { OwnTier } from './own-tier.tsx';

const columns = ['text', 'figure', 'figure', 'figure', 'figure', 'figure'] as const;
const VOLUME_DECIMALS = 0;

/** All tiers; the user's own is marked. */
function TierTable({ data }: { readonly data: FeeTiers }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  const own = data.own?.tier;
  return data.tiers.map((row) => (
    <Row key={row.tier} selected={row.tier === own}>
      <Cell>
        <span className="flex items-center gap-2 ps-2 whitespace-nowrap">
          {intl.formatMessage({ id: 'fees.tierName' }, { number: row.tier })}
          {row.tier === own && <Badge tone="accent">{text('fees.yours')}</Badge>}
        </span>
      </Cell>
      <Cell figure className="whitespace-nowrap">
        {`${format.quantity(row.minVolume, VOLUME_DECIMALS)} ${data.volumeCoin ?? ''}`}
      </Cell>
      <Cell figure>{format.percent(row.makerPercent, 3)}</Cell>
      <Cell figure>{format.percent(row.takerPercent, 3)}</Cell>
      <Cell figure>{format.percent(row.perpetualMakerPercent, 3)}</Cell>
      <Cell figure className="pe-2!">
        {format.percent(row.perpetualTakerPercent, 3)}
      </Cell>
    </Row>
  ));
}

/** The same on a phone, where six columns would not fit. */
function TierCards({ data }: { readonly data: FeeTiers }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  const rates = [
    ['fees.spotMaker', 'makerPercent'],
    ['fees.spotTaker', 'takerPercent'],
    ['fees.contractMaker', 'perpetualMakerPercent'],
    ['fees.contractTaker', 'perpetualTakerPercent'],
  ] as const;
  return (
    <ul aria-label={text('fees.tiers')} className="divide-y border-y">
      {data.tiers.map((row) => (
        <li key={row.tier} className="flex flex-col gap-3 py-4">
          <div className="flex items-baseline justify-between gap-3 text-14">
            <span className="flex items-center gap-2 font-semibold">
              {intl.formatMessage({ id: 'fees.tierName' }, { number: row.tier })}
              {row.tier === data.own?.tier && <Badge tone="accent">{text('fees.yours')}</Badge>}
            </span>
            <span className="text-13 text-ink-2">
              {text('fees.from')}{' '}
              <span className="figure text-ink">
                {`${format.quantity(row.minVolume, VOLUME_DECIMALS)} ${data.volumeCoin ?? ''}`}
              </span>
            </span>
          </div>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-2">
            {rates.map(([id, field]) => (
              <div key={id} className="flex items-baseline justify-between gap-2 text-13">
                <dt className="text-ink-3">{text(id)}</dt>
                <dd className="figure">{format.percent(row[field], 3)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Tiers() {
  const intl = useIntl();
  const query = useFeeTiers();
  const phone = useMediaQuery(PHONE);
  const text = (id: string) => intl.formatMessage({ id });
  const { data } = query;
  if (phone && data !== undefined) return <TierCards data={data} />;
  return (
    <Table label={text('fees.tiers')} density="roomy">
      <TableHead>
        <HeadCell className="ps-2!">{text('fees.tier')}</HeadCell>
        <HeadCell figure>{text('fees.from')}</HeadCell>
        <HeadCell figure>{text('fees.spotMaker')}</HeadCell>
        <HeadCell figure>{text('fees.spotTaker')}</HeadCell>
        <HeadCell figure>{text('fees.contractMaker')}</HeadCell>
        <HeadCell figure className="pe-2!">
          {text('fees.contractTaker')}
        </HeadCell>
      </TableHead>
      <TableBody busy={query.isPending}>
        {data !== undefined && <TierTable data={data} />}
        {query.isPending && <SkeletonRows rows={5} columns={columns} />}
        {query.isError && data === undefined && (
          <TableMessage columns={columns.length}>
            <ErrorState
              title={text('fees.failed')}
              text={wordsOf(intl, query.error)}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          </TableMessage>
        )}
      </TableBody>
    </Table>
  );
}

/** What trading costs: the one table for all, where the user stands in it, and where a fee goes. */
export function FeesPage() {
  usePageTitle('fees.title');
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
      <FeeNotes />
    </div>
  );
}
