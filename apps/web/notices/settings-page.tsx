import {
  NOTICE_CHANNELS,
  NOTICE_GROUPS,
  type NoticeChannel,
  type NoticeKind,
  type NoticeSettings,
} from '@candor/api';
import {
  Button,
  Checkbox,
  type Column,
  DataTable,
  linkClass,
  loneLinkClass,
  toasts,
  useProblem,
  useText,
} from '@candor/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Volume2 } from 'lucide-react';
import { queryKeys, useClient } from '../data/index.ts';
import { AccountPage } from '../shell/account-page.tsx';
import { playNoticeSound } from '../shell/notice-sound.ts';

type Row = NoticeSettings['list'][number];

interface Change {
  readonly kind: NoticeKind;
  readonly channel: NoticeChannel;
  readonly on: boolean;
}

/** The settings with one change in place. */
export function withChange(settings: NoticeSettings, { kind, channel, on }: Change): NoticeSettings {
  const list = settings.list.map((row) => {
    const before = row[channel];
    return row.kind === kind && before !== null ? { ...row, [channel]: { ...before, on } } : row;
  });
  return { ...settings, list };
}

/** Switches a channel: shown at once, taken back if the server refuses. */
function useSwitch() {
  const client = useClient();
  const queries = useQueryClient();
  const problemOf = useProblem();
  return useMutation({
    mutationFn: (change: Change) => client.call('setNoticeSettings', { body: { changes: [change] } }),
    scope: { id: 'noticeSettings' },
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: queryKeys.noticeSettings });
      queries.setQueryData<NoticeSettings>(queryKeys.noticeSettings, (known) =>
        known === undefined ? known : withChange(known, change),
      );
    },
    onError: (error) => {
      toasts.refused(problemOf(error).text);
      void queries.invalidateQueries({ queryKey: queryKeys.noticeSettings });
    },
  });
}

function Channel({
  row,
  channel,
  onSwitch,
}: {
  readonly row: Row;
  readonly channel: NoticeChannel;
  readonly onSwitch: (change: Change) => void;
}) {
  const text = useText();
  const setting = row[channel];
  if (setting === null) return <span className="text-ink-3">—</span>;
  if (setting.fixed) return <span className="text-12 text-ink-3">{text('bell.settings.fixed')}</span>;
  const { kind } = row;
  return (
    <Checkbox checked={setting.on} onCheckedChange={(on) => onSwitch({ kind, channel, on })}>
      <span className="sr-only">
        {`${text(`notices.kind.${kind}`)}: ${text(`bell.settings.${channel}`)}`}
      </span>
    </Checkbox>
  );
}

/** Settings of what each kind of notice does: a message on the page, a mail, a text, a sound. */
export function NoticeSettingsPage() {
  const text = useText();
  const client = useClient();
  const change = useSwitch();
  const query = useQuery({
    queryKey: queryKeys.noticeSettings,
    queryFn: () => client.call('getNoticeSettings'),
  });
  const { data } = query;
  const channels = NOTICE_CHANNELS.filter((channel) => channel !== 'sms' || data?.hasSms !== false);
  const columns: readonly Column<Row>[] = [
    {
      head: 'bell.settings.kind',
      card: 'title',
      wraps: true,
      className: 'lg:w-1/2',
      cell: ({ kind }) => text(`notices.kind.${kind}`),
    },
    ...channels.map(
      (channel): Column<Row> => ({
        head: `bell.settings.${channel}`,
        cell: (row) => <Channel row={row} channel={channel} onSwitch={change.mutate} />,
      }),
    ),
  ];
  return (
    <AccountPage current="notices">
      <div className="flex flex-col gap-4">
        <div>
          <Link to="/account/center/notices" className={`${loneLinkClass} text-13`}>
            {text('menu.notices')}
          </Link>
          <h1 className="text-20 font-semibold">{text('bell.settings.title')}</h1>
        </div>
        <p className="max-w-160 text-14 text-ink-2">{text('bell.settings.text')}</p>
        {data?.hasMail === false && (
          <p className="max-w-160 border-l-2 border-warn pl-3 text-14">
            {text('bell.settings.noMail')}{' '}
            <Link to="/account/center/security" className={linkClass}>
              {text('menu.security')}
            </Link>
          </p>
        )}
        <div>
          <Button
            variant="quiet"
            icon={<Volume2 aria-hidden="true" className="size-4" strokeWidth={1.75} />}
            onClick={playNoticeSound}
          >
            {text('bell.settings.play')}
          </Button>
        </div>
        {NOTICE_GROUPS.map((group) => (
          <section key={group} className="flex flex-col gap-2 pt-2">
            <h2 className="text-16 font-semibold">{text(`notices.group.${group}`)}</h2>
            <DataTable<Row>
              label={text(`notices.group.${group}`)}
              density="roomy"
              rows={data?.list.filter((row) => row.group === group) ?? null}
              rowKey={({ kind }) => kind}
              query={query}
              emptyTitle={text('ui.noData')}
              columns={columns}
            />
          </section>
        ))}
      </div>
    </AccountPage>
  );
}
