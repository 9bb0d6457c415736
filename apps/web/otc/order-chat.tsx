import type { OtcOrderDetail } from '@candor/api';
import { ErrorState, Skeleton, useProblem, useText } from '@candor/ui';
import { useEffect } from 'react';
import { EMPTY_THREAD, useChat, useChatState } from '../data/chat/index.ts';
import { ThreadView } from '../shell/chat/thread-view.tsx';

/** The room of an order that was made just now may come a moment later. */
const AGAIN_MS = 5_000;

/** The conversation of an order, beside it: both sides, and operators once there is an appeal. */
export function OrderChat({ order }: { readonly order: OtcOrderDetail }) {
  const { chatId, other } = order;
  const text = useText();
  const chat = useChat();
  const problemOf = useProblem();
  const failure = useChatState(({ error }) => error);
  const conversation = useChatState(({ conversations }) => conversations?.find(({ id }) => id === chatId));
  const thread = useChatState(({ threads }) => threads.get(chatId)) ?? EMPTY_THREAD;
  const isKnown = conversation !== undefined;
  const newest = thread.messages.at(-1)?.number;
  // one that was opened since the page was loaded, or is older than those that are listed, is asked for
  useEffect(() => {
    if (isKnown) {
      void chat.loadNewest(chatId);
      return;
    }
    chat.need(chatId);
    const again = setInterval(() => chat.remind(chatId), AGAIN_MS);
    return () => clearInterval(again);
  }, [chat, chatId, isKnown]);
  useEffect(() => {
    if (newest !== undefined && document.visibilityState === 'visible') chat.markRead(chatId);
  }, [chat, chatId, newest]);
  return (
    <section
      id="chat"
      aria-label={text('otc.chat', { name: other.nickname })}
      className="flex h-[min(36rem,calc(100dvh-8rem))] min-h-96 flex-col overflow-hidden rounded-base border lg:sticky lg:top-20"
    >
      <header className="border-b px-3 py-2">
        <h2 className="truncate text-14 font-semibold">
          <bdi>{other.nickname}</bdi>
        </h2>
        <p className="text-12 text-ink-2">{text('otc.chat.text')}</p>
      </header>
      {conversation !== undefined ? (
        <ThreadView key={chatId} conversation={conversation} />
      ) : failure === null ? (
        <Skeleton className="m-3 h-40" />
      ) : (
        <ErrorState
          title={text('chat.failed')}
          text={problemOf(failure).text}
          onRetry={() => chat.need(chatId)}
        />
      )}
    </section>
  );
}
