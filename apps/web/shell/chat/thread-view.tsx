import type { Conversation } from '@candor/api';
import { ErrorState, SkeletonText, useProblem, useText } from '@candor/ui';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { EMPTY_THREAD, useChat, useChatState } from '../../data/chat/index.ts';
import { Composer } from './composer.tsx';
import { MessageRow, WaitingRow } from './message-row.tsx';
import { Older } from './older.tsx';
import { Rating } from './rating.tsx';
import { ChatWarning } from './warning.tsx';

/** Nearer to the end than this, the reader is at the end. */
const AT_END_PX = 48;

/** Keeps the reader at the end while messages come, and at the same message while older ones are put above it. */
function useScroll(oldest: number | undefined, newest: number | undefined, waiting: number) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef({ oldest, height: 0, top: 0, isAtEnd: true, waiting: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const { height, isAtEnd } = before.current;
    const isOlderAbove = before.current.oldest !== undefined && oldest !== before.current.oldest;
    if (isOlderAbove) element.scrollTop += element.scrollHeight - height;
    else if (isAtEnd || waiting > before.current.waiting) element.scrollTop = element.scrollHeight;
    before.current = { ...before.current, oldest, waiting, height: element.scrollHeight };
  }, [oldest, newest, waiting]);
  const toEnd = useCallback(() => {
    const element = list.current;
    if (element !== null && before.current.isAtEnd) element.scrollTop = element.scrollHeight;
  }, []);
  useEffect(() => {
    // the field below grows with what is typed
    const watch = new ResizeObserver(toEnd);
    if (list.current !== null) watch.observe(list.current);
    return () => watch.disconnect();
  }, [toEnd]);
  const onScroll = () => {
    const element = list.current;
    if (element === null) return;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END_PX;
    // an image that arrived makes the list longer: only who scrolls up leaves the end
    if (isAtEnd || element.scrollTop < before.current.top) before.current.isAtEnd = isAtEnd;
    before.current.top = element.scrollTop;
  };
  return { list, onScroll, toEnd };
}

/** The messages of one conversation, and the field of the next one. */
export function ThreadView({ conversation }: { readonly conversation: Conversation }) {
  const { id: chatId, othersRead } = conversation;
  const chat = useChat();
  const text = useText();
  const problemOf = useProblem();
  const thread = useChatState(({ threads }) => threads.get(chatId)) ?? EMPTY_THREAD;
  const draft = useChatState(({ drafts }) => drafts.get(chatId)) ?? '';
  const isTyping = useChatState(({ typing }) => typing.has(chatId));
  const { messages, waiting, mayHaveOlder, top, error } = thread;
  // a message that failed has a second row, with its reason and its buttons
  const rows = waiting.length + waiting.filter(({ error: failure }) => failure !== null).length;
  const { list, onScroll, toEnd } = useScroll(messages[0]?.number, messages.at(-1)?.number, rows);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') chat.markRead(chatId);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [chat, chatId]);
  const lastRead = messages.findLast(({ mine, number }) => mine && number <= othersRead)?.number;
  return (
    <>
      <ChatWarning />
      <div
        ref={list}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={text('chat.messages')}
        aria-busy={top === null && error === null}
        className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain px-3 py-3"
        onScroll={onScroll}
        onLoadCapture={toEnd}
      >
        {top === null && error === null && <SkeletonText lines={5} />}
        {error !== null && (
          <ErrorState
            title={text('chat.failed')}
            text={problemOf(error).text}
            onRetry={() => void chat.loadNewest(chatId)}
          />
        )}
        {mayHaveOlder && <Older load={() => chat.loadOlder(chatId)} />}
        {messages.map((record) => (
          <MessageRow
            key={record.number}
            record={record}
            chatId={chatId}
            isRead={record.number === lastRead}
            onLost={() => void chat.renew(chatId, record.number)}
          />
        ))}
        {waiting.map((message) => (
          <WaitingRow
            key={message.localId}
            message={message}
            onRetry={() => chat.retry(chatId, message.localId)}
            onDiscard={() => chat.discard(chatId, message.localId)}
          />
        ))}
      </div>
      <p aria-live="polite" className="h-4 px-3 text-12 text-ink-3">
        {isTyping && text('chat.typing')}
      </p>
      {conversation.kind === 'support' && conversation.status === 'resolved' && (
        <Rating rating={conversation.rating} send={(rating) => chat.rate(chatId, rating)} />
      )}
      <Composer
        key={chatId}
        draft={draft}
        onDraft={(typed) => chat.setDraft(chatId, typed)}
        onText={(typed) => chat.sendText(chatId, typed)}
        onImage={(file) => chat.sendImage(chatId, file)}
      />
    </>
  );
}
