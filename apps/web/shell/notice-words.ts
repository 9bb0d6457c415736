import { type NoticeContent, type NoticeSentence, noticeWords } from '@candor/api';
import type { CustomerRoom, MessageId } from '@candor/i18n';
import { networkNameOf, useFormatters, useText } from '@candor/ui';
import { useMemo } from 'react';
import { useRooms } from './use-rooms.ts';

/** Rooms of messages that the words of notices lie in. */
export const NOTICE_ROOMS: readonly CustomerRoom[] = [
  'notices',
  'review',
  'escrow',
  'withdraw',
  'bell',
  'error',
];

/** A notice in the reader's language. */
export interface WordedNotice {
  readonly title: string;
  readonly text: readonly string[];
}

/** Returns true once the words of notices are loaded. */
export const useNoticeRooms = (): boolean => useRooms(NOTICE_ROOMS);

/** Returns what puts notices into words; the same function until the language changes. */
export function useNoticeWords(): (notice: NoticeContent) => WordedNotice {
  const text = useText();
  const format = useFormatters();
  return useMemo(() => {
    const formats = { ...format, network: (code: string) => networkNameOf(text, code) };
    const say = ({ id, values }: NoticeSentence) => text(id as MessageId, values);
    return (notice) => {
      const words = noticeWords(notice, formats);
      return { title: say(words.title), text: words.text.map(say) };
    };
  }, [text, format]);
}
