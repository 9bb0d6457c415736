import { describe, expect, it, vi } from 'vitest';
import { createHashQueue, type HashQueue, type HashQueueOptions, type HashSender } from './hash-queue.ts';

const OPTIONS: HashQueueOptions = {
  atOnce: 1,
  mostOfKey: 100,
  mostOfLane: 200,
  longLane: 5,
  patienceMs: 60_000,
};

const visitor = (address: string, account = address): HashSender => ({
  lane: 'visitor',
  keys: [`address ${address}`, `account ${account}`],
});
const known = (account: string): HashSender => ({ lane: 'known', keys: [`account ${account}`] });
const user = (userId: number): HashSender => ({ lane: 'user', keys: [`user ${userId}`] });

/** Tasks that end when they are told to, and the order in which they began. */
function recorded(queue: HashQueue) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, sender: HashSender) => {
    const run = queue.run(sender, () => {
      began.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
    // what a test leaves in the queue is refused later, when nobody waits for it
    run.catch(() => {});
    return run;
  };
  return {
    began,
    add,
    /** Ends the running task and lets the next one begin. */
    async turn() {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('hashes', () => {
  it('of one flood, by address or by account, come behind those of everybody else', async () => {
    const { began, add, turn } = recorded(createHashQueue(OPTIONS));
    const sent = [add('first', visitor('flood', 'x'))];
    for (let n = 0; n < 20; n += 1) sent.push(add('one address', visitor('flood', `name ${n}`)));
    for (let n = 0; n < 20; n += 1) sent.push(add('one account', visitor(`address ${n}`, 'x')));
    for (let n = 0; n < 5; n += 1) sent.push(add('other', visitor(`other ${n}`)));
    for (let n = 0; n < 6; n += 1) await turn();
    expect(began.slice(1, 6)).toEqual(Array(5).fill('other'));
    while (began.length < sent.length) await turn();
    await turn();
    await Promise.all(sent);
  });

  it('of signed-in users and of visitors take no turn from known devices', async () => {
    const { began, add, turn } = recorded(createHashQueue(OPTIONS));
    const sent = [add('first', user(1))];
    for (let n = 0; n < 50; n += 1) sent.push(add('user', user(n)), add('visitor', visitor(`${n}`)));
    for (let n = 0; n < 10; n += 1) sent.push(add('known', known(`${n}`)));
    for (let n = 0; n < 30; n += 1) await turn();
    const of = (name: string) => began.slice(1, 31).filter((each) => each === name).length;
    expect([of('known'), of('user'), of('visitor')]).toEqual([10, 10, 10]);
    while (began.length < sent.length) await turn();
    await turn();
    await Promise.all(sent);
  });

  it('are bounded by key and by lane', async () => {
    const { add } = recorded(createHashQueue({ ...OPTIONS, mostOfKey: 3, mostOfLane: 4 }));
    for (let n = 0; n < 3; n += 1) void add('mine', visitor('a', `${n}`));
    await expect(add('one more', visitor('a', 'b'))).rejects.toThrow('RATE_LIMITED');
    for (let n = 0; n < 2; n += 1) void add('others', visitor(`b${n}`));
    await expect(add('one more', visitor('c'))).rejects.toThrow('RATE_LIMITED');
    // another lane has places of its own
    void add('known', known('d'));
  });

  it('that would come too late are refused, and leave their place', async () => {
    vi.useFakeTimers();
    try {
      const queue = createHashQueue({ ...OPTIONS, mostOfKey: 2 });
      const { add } = recorded(queue);
      void add('running', visitor('a'));
      const late = expect(add('late', visitor('b'))).rejects.toThrow('RATE_LIMITED');
      await vi.advanceTimersByTimeAsync(OPTIONS.patienceMs + 1);
      await late;
      const again = [add('again', visitor('b')), add('again', visitor('b'))];
      for (const each of again) each.catch(() => {});
      await expect(add('too many', visitor('b'))).rejects.toThrow('RATE_LIMITED');
    } finally {
      vi.useRealTimers();
    }
  });

  it('ask for work once many visitors wait', async () => {
    const queue = createHashQueue(OPTIONS);
    const { add } = recorded(queue);
    for (let n = 0; n <= OPTIONS.longLane; n += 1) {
      expect(queue.isLong()).toBe(false);
      void add('visitor', visitor(`${n}`));
    }
    expect(queue.isLong()).toBe(true);
  });
});
