import { type ChatRecord, GUEST_CHAT_DAYS, type KeptMessages, withWindow } from '@candor/api';
import { ActMessage, afterSending, Loaded, SkeletonText, useAct, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys, useClient } from '../data/index.ts';
import { Composer } from '../shell/chat/composer.tsx';
import { MessageRow } from '../shell/chat/message-row.tsx';
import { Older } from '../shell/chat/older.tsx';
import { Rating } from '../shell/chat/rating.tsx';
import { ChatWarning } from '../shell/chat/warning.tsx';
import { OwnData } from './own-data.tsx';

const REFRESH_MS = 15_000;

type LinkedMessages = KeptMessages<ChatRecord>;

/** All messages that were fetched: those that leave the newest page stay, and earlier ones are asked for. */
function useMessages(link: string, newest: LinkedMessages | undefined) {
  const client = useClient();
  const [kept, keep] = useState<LinkedMessages | null>(null);
  useEffect(() => {
    if (newest !== undefined) keep((before) => withWindow(before, newest));
  }, [newest]);
  return {
    shown: newest === undefined ? null : withWindow(kept, newest),
    async load(oldest: number) {
      const page = await client.call('getLinkedChat', { body: { link, before: oldest } });
      keep((before) => withWindow(before, page));
    },
  };
}

function LinkedChat({ link, onDeleted }: { readonly link: string; readonly onDeleted: () => void }) {
  const client = useClient();
  const text = useText();
  const [draft, setDraft] = useState('');
  const query = useQuery({
    queryKey: [...queryKeys.linkedChat, link],
    queryFn: () => client.call('getLinkedChat', { body: { link } }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  const act = useAct<unknown, string>({
    mutationFn: (content, sending) => client.call('answerLinkedChat', { body: { link, content } }, sending),
    onSuccess: (_, sent) => setDraft((now) => afterSending(now, sent)),
    onSettled: () => query.refetch(),
  });
  const { shown, load } = useMessages(link, query.data);
  const data = query.data === undefined || shown === null ? undefined : { ...query.data, ...shown };
  return (
    <Loaded query={query} data={data} skeleton={<SkeletonText lines={6} />} failedTitle={text('chat.failed')}>
      {({ id, records, hasEarlier, isOpen, rating }) => (
        <>
          <section aria-label={text('chat.number', { number: String(id) })} className="rounded-base border">
            <h2 className="px-3 py-2 text-16 font-semibold">{text('chat.number', { number: String(id) })}</h2>
            <ChatWarning />
            <div role="log" aria-label={text('chat.messages')} className="flex flex-col gap-3 px-3 py-4">
              {hasEarlier && <Older load={() => load(records[0]?.number ?? 1)} />}
              {records.map((record) => (
                <MessageRow
                  key={record.number}
                  record={record}
                  chatId={id}
                  isRead={false}
                  onLost={() => void query.refetch()}
                />
              ))}
            </div>
            {!isOpen && (
              <Rating
                rating={rating}
                send={(given) => client.call('rateLinkedChat', { body: { link, ...given } })}
                onSent={() => query.refetch()}
              />
            )}
            <Composer draft={draft} onDraft={setDraft} onText={(content) => act.mutate(content)} />
            <div className="px-3 pb-2">
              <ActMessage phase={act.phase} error={act.error} />
            </div>
          </section>
          <OwnData link={link} chatId={id} onDeleted={onDeleted} />
        </>
      )}
    </Loaded>
  );
}

/** A conversation that was begun without an account. Its secret stands behind the `#`, which no server and no log sees. */
export function LinkedChatPage() {
  const text = useText();
  const [link] = useState(() => location.hash.slice(1));
  const [isDeleted, setDeleted] = useState(false);
  return (
    <div className="mx-auto flex w-full max-w-180 flex-col gap-4 px-4 py-8 sm:px-5">
      <h1 className="text-28 font-semibold">{text('chat.linked.title')}</h1>
      {link === '' ? (
        <p role="alert">{text('error.CHAT_LINK_WRONG')}</p>
      ) : isDeleted ? (
        <p role="status">{text('chat.linked.deleted')}</p>
      ) : (
        <>
          <p className="text-14 text-ink-2">
            {text('chat.linked.about')} {text('chat.guest.kept', { days: GUEST_CHAT_DAYS })}
          </p>
          <LinkedChat link={link} onDeleted={() => setDeleted(true)} />
        </>
      )}
    </div>
  );
}
