import {
  type NoticeMessage,
  type NoticesReadMessage,
  noticeMessageSchema,
  noticesReadMessageSchema,
  subjects,
} from '@candor/api';
import type { LiveFeed, LiveFeedDeps } from '../realtime/index.ts';

/** Carries notices and marks from the bus to the sockets of their user. */
export function createNoticesFeed({ bus, accounts, onError }: LiveFeedDeps): LiveFeed {
  const stop = bus.subscribe(subjects.notice('*'), (message, subject) => {
    const userId = Number(subject.split('.')[1]);
    if (!accounts.follows(userId)) return;
    const read = readMessage(message);
    if (read === null) onError(new Error(`a message of ${subject} is not of its form`));
    else accounts.tell(userId, read);
  });
  return { stop };
}

function readMessage(message: unknown): NoticeMessage | NoticesReadMessage | null {
  const notice = noticeMessageSchema.safeParse(message);
  if (notice.success) return notice.data;
  const marks = noticesReadMessageSchema.safeParse(message);
  return marks.success ? marks.data : null;
}
