import type { Language, NoticeContent } from '@candor/api';
import { NOTICE_DAYS } from '@candor/api';
import type { Pool } from 'pg';
import { kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { dailyTask, planDaily, type Task } from '../../base/jobs/index.ts';
import type { Messages } from '../messages/index.ts';
import { noticeMigrations } from './schema.ts';
import { MAIL_TASK } from './store.ts';

/** Addresses at which a user is reached. */
export interface Reach {
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: Language;
  readonly antiPhishing: string | null;
}

interface MailTaskNeeds {
  readonly pool: Pool;
  readonly messages: Pick<Messages, 'isOpen' | 'send'>;
  /** Null for an account that has ended. */
  readonly reach: (trx: Trx, userId: number) => Promise<Reach | null>;
  readonly now: () => number;
}

const LIFETIME_MS = 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const FORGET_TASK = 'forgetNotices';
const channels = [
  { channel: 'email', contact: 'email', due: 'is_mail_due' },
  { channel: 'sms', contact: 'phone', due: 'is_sms_due' },
] as const;

/**
 * The task that sends what is due to one user: one mail and one text for all of it, in one transaction with the marks
 * that it is sent.
 */
export function mailNoticesTask({ pool, messages, reach, now }: MailTaskNeeds): Task {
  const db = kyselyOf(pool);
  return {
    name: MAIL_TASK,
    run: (row) =>
      db.transaction().execute(async (trx) => {
        const userId = Number(row);
        const due = await trx
          .selectFrom('notices.notice')
          .select(['notice_id', 'kind', 'facts', 'is_mail_due', 'is_sms_due'])
          .where('user_id', '=', BigInt(userId))
          .where((each) => each.or([each('is_mail_due', '=', true), each('is_sms_due', '=', true)]))
          .orderBy('notice_id')
          .forUpdate()
          .execute();
        if (due.length === 0) return;
        const user = await reach(trx, userId);
        let isSent = false;
        for (const { channel, contact, due: mark } of channels) {
          const notices = due.filter((each) => each[mark]);
          const to = user?.[contact] ?? null;
          if (user === null || notices.length === 0 || to === null || !messages.isOpen(channel)) continue;
          await messages.send(trx, {
            channel,
            to,
            kind: 'notice',
            userId,
            language: user.language,
            antiPhishing: user.antiPhishing,
            codeNonce: null,
            notices: notices.map(({ kind, facts }) => ({ kind, facts }) as unknown as NoticeContent),
            expiresAtMs: now() + LIFETIME_MS,
          });
          isSent = true;
        }
        await trx
          .updateTable('notices.notice')
          .set({ is_mail_due: false, is_sms_due: false })
          .where(
            'notice_id',
            'in',
            due.map(({ notice_id }) => notice_id),
          )
          .execute();
        if (!isSent) return;
        await trx
          .insertInto('notices.mailbox')
          .values({ user_id: userId, mailed_at: new Date(now()) })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ mailed_at: new Date(now()) }))
          .execute();
      }),
  };
}

/** Makes sure that old notices are deleted: now, and by the task itself each day from then on. */
export async function planForgettingNotices(pool: Pool, now: () => number): Promise<void> {
  await migrate(pool, 'notices', noticeMigrations);
  await planDaily(pool, FORGET_TASK, now);
}

/** Deletes notices that are older than they are kept. */
export function forgetNoticesTask({ pool, now }: Pick<MailTaskNeeds, 'pool' | 'now'>): Task {
  const db = kyselyOf(pool);
  return dailyTask({
    name: FORGET_TASK,
    pool,
    now,
    run: () =>
      db
        .deleteFrom('notices.notice')
        .where('at', '<', new Date(now() - NOTICE_DAYS * DAY_MS))
        .execute(),
  });
}
