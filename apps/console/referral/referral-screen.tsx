import type { OperatorReferral } from '@candor/api';
import { Button, DataTable, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { usePercent } from '../earn/percent.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { RowAct } from '../shell/row-act.tsx';
import { Section } from '../shell/section.tsx';
import { TableSection } from '../shell/table-section.tsx';
import { AgentDialog, REFERRAL_KEY } from './agent-dialog.tsx';

/** The users who share something are found by a look at all: a change of an agent is shown at once anyway. */
const REFRESH_MS = 240_000;

type Agent = OperatorReferral['agents'][number];
type Flagged = OperatorReferral['flagged'][number];

/** Referral: agents and their own shares, and invited users who share something with one who earns of their fees. */
export function ReferralScreen() {
  const { client } = useConsole();
  const [userId, setUserId] = useState<number | null | undefined>();
  const query = useQuery({
    queryKey: REFERRAL_KEY,
    queryFn: () => client.call('getOperatorReferral'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle="console.referral.failed">
      {(data) => (
        <>
          <Agents data={data} onAct={setUserId} />
          <FlaggedUsers rows={data.flagged} />
          {userId !== undefined && (
            <AgentDialog data={data} userId={userId} onClose={() => setUserId(undefined)} />
          )}
        </>
      )}
    </LiveScreen>
  );
}

function Agents({
  data,
  onAct,
}: {
  readonly data: OperatorReferral;
  readonly onAct: (userId: number | null) => void;
}) {
  const text = useText();
  const format = useFormatters();
  const percent = usePercent();
  const { agents, sharesPercent, capPercent } = data;
  return (
    <Section title={text('console.referral.agents')}>
      <p className="max-w-180 text-13 text-ink-3">
        {text('console.referral.note', {
          shares: sharesPercent.map((each) => percent(each)).join(' · '),
          cap: percent(capPercent),
        })}
      </p>
      <div>
        <Button onClick={() => onAct(null)}>{text('console.referral.add')}</Button>
      </div>
      <DataTable<Agent>
        label={text('console.referral.agents')}
        density="roomy"
        rows={agents}
        rowKey={({ userId }) => userId}
        emptyTitle={text('console.referral.noAgents')}
        columns={[
          {
            head: 'console.referral.user',
            card: 'title',
            cell: ({ userId, account }) => `${userId} · ${account}`,
          },
          {
            head: 'console.referral.share',
            kind: 'figure',
            cell: ({ sharePercent }) => percent(sharePercent),
          },
          {
            head: 'console.referral.next',
            kind: 'figure',
            cell: ({ next }) =>
              next === null ? '—' : `${percent(next.sharePercent)} · ${format.dateTime(next.effectiveTime)}`,
          },
          {
            head: 'console.referral.invited',
            kind: 'figure',
            quiet: true,
            cell: ({ invited }) => format.quantity(String(invited)),
          },
          {
            head: 'console.shell.actions',
            kind: 'actions',
            cell: ({ userId }) => (
              <RowAct of={userId} label={text('console.referral.set')} onClick={() => onAct(userId)} />
            ),
          },
        ]}
      />
    </Section>
  );
}

function FlaggedUsers({ rows }: { readonly rows: readonly Flagged[] }) {
  const text = useText();
  const format = useFormatters();
  return (
    <TableSection<Flagged>
      title={text('console.referral.flagged')}
      note={text('console.referral.flaggedText')}
      rows={rows}
      rowKey={({ userId, generation }) => `${userId} ${generation}`}
      emptyTitle={text('console.referral.noFlags')}
      columns={[
        {
          head: 'console.referral.user',
          card: 'title',
          cell: ({ userId, account }) => `${userId} · ${account}`,
        },
        {
          head: 'console.referral.inviter',
          cell: ({ inviterId, inviter }) => `${inviterId} · ${inviter}`,
        },
        {
          head: 'console.referral.generation',
          kind: 'figure',
          cell: ({ generation }) => format.count(generation),
        },
        {
          head: 'console.referral.registered',
          kind: 'time',
          cell: ({ registerTime }) => format.dateTime(registerTime),
        },
        {
          head: 'console.referral.common',
          cell: ({ shares }) => shares.map((each) => text(`console.referral.common.${each}`)).join(' · '),
        },
      ]}
    />
  );
}
