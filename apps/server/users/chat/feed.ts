import { chatHintSchema, subjects } from '@candor/api';
import type { LiveFeed, LiveFeedDeps } from '../../gateway/realtime/index.ts';

/** Carries hints of conversations from the bus to the sockets of their user. */
export function createChatFeed({ bus, accounts, onError }: LiveFeedDeps): LiveFeed {
  const stop = bus.subscribe(subjects.chat('*'), (hint, subject) => {
    const userId = Number(subject.split('.')[1]);
    if (!accounts.follows(userId)) return;
    const read = chatHintSchema.safeParse(hint);
    if (read.success) accounts.tell(userId, read.data.message);
    else onError(new Error(`a message of ${subject} is not of its form`));
  });
  return { stop };
}
