import {
  type DeskMessage,
  isOrderCode,
  type KeptMessages,
  type SupportDetail,
  withWindow,
} from '@candor/api';
import {
  Button,
  cx,
  ErrorState,
  PictureButton,
  Skeleton,
  useFormatters,
  useProblem,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useConsole } from '../data/session.ts';
import { useBlobUrl } from '../shell/blob-url.ts';
import { SUPPORT_KEY } from './refresh.ts';

/** An image of a conversation: fetched when asked for, as each look is logged. */
function Picture({ id, record }: { readonly id: number; readonly record: DeskMessage }) {
  const { client } = useConsole();
  const text = useText();
  const problemOf = useProblem();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: [...SUPPORT_KEY, 'picture', id, record.number],
    queryFn: () =>
      client.call('getSupportPicture', { params: { id: String(id), number: String(record.number) } }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const url = useBlobUrl(query.data);
  if (!isOpen)
    return (
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {text('console.support.image.show')}
      </Button>
    );
  if (query.error !== null)
    return (
      <ErrorState
        title={text('console.support.image.failed')}
        text={problemOf(query.error).text}
        onRetry={() => void query.refetch()}
      />
    );
  if (url === null) return <Skeleton className="h-40 w-56" />;
  return (
    <PictureButton
      src={url}
      name={text('console.support.image', { number: record.number })}
      className="max-h-120 max-w-full object-contain"
    />
  );
}

function Message({
  id,
  record,
  userRead,
}: {
  readonly id: number;
  readonly record: DeskMessage;
  readonly userRead: number;
}) {
  const text = useText();
  const format = useFormatters();
  const time = format.dateTime(record.create_time);
  const systemText = ({ system, content }: DeskMessage) => {
    if (system === null) return content;
    return isOrderCode(system) ? text(`escrow.system.${system}`) : text(`console.support.system.${system}`);
  };
  if (record.author === 'system')
    return (
      <p className="self-center text-center text-12 text-ink-3">
        {systemText(record)} · {time}
      </p>
    );
  const isStaff = record.author === 'staff';
  return (
    <div className={cx('flex max-w-[85%] flex-col gap-1', isStaff ? 'items-end self-end' : 'items-start')}>
      <span className="text-12 text-ink-3">
        {isStaff
          ? record.operator
          : text(`console.support.author.${record.author === 'guest' ? 'guest' : 'user'}`)}
        {' · '}
        {time}
        {isStaff && record.number <= userRead && ` · ${text('console.support.read')}`}
      </span>
      {record.content_type === 2 ? (
        <Picture id={id} record={record} />
      ) : (
        <p
          dir="auto"
          className={cx(
            'max-w-full overflow-clip rounded-base px-3 py-2 text-14 wrap-anywhere whitespace-pre-wrap [unicode-bidi:isolate]',
            isStaff ? 'bg-accent-tint' : 'bg-wash',
          )}
        >
          {record.content}
        </p>
      )}
      {record.masked && <span className="text-12 text-warn">{text('console.support.masked')}</span>}
    </div>
  );
}

/** Nearer to the end than this, the reader is at the end. */
const AT_END_PX = 48;

/** Keeps the reader at the end while messages come; who scrolled up to read stays there. */
function useEnd(newest: number | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (newest !== undefined && element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [newest]);
  const onScroll = () => {
    const element = list.current;
    if (element === null) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END_PX;
  };
  return { list, onScroll };
}

/** The messages of a conversation, with the newest in sight; earlier ones are asked for. */
export function Messages({ detail }: { readonly detail: SupportDetail }) {
  const { row, records, userRead, typing, hasEarlier } = detail;
  const { client } = useConsole();
  const text = useText();
  const problemOf = useProblem();
  const [kept, keep] = useState<KeptMessages<DeskMessage> | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { list, onScroll } = useEnd(records.at(-1)?.number);
  const shown = withWindow(kept, { records, hasEarlier });
  const oldest = shown.records[0]?.number;
  // what leaves the newest page stays on this one
  useEffect(() => keep((before) => withWindow(before, { records, hasEarlier })), [records, hasEarlier]);
  const load = async () => {
    setError(null);
    setLoading(true);
    try {
      const query = { before: String(oldest) };
      const page = await client.call('getSupportConversation', { params: { id: String(row.id) }, query });
      keep((before) => withWindow(before, page));
    } catch (cause) {
      setError(cause);
    } finally {
      setLoading(false);
    }
  };
  return (
    <div className="flex flex-col gap-1">
      <div
        ref={list}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={text('console.support.messages')}
        className="flex h-[55dvh] min-h-80 flex-col gap-3 overflow-y-auto rounded-base border px-3 py-3"
        onScroll={onScroll}
      >
        {shown.hasEarlier && (
          <Button
            variant="plain"
            size="small"
            className="self-center"
            loading={isLoading}
            onClick={() => void load()}
          >
            {text('console.support.earlier')}
          </Button>
        )}
        {error !== null && (
          <p role="alert" className="self-center text-12 text-warn">
            {problemOf(error).text}
          </p>
        )}
        {shown.records.map((record) => (
          <Message key={record.number} id={row.id} record={record} userRead={userRead} />
        ))}
      </div>
      <p aria-live="polite" className="h-4 text-12 text-ink-3">
        {typing && text('console.support.typing')}
      </p>
    </div>
  );
}
