import type { Notice, NoticeKind } from '@candor/api';
import type { House } from './house.ts';
import type { Person } from './person.ts';

/** The notices of a person, newest first, once all that was committed is told; of a house that writes notices. */
export async function toldTo(house: House, person: Pick<Person, 'client'>): Promise<readonly Notice[]> {
  await house.noticed();
  return (await person.client.call('getNotices', { query: {} })).records;
}

/** The notices of one kind. */
export async function toldOf<const Kind extends NoticeKind>(
  house: House,
  person: Pick<Person, 'client'>,
  kind: Kind,
): Promise<readonly Extract<Notice, { readonly kind: Kind }>[]> {
  const is = (notice: Notice): notice is Extract<Notice, { readonly kind: Kind }> => notice.kind === kind;
  return (await toldTo(house, person)).filter(is);
}

/** Gives a person the address of a mailbox, and a telephone where `phone` says one. */
export async function reached<Of extends Person>(house: House, person: Of, phone?: string): Promise<Of> {
  await house.factors.db.transaction().execute(async (trx) => {
    const { contacts } = house.identity;
    await contacts.set(trx, person.userId, 'email', `${person.account}@example.com`);
    if (phone !== undefined) await contacts.set(trx, person.userId, 'phone', phone);
  });
  return person;
}

/** Jobs that will mail to a person, each with its key and the time in ms from which it runs. */
export async function mailJobsOf(house: House, { userId }: Pick<Person, 'userId'>) {
  const { rows } = await house.pool.query<{ key: string; run_at: Date }>(
    `select key, run_at from jobs.jobs where key like 'mailNotices ' || $1 || '%' order by key`,
    [userId],
  );
  return rows.map(({ key, run_at }) => [key, run_at.getTime()]);
}

/** Runs what mails to a person, and returns the kinds of notices in each message of a channel, oldest first. */
export async function mailed(
  house: House,
  { userId }: Pick<Person, 'userId'>,
  channel: 'email' | 'sms' = 'email',
): Promise<readonly string[][]> {
  await house.noticed();
  // the second run finds nothing that is due
  for (const _ of [1, 2]) await house.runTask('mailNotices', String(userId));
  const { rows } = await house.pool.query<{ kinds: string[] }>(
    `select array(select n ->> 'kind' from jsonb_array_elements(notices) n) as kinds
     from messages.message where user_id = $1 and kind = 'notice' and channel = $2 order by message_id`,
    [userId, channel],
  );
  return rows.map(({ kinds }) => kinds);
}
