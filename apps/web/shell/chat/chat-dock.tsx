import type { Conversation } from '@candor/api';
import { useText } from '@candor/ui';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readChatHash, SUPPORT_HASH } from '../../common/support-texts.ts';
import { useMediaQuery } from '../../common/use-media-query.ts';
import { unreadOf, useChat, useChatState } from '../../data/chat/index.ts';
import { deviceStorage } from '../../data/index.ts';
import { usePlan } from '../plan.ts';
import { useRooms } from '../use-rooms.ts';
import { ChatBox } from './chat-box.tsx';
import { type Place, readPlace } from './place.ts';
import { CHAT_ROOMS } from './rooms.ts';
import { useDrag } from './use-drag.ts';

const MOST_SHOWN = 99;
/** Above the phone's bottom bar. */
const FIRST_PLACE: Place = { right: 16, bottom: 72 };

/** The place of the chat on this device. */
function usePlace(): readonly [Place, (place: Place) => void] {
  const [place, setPlace] = useState<Place>(
    () => readPlace(deviceStorage.read('chatPlace')?.content) ?? FIRST_PLACE,
  );
  const move = useCallback((next: Place) => {
    setPlace(next);
    deviceStorage.write('chatPlace', next);
  }, []);
  return [place, move];
}

/**
 * The conversations of the chat's button. Beside an order that shows its own conversation that one is left out, so that no
 * second way into it covers it.
 */
function useElsewhere(known: readonly Conversation[] | null): {
  readonly elsewhere: readonly Conversation[];
  readonly isBesideOne: boolean;
} {
  const order = useRouterState({
    select: ({ location: { pathname, search } }) =>
      pathname === '/otc/order' || pathname === '/merchant/deal'
        ? (search as { readonly order?: unknown }).order
        : undefined,
  });
  const isShown = ({ kind, reference }: Conversation) => kind === 'order' && reference === String(order);
  const isBesideOne = order !== undefined;
  return { elsewhere: (known ?? []).filter((each) => !isBesideOne || !isShown(each)), isBesideOne };
}

/** Asks for what was missed when the page is looked at again, or the network is back. */
function useWake(): void {
  const chat = useChat();
  useEffect(() => {
    const wake = () => {
      if (document.visibilityState === 'visible') chat.wake();
    };
    window.addEventListener('focus', wake);
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.removeEventListener('focus', wake);
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [chat]);
}

interface LauncherProps {
  readonly unread: number;
  readonly place: Place;
  readonly onMove: (place: Place) => void;
  readonly onOpen: () => void;
  /** True where the box was open until now: the focus goes back to its button. */
  readonly takesFocus: boolean;
}

/** The button of the chat: how much is unread. It moves by drag and by arrows. */
function Launcher({ unread, place, onMove, onOpen, takesFocus }: LauncherProps) {
  const text = useText();
  const button = useRef<HTMLButtonElement>(null);
  const drag = useDrag(button, place, onMove);
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <section aria-label={text('chat.box')}>
      <button
        ref={button}
        type="button"
        aria-label={text('chat.open', { count: unread })}
        style={{ right: drag.place.right, bottom: drag.place.bottom }}
        className="fixed z-25 flex size-12 touch-none items-center justify-center rounded-full bg-accent text-on-accent shadow-float hover:bg-accent-strong"
        {...drag.handlers}
        onClick={() => {
          if (!drag.tookDrag()) onOpen();
        }}
      >
        <MessageCircle aria-hidden="true" className="size-6" strokeWidth={1.75} />
        {unread > 0 && (
          <span
            aria-hidden="true"
            data-testid="chat-unread"
            className="absolute -top-1 -right-1 flex h-5 min-w-5 items-center justify-center rounded-full border border-paper bg-ink px-1 text-[11px] leading-none font-semibold text-paper figure"
          >
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </button>
    </section>
  );
}

/** Shows the conversation that an address names after its `#`, as notices and mails link to it. */
function useChatAtHash(): void {
  const chat = useChat();
  const navigate = useNavigate();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const isKnown = useChatState(({ conversations }) => conversations !== null);
  const number = readChatHash(hash);
  useEffect(() => {
    if (number === null || !isKnown) return;
    chat.show(number);
    void navigate({ to: '.', search: true, hash: '', replace: true });
  }, [chat, isKnown, navigate, number]);
}

/**
 * The chat of a signed-in user, on every page. On a phone, beside an order form and beside an order’s own conversation its
 * button is there only while another conversation is under way or something is unread: it would lie over what is pressed.
 */
export function ChatDock() {
  const chat = useChat();
  const navigate = useNavigate();
  const isReady = useRooms(CHAT_ROOMS);
  const [place, move] = usePlace();
  useWake();
  useChatAtHash();
  const known = useChatState((state) => state.conversations);
  const hasFailed = useChatState((state) => state.error !== null);
  const shown = useChatState((state) => state.shown);
  const { elsewhere, isBesideOne } = useElsewhere(known);
  const wasOpen = useRef(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isWide = usePlan().screenAt(path)?.isWide === true;
  const hasRoom = useMediaQuery('(min-width: 48rem)') && !isWide && !isBesideOne;
  if (!isReady || (known === null && !hasFailed)) return null;
  // after a failure support can be written to all the same: the next press, focus or connection asks again
  const conversations = known ?? [];
  const unread = unreadOf({ conversations: elsewhere });
  const isUnderWay = unread > 0 || elsewhere.some(({ status }) => status !== 'resolved');
  if (shown !== null) {
    wasOpen.current = true;
    const conversation = conversations.find(({ id }) => id === shown) ?? null;
    return <ChatBox conversations={conversations} shown={conversation} place={place} onMove={move} />;
  }
  if (!isUnderWay && !hasRoom) return null;
  const open = () => {
    if (known === null) chat.wake();
    const first = elsewhere.find((each) => each.unread > 0) ?? elsewhere[0];
    if (first === undefined) void navigate({ to: '.', search: true, hash: SUPPORT_HASH, replace: true });
    else chat.show(first.id);
  };
  return <Launcher unread={unread} place={place} onMove={move} onOpen={open} takesFocus={wasOpen.current} />;
}
