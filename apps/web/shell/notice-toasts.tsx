import { type Notice, type NoticeMessage, noticeKinds } from '@candor/api';
import { notifications, useText } from '@candor/ui';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { setNewsInTitle, setUnreadInTitle } from '../common/tab-title.ts';
import { useNotices, useServices } from '../data/index.ts';
import { announce, COLLECT_MS } from './notice-burst.ts';
import { noticePlace } from './notice-link.tsx';
import { playNoticeSound } from './notice-sound.ts';
import { useNoticeRooms, useNoticeWords } from './notice-words.ts';
import { useReadNotices } from './use-read-notices.ts';

/** The card that stands for a burst. */
const BURST = 'burst';
/** The card that stands for what came while the user was away. */
const AWAY = 'away';
const LEAVES_AFTER_MS = 8_000;
const ALL_NOTICES = '/account/center/notices';

/** A stop that fired and is kept is said by `GuardNotices`, with what is left now. */
const isSaidByGuard = (notice: Notice): boolean =>
  notice.kind === 'order-fired' && notice.facts.outcome === 'kept';
/** True for what stays until it is clicked or closed: urgent notices, and all of OTC, as the specification says. */
const isUrgent = ({ kind }: Notice): boolean => noticeKinds[kind].urgent || kind.startsWith('otc-');

/** Shows the count of unread notices in the tab's title, and takes the last notice out of it once it is looked at. */
function useTitle(): void {
  const unread = useNotices((state) => state.unread) ?? 0;
  useEffect(() => setUnreadInTitle(unread), [unread]);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) setNewsInTitle(null);
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      setUnreadInTitle(0);
      setNewsInTitle(null);
    };
  }, []);
}

/** Returns what shows the cards of notices that came together. */
function useShow(): (arrived: readonly Notice[]) => void {
  const read = useReadNotices();
  const navigate = useNavigate();
  const text = useText();
  const wordsOf = useNoticeWords();
  const inBurst = useRef(0);
  return (arrived) => {
    const isOpen = notifications.current().some(({ key }) => key === BURST);
    const { alone, together } = announce(arrived, isUrgent, isOpen);
    for (const notice of alone) {
      const words = wordsOf(notice);
      notifications.add({
        key: notice.key,
        title: words.title,
        text: words.text.join(' '),
        ...(isUrgent(notice) ? {} : { leavesAfterMs: LEAVES_AFTER_MS }),
        onOpen: () => {
          read({ ids: [notice.id] });
          void navigate(noticePlace(notice));
        },
      });
    }
    const last = together.at(-1);
    if (last !== undefined) {
      inBurst.current = together.length + (isOpen ? inBurst.current : 0);
      notifications.add({
        key: BURST,
        title: text('bell.burst', { count: inBurst.current }),
        text: wordsOf(last).title,
        leavesAfterMs: LEAVES_AFTER_MS,
        onOpen: () => void navigate({ to: ALL_NOTICES }),
      });
    }
    const newest = arrived.at(-1);
    if (document.hidden && newest !== undefined) {
      const { title, text: lines } = wordsOf(newest);
      setNewsInTitle([title, ...lines.slice(0, 1)].join(' · '));
    }
  };
}

/** Shows one card for all that came while the user was away; it stays until it is opened or closed. */
function useAway(isReady: boolean): void {
  const away = useNotices((state) => state.away);
  const { notices } = useServices();
  const navigate = useNavigate();
  const text = useText();
  const wordsOf = useNoticeWords();
  useEffect(() => {
    if (away === null || !isReady) return;
    const named = away.notices.find(isUrgent) ?? away.notices[0];
    notifications.add({
      key: AWAY,
      title: text('bell.away', { count: away.count }),
      text: named === undefined ? '' : wordsOf(named).title,
      onOpen: () => void navigate({ to: ALL_NOTICES }),
    });
    notices.saidAway();
  }, [away, isReady, notices, navigate, text, wordsOf]);
}

/** Announces notices on every page: a card, the title of the tab, and a sound where the user wants one. */
export function NoticeToasts() {
  const { notices } = useServices();
  const isReady = useNoticeRooms();
  const show = useRef<(arrived: readonly Notice[]) => void>(() => {});
  show.current = useShow();
  useTitle();
  useAway(isReady);
  const waiting = useRef<NoticeMessage[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      if (!isReady) return;
      const arrived = waiting.current.splice(0);
      if (arrived.some(({ sound }) => sound)) playNoticeSound();
      const said = arrived.filter(({ toast }) => toast).map(({ notice }) => notice);
      show.current(said.filter((notice) => !isSaidByGuard(notice) && !notices.saidHere.has(notice)));
    };
    const later = () => {
      timer ??= setTimeout(flush, COLLECT_MS);
    };
    if (waiting.current.length > 0) later();
    const end = notices.onAnnounced((message) => {
      waiting.current.push(message);
      later();
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [notices, isReady]);
  return null;
}
