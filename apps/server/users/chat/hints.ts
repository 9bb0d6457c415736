import { type ChatMessage, subjects } from '@candor/api';
import type { Bus } from '../../base/bus/index.ts';
import type { Db } from '../../base/database/index.ts';

/** Something that parties of a conversation are to hear. */
export interface Hint {
  readonly chatId: number;
  readonly event: ChatMessage['event'];
  readonly number: number;
  /** The user who did it; null for staff and for a guest. */
  readonly by: number | null;
}

/** Notifies the parties of what was committed: the text goes by HTTP alone. */
export async function publishHint(
  { db, bus, now }: { readonly db: Db; readonly bus: Pick<Bus, 'publishAll'>; readonly now: () => number },
  { chatId, event, number, by }: Hint,
): Promise<void> {
  const parties = await db
    .selectFrom('chat.party')
    .innerJoin('chat.inbox', 'chat.inbox.user_id', 'chat.party.user_id')
    .select(['chat.inbox.user_id', 'chat.inbox.topic'])
    .where('chat.party.chat_id', '=', BigInt(chatId))
    .execute();
  bus.publishAll(
    parties.flatMap(({ user_id, topic }) => {
      const own = Number(user_id) === by;
      // its own typing is on the page already
      if (own && event === 'typing') return [];
      const message: ChatMessage = { type: 'chat', t: now(), event, chatId, number, own };
      return [[subjects.chat(Number(user_id)), { topic, message }] as const];
    }),
  );
}
