import { describe, expect, it } from 'vitest';
import { createSessionWatch } from './sessions.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('session watch', () => {
  const watchOver = (live: Map<string, number>) => {
    const errors: unknown[] = [];
    const ended: string[] = [];
    const watch = createSessionWatch(
      {
        async authenticate(token) {
          if (token === 'unknowable') throw new Error('no answer');
          const userId = live.get(token);
          return userId === undefined ? null : { userId };
        },
      },
      (error) => errors.push(error),
    );
    const add = (userId: number, token: string) => watch.add({ userId, token, end: () => ended.push(token) });
    return { watch, add, ended, errors };
  };

  it('ends a connection whose session ended while it was being opened', async () => {
    const { add, ended } = watchOver(new Map([['live', 1]]));
    add(1, 'live');
    add(1, 'over');
    await settled();
    expect(ended).toEqual(['over']);
  });

  it('asks again for one user or for all, and no more after a connection is gone', async () => {
    const live = new Map([
      ['a', 1],
      ['b', 1],
      ['c', 2],
      ['d', 2],
    ]);
    const { watch, add, ended } = watchOver(live);
    for (const [token, userId] of live) if (token !== 'd') add(userId, token);
    const leave = add(2, 'd');
    await settled();
    live.delete('a');
    live.delete('c');
    live.delete('d');
    await watch.recheck(1);
    expect(ended).toEqual(['a']);
    leave();
    await watch.recheck(null);
    expect(ended.toSorted()).toEqual(['a', 'a', 'c']);
  });

  it('ends a connection whose token is now of another user', async () => {
    const { add, ended } = watchOver(new Map([['a', 2]]));
    add(1, 'a');
    await settled();
    expect(ended).toEqual(['a']);
  });

  /** All at once stood before the calls of customers in the line for a connection to the database. */
  it('asks for a few sessions at a time, and for each of them', async () => {
    let [asked, most, all] = [0, 0, 0];
    const watch = createSessionWatch(
      {
        async authenticate() {
          asked += 1;
          all += 1;
          most = Math.max(most, asked);
          await settled();
          asked -= 1;
          return { userId: 1 };
        },
      },
      () => {},
    );
    for (let at = 0; at < 20; at++) watch.add({ userId: 1, token: `${at}`, end: () => {} });
    await settled();
    await settled();
    [most, all] = [0, 0];
    await watch.recheck(null);
    expect([most < 5, all]).toEqual([true, 20]);
  });

  it('keeps connections while sessions cannot be told', async () => {
    const { watch, add, ended, errors } = watchOver(new Map());
    add(1, 'unknowable');
    await watch.recheck(null);
    expect([ended, errors.length]).toEqual([[], 2]);
  });
});
