import type { SupportDetail } from '@candor/api';
import { type Locale, languageNames } from '@candor/i18n';
import { Badge, Detail, DetailList, loneLinkClass, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useConsole } from '../data/session.ts';
import { useLength } from '../shell/length.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { Section } from '../shell/section.tsx';
import { Acts } from './acts.tsx';
import { AnswerForm } from './answer-form.tsx';
import { Messages } from './messages.tsx';
import { Notes } from './notes.tsx';
import { usePresence } from './presence.ts';
import { SUPPORT_KEY } from './refresh.ts';
import { statusTone } from './status-tone.ts';

const REFRESH_MS = 3_000;
const USERS: string = '/users';

/** The user beside the conversation, so that nothing is asked twice. */
function UserPart({ detail }: { readonly detail: SupportDetail }) {
  const { user, guest, row, rating } = detail;
  const text = useText();
  const format = useFormatters();
  const languageOf = (code: string) => languageNames[code as Locale] ?? code;
  return (
    <Section title={text('console.support.user')}>
      {user === null ? (
        <DetailList ruled>
          <Detail label={text('console.support.guest')}>{guest ?? '–'}</Detail>
          <Detail label={text('console.support.language')}>{languageOf(row.language)}</Detail>
        </DetailList>
      ) : (
        <DetailList ruled>
          <Detail label={text('console.users.id')}>
            <Link to={USERS} search={{ user: String(user.userId) } as never} className={loneLinkClass}>
              {user.userId}
            </Link>
          </Detail>
          <Detail label={text('console.users.name')} wraps>
            {[user.account, user.email, user.phone].filter((each) => each !== null).join(' · ')}
          </Detail>
          <Detail label={text('console.support.language')}>
            {languageOf(user.language)}
            {user.language !== row.language && ` · ${languageOf(row.language)}`}
          </Detail>
          <Detail label={text('console.users.kyc')}>{text(`console.users.kyc.${user.kyc}`)}</Detail>
          <Detail label={text('console.users.frozen')}>
            {text(user.frozen ? 'console.users.yes' : 'console.users.no')}
          </Detail>
          <Detail label={text('console.users.registered')}>{format.dateTime(user.createTime)}</Detail>
          <Detail label={text('console.support.before')}>{user.earlier}</Detail>
        </DetailList>
      )}
      {rating !== null && (
        <DetailList ruled>
          <Detail label={text('console.support.rating')} wraps>
            {text(rating.satisfied ? 'console.users.yes' : 'console.users.no')}
            {rating.text !== '' && ` · ${rating.text}`}
          </Detail>
        </DetailList>
      )}
    </Section>
  );
}

function Head({ detail: { row } }: { readonly detail: SupportDetail }) {
  const text = useText();
  const { serverNowMs } = useConsole();
  const length = useLength();
  const format = useFormatters();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-14">
      <h2 className="text-16 font-semibold">
        {text(`matter.${row.matter}`)} · {row.id}
      </h2>
      <Badge tone={statusTone[row.status]}>{text(`console.support.status.${row.status}`)}</Badge>
      {row.reference !== '' && <code className="text-12 wrap-anywhere">{row.reference}</code>}
      <span className="text-ink-2">
        {row.operator === null
          ? text('console.support.free')
          : text('console.support.with', { operator: row.operator })}
      </span>
      {row.waitingSince !== null && (
        <span className="text-warn">
          {text('console.support.since', { age: length(serverNowMs() - row.waitingSince) })}
        </span>
      )}
      {row.snoozedUntil !== null && (
        <span className="text-ink-2">
          {text('console.support.until', { time: format.dateTime(row.snoozedUntil) })}
        </span>
      )}
    </div>
  );
}

/**
 * One conversation: its messages, the answer, what is known of the user, and notes of staff. A fetch also says whether the
 * operator is here: without one who is for five minutes the conversation goes back.
 */
export function ConversationPage({ id }: { readonly id: string }) {
  const { client } = useConsole();
  const text = useText();
  const queryKey = [...SUPPORT_KEY, 'chat', id];
  const presence = usePresence(queryKey, REFRESH_MS);
  const query = useQuery({
    queryKey,
    queryFn: () =>
      client.call('getSupportConversation', { params: { id }, query: { present: presence.word() } }),
    refetchInterval: presence.refreshMs,
  });
  return (
    <LiveScreen query={query} failedTitle="console.support.failed">
      {(detail) => (
        <div className="flex flex-col gap-6">
          <Head detail={detail} />
          <Acts row={detail.row} />
          <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="flex min-w-0 flex-col gap-4">
              <Messages detail={detail} />
              <p className="text-13 text-ink-2">{text('console.support.never')}</p>
              <AnswerForm detail={detail} />
            </div>
            <div className="flex min-w-0 flex-col gap-8">
              <UserPart detail={detail} />
              <Notes detail={detail} />
            </div>
          </div>
        </div>
      )}
    </LiveScreen>
  );
}
