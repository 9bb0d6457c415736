import type { Conversation } from '@candor/api';
import { cx, IconButton, useText } from '@candor/ui';
import { ChevronLeft, GripHorizontal, Minus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useChat } from '../../data/chat/index.ts';
import { ChatList } from './chat-list.tsx';
import { statusWords, useMatterWords } from './chat-words.ts';
import type { Place } from './place.ts';
import { ThreadView } from './thread-view.tsx';
import { useDrag } from './use-drag.ts';

export interface ChatBoxProps {
  readonly conversations: readonly Conversation[];
  /** The conversation in the box; null for the list of all. */
  readonly shown: Conversation | null;
  readonly place: Place;
  readonly onMove: (place: Place) => void;
}

/** The box of a conversation. It floats over the page, which stays in use; on a phone it takes the page's width. */
export function ChatBox({ conversations, shown, place, onMove }: ChatBoxProps) {
  const chat = useChat();
  const text = useText();
  const matterOf = useMatterWords();
  const box = useRef<HTMLElement>(null);
  const drag = useDrag(box, place, onMove);
  const { onKeyDown, ...pointer } = drag.handlers;
  const title = useRef<HTMLHeadingElement>(null);
  const shownId = shown?.id ?? null;
  useEffect(() => title.current?.focus({ preventScroll: true }), [shownId]);
  return (
    <section
      ref={box}
      aria-label={text('chat.box')}
      style={{ right: drag.place.right, bottom: drag.place.bottom }}
      className="fixed z-25 flex h-[min(34rem,calc(100dvh-4rem))] w-[min(24rem,100vw)] flex-col overflow-hidden rounded-base bg-float text-ink shadow-float"
      onKeyDown={(event) => {
        // a press in a dialog that the box opened belongs to that dialog
        const isInside = event.currentTarget.contains(event.target as Node);
        if (event.key === 'Escape' && isInside && !event.nativeEvent.isComposing) chat.hide();
      }}
    >
      <header className="flex items-center gap-1 border-b py-1 pr-1 pl-2">
        {shown !== null && conversations.length > 1 && (
          <IconButton label={text('chat.all')} onClick={() => chat.show('list')}>
            <ChevronLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </IconButton>
        )}
        <div
          {...pointer}
          className="min-w-0 flex-1 cursor-grab touch-none px-1 select-none active:cursor-grabbing"
        >
          <h2 ref={title} tabIndex={-1} className="truncate text-14 font-semibold outline-none">
            {shown === null ? text('chat.all') : matterOf(shown)}
          </h2>
          {shown !== null && (
            <p className="truncate text-12 text-ink-2">
              {text('chat.number', { number: String(shown.id) })} · {statusWords(text, shown)}
            </p>
          )}
        </div>
        <button
          type="button"
          aria-label={text('chat.move')}
          className={cx(
            'flex size-9 shrink-0 cursor-grab touch-none items-center justify-center rounded-base text-ink-3',
            'hover:bg-ground hover:text-ink active:cursor-grabbing touch:size-11',
          )}
          {...pointer}
          onKeyDown={onKeyDown}
        >
          <GripHorizontal aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </button>
        <IconButton label={text('chat.hide')} onClick={() => chat.hide()}>
          <Minus aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </IconButton>
      </header>
      {shown === null ? (
        <ChatList conversations={conversations} />
      ) : (
        <ThreadView key={shown.id} conversation={shown} />
      )}
    </section>
  );
}
