import type { OtcOrderDetail } from '@candor/api';
import { Skeleton, useText } from '@candor/ui';
import { useEffect } from 'react';
import { EMPTY_THREAD, useChat, useChatState } from '../data/chat/index.ts';
import { ThreadView } from '../shell/chat/thread-view.tsx';

/** The conversation of an order, beside it: both sides, and operators once there is an appeal. */
export function OrderChat({ order }: { readonly order: OtcOrderDetail }) {
  const { chatId, other } = order;
  const text = useText();
  const chat = useChat();
  const conversation = useChatState(({ conversations }) => conversations?.find(({ id }) => id === chatId));
  const thread = useChatState(({ threads }) => threads.get(chatId)) ?? EMPTY_THREAD;
  const isKnown = conversation !== undefined;
  const newest = thread.messages.at(-1)?.number;
  // one that was opened since the page was loaded is asked for
  useEffect(() => {
    if (isKnown) void chat.loadNewest(chatId);
    else chat.wake();
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
      {conversation === undefined ? (
        <Skeleton className="m-3 h-40" />
      ) : (
        <ThreadView key={chatId} conversation={conversation} />
      )}
    </section>
  );
}
