import type { Promotion } from '@candor/api';
import {
  Button,
  CopyButton,
  DataTable,
  Detail,
  DetailList,
  Loaded,
  QrCode,
  Skeleton,
  saveBlob,
  toasts,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { Eye } from '../../common/eye.tsx';
import { queryKeys, useClient } from '../../data/index.ts';
import { AccountPage } from '../../shell/account-page.tsx';
import { Section } from '../section.tsx';
import { Agent } from './agent.tsx';
import { useCoins } from './coins.ts';
import { EXAMPLE_FEE, exampleRebates } from './example.ts';
import { useShare } from './share.ts';
import { Source } from './source.tsx';
import { Team } from './team.tsx';

const REFRESH_MS = 30_000;
type Generation = Promotion['generations'][number];

function Invitation({ promotion }: { readonly promotion: Promotion }) {
  const { inviteCode, promotionLink, generations } = promotion;
  const text = useText();
  const share = useShare();
  const link = `${window.location.origin}${promotionLink}`;
  const savePoster = async () => {
    const { drawPoster } = await import('./poster.ts');
    const poster = await drawPoster({
      title: text('rewards.poster.title'),
      codeLabel: text('rewards.code'),
      code: inviteCode,
      linkLabel: text('rewards.link'),
      link,
      shares: generations.map(({ generation, sharePercent }) => ({
        label: text('rewards.generation', { generation }),
        share: share(sharePercent),
      })),
      terms: text('rewards.poster.terms'),
    });
    if (poster === null) {
      toasts.error(text('rewards.poster.failed'));
      return;
    }
    saveBlob('candor-invitation.png', poster);
  };
  return (
    <Section title={text('rewards.invite')} text={text('rewards.text')}>
      <div className="flex flex-col items-start gap-6 sm:flex-row">
        <QrCode text={link} label={text('rewards.qr')} />
        <div className="flex min-w-0 flex-col items-start gap-3">
          <p className="text-13 text-ink-2">{text('rewards.code')}</p>
          <p data-testid="invite-code" className="figure text-20 font-semibold select-all">
            {inviteCode}
          </p>
          <p className="text-13 text-ink-2">{text('rewards.link')}</p>
          <p className="figure text-13 break-all whitespace-normal! select-all">{link}</p>
          <div className="flex flex-wrap gap-3">
            <CopyButton label={text('rewards.copyLink')} text={link} />
            <CopyButton label={text('rewards.copyCode')} text={inviteCode} />
            <Button variant="plain" onClick={() => void savePoster()}>
              {text('rewards.poster')}
            </Button>
          </div>
        </div>
      </div>
    </Section>
  );
}

function Totals({ promotion }: { readonly promotion: Promotion }) {
  const text = useText();
  const format = useFormatters();
  const coins = useCoins();
  const share = useShare();
  const { totalPromoted, accumulatedRevenue, todayReward, generations } = promotion;
  return (
    <Section wide title={text('rewards.totals')}>
      <DetailList ruled className="border-y">
        <Detail label={text('rewards.people')}>{format.count(totalPromoted)}</Detail>
        <Detail label={text('rewards.revenue')}>{coins(accumulatedRevenue)}</Detail>
        <Detail label={text('rewards.today')}>{coins(todayReward)}</Detail>
      </DetailList>
      <DataTable<Generation>
        label={text('rewards.generations')}
        rows={generations}
        rowKey={({ generation }) => generation}
        emptyTitle={text('rewards.users.none')}
        columns={[
          {
            head: 'rewards.generation.head',
            card: 'title',
            cell: ({ generation }) => text('rewards.generation', { generation }),
          },
          {
            head: 'rewards.share',
            kind: 'figure',
            cell: ({ sharePercent }) => share(sharePercent),
          },
          { head: 'rewards.people', kind: 'figure', cell: ({ promoted }) => format.count(promoted) },
          { head: 'rewards.today', kind: 'figure', wraps: true, cell: ({ today }) => coins(today) },
          { head: 'rewards.earned', kind: 'figure', wraps: true, cell: ({ revenue }) => coins(revenue) },
        ]}
      />
    </Section>
  );
}

function HowItWorks({ promotion: { generations, capPercent } }: { readonly promotion: Promotion }) {
  const text = useText();
  const format = useFormatters();
  const share = useShare();
  const usdt = (amount: string | undefined) => `${format.quantity(amount)} USDT`;
  const [first, second, third] = exampleRebates(generations);
  return (
    <Section title={text('rewards.how')} text={text('rewards.how.text')}>
      <p className="max-w-160 text-14">
        {text('rewards.how.example', {
          fee: usdt(EXAMPLE_FEE),
          first: usdt(first),
          second: usdt(second),
          third: usdt(third),
        })}
      </p>
      <p className="max-w-160 text-14">{text('rewards.how.paid')}</p>
      <p className="max-w-160 text-14">{text('rewards.how.cap', { cap: share(capPercent) })}</p>
    </Section>
  );
}

/** Invite code, link and poster, what invitations earned, and how that follows from the fees. */
export function RewardsPage() {
  const client = useClient();
  const text = useText();
  const query = useQuery({
    queryKey: queryKeys.promotion,
    queryFn: () => client.call('getPromotion'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <AccountPage current="rewards">
      <div className="flex flex-col gap-8">
        <span className="flex items-center gap-2">
          <h1 className="text-20 font-semibold">{text('menu.rewards')}</h1>
          <Eye />
        </span>
        <Loaded
          query={query}
          data={query.data}
          failedTitle={text('rewards.failed')}
          skeleton={<Skeleton className="h-100" />}
        >
          {(promotion) => (
            <>
              <Invitation promotion={promotion} />
              <Totals promotion={promotion} />
              <HowItWorks promotion={promotion} />
            </>
          )}
        </Loaded>
        <Source />
        <Team />
      </div>
    </AccountPage>
  );
}

/** The team alone, for whoever manages it. */
export function TeamPage() {
  const text = useText();
  return (
    <AccountPage current="team">
      <div className="flex flex-col gap-8">
        <span className="flex items-center gap-2">
          <h1 className="text-20 font-semibold">{text('menu.team')}</h1>
          <Eye />
        </span>
        <Team>
          <Agent />
        </Team>
      </div>
    </AccountPage>
  );
}
