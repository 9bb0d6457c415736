import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import type { Sessions } from '../../apps/server/users/identity/sessions.ts';
import { endWithMe } from '../support/end-with-me.ts';
import { isQuick } from '../support/suite.ts';
import { type House, openHouse } from './support/house.ts';
import { faultsOf, runStorm, type Seen, type StormFigures, type StormPlan, textOf } from './support/storm.ts';

/** Pages of the whole storm, each of a user of its own in a conversation of two; 0 in every run but `npm run storm`. */
const WHOLE_PAGES = Number(process.env.STORM_PAGES ?? 0);
const MESSAGES_EACH = 6;
/** Messages of the whole storm in a second: 2,000 pages write for a minute. */
const MESSAGES_A_SECOND = 200;
/** Processes of the whole storm’s pages. */
const PROCESSES = 2;
/** Pages behind one address: half of what the product lets in. */
const PAGES_AN_ADDRESS = 50;
const SEED = 7;
const AN_HOUR_MS = 3_600_000;

let house: House;
const children: ChildProcess[] = [];
beforeAll(async () => {
  // limits of sockets are the product's own
  house = await openHouse({ connections: 12 });
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => house?.stop());

/** Makes users with a session each. Their rows are written directly: the storm asks nothing of registrations. */
async function usersOf(count: number): Promise<{ readonly userId: number; readonly token: string }[]> {
  const { rows } = await house.pool.query<{ user_id: string }>(
    `insert into identity.user (account, password_hash, invite_code, language)
     select 'storm_' || at, 'none', 'storm_' || at, 'en' from generate_series(1, $1::int) as at returning user_id`,
    [count],
  );
  const sessions = house.identity.sessions as Sessions;
  return kyselyOf(house.pool)
    .transaction()
    .execute(async (trx) => {
      const users = [];
      for (const { user_id } of rows) {
        const userId = Number(user_id);
        const { token } = await sessions.open(trx, userId, null);
        users.push({ userId, token });
      }
      return users;
    });
}

/** Begins conversations of two users each, as orders will. */
async function pairsOf(count: number): Promise<StormPlan['pairs'][number][]> {
  const users = await usersOf(2 * count);
  const { rows } = await house.pool.query<{ chat_id: string; chat_key: string }>(
    `insert into chat.conversation (chat_key, kind, reference, language, status, created_at, last_at)
     select md5('storm ' || at), 'order', 'storm ' || at, 'en', 'open', now(), now()
     from generate_series(1, $1::int) as at returning chat_id, chat_key`,
    [count],
  );
  const chatIds = users.map((_, at) => rows[Math.floor(at / 2)]?.chat_id);
  await house.pool.query(
    'insert into chat.party (chat_id, user_id) select * from unnest($1::bigint[], $2::bigint[])',
    [chatIds, users.map(({ userId }) => userId)],
  );
  return rows.map(({ chat_id, chat_key }, at) => {
    const place = Math.floor((2 * at) / PAGES_AN_ADDRESS);
    const address = `198.18.${place >> 8}.${place & 255}`;
    const [first, second] = users
      .slice(2 * at, 2 * at + 2)
      .map((user) => ({ userId: user.userId, token: user.token, address, chatId: Number(chat_id) }));
    return { users: [first!, second!], chatKey: chat_key };
  });
}

/** Runs a part of the storm in a process of its own, so that neither pages nor house wait for the other's work. */
async function runApart(plan: StormPlan): Promise<StormFigures> {
  const child = fork(join(import.meta.dirname, 'support/storm-process.ts'), { execArgv: [] });
  endWithMe(child);
  children.push(child);
  child.send(plan);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of pages ended with ${code}`);
  });
  const [figures] = (await Promise.race([once(child, 'message'), ended])) as [StormFigures];
  ended.catch(() => {});
  return figures;
}

const SIZES = { whole: WHOLE_PAGES, quick: 12, usual: 60 };

describe('a storm of messages', () => {
  // a test that is skipped counts as one that failed: each run defines the one that it takes
  if (WHOLE_PAGES === 0)
    it('loses, doubles and reorders nothing over lines that are cut at random', async () => {
      const pairs = await pairsOf((isQuick ? SIZES.quick : SIZES.usual) / 2);
      const plan = { url: house.url, seed: SEED, pairs, messagesEach: MESSAGES_EACH, perSecond: null };
      const figures = await runStorm(plan);
      expect(figures).toMatchObject({ messages: 2 * pairs.length * MESSAGES_EACH, faults: [] });
      expect(figures.shown).toBe(2 * figures.messages);
      expect(figures.cuts).toBeGreaterThan(0);
      expect(figures.reconnects).toBeGreaterThanOrEqual(figures.cuts);
    });
  else
    it(
      'loses, doubles and reorders nothing over lines that are cut at random, in its whole size',
      async () => {
        const pairs = await pairsOf(WHOLE_PAGES / 2);
        const share = Math.ceil(pairs.length / PROCESSES);
        const figures = await Promise.all(
          Array.from({ length: PROCESSES }, (_, at) =>
            runApart({
              url: house.url,
              seed: SEED + at,
              pairs: pairs.slice(at * share, (at + 1) * share),
              messagesEach: MESSAGES_EACH,
              perSecond: MESSAGES_A_SECOND / PROCESSES,
            }),
          ),
        );
        console.table(figures.map(({ faults: _, ...counts }) => counts));
        expect(figures.flatMap(({ faults }) => faults)).toEqual([]);
        const sumOf = (count: (part: StormFigures) => number) =>
          figures.reduce((sum, part) => sum + count(part), 0);
        expect(sumOf(({ messages }) => messages)).toBe(WHOLE_PAGES * MESSAGES_EACH);
        expect(sumOf(({ shown }) => shown)).toBe(2 * WHOLE_PAGES * MESSAGES_EACH);
      },
      AN_HOUR_MS,
    );
});

describe('the judge of a storm', () => {
  const terms = { userIds: [1, 2], messagesEach: 3 };
  const seen = [0, 1, 2].flatMap((at) => [textOf(1, at), textOf(2, at)]);
  const numbered = (contents: readonly string[]): Seen[] =>
    contents.map((content, at) => ({ number: at + 1, content }));

  it('finds nothing where all is well', () => {
    expect(faultsOf(numbered(seen), terms)).toEqual([]);
  });

  it.each([
    ['lost', numbered(seen.toSpliced(2, 1))],
    ['doubled', numbered(seen.toSpliced(2, 0, seen[2] as string))],
    ['out of order', numbered([...seen.slice(0, 2), ...seen.slice(2).toReversed()])],
    [
      'numbers',
      numbered(seen).map(({ number, content }) => ({ number: number > 3 ? number + 1 : number, content })),
    ],
    ['never written', numbered([...seen, 'of nobody'])],
  ])('finds what is %s', (fault, wrong) => {
    expect(faultsOf(wrong, terms).join()).toContain(fault);
  });
});
