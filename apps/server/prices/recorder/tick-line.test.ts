import { type Committed, JournalError, type Submission } from '@candor/journal';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ChainedTick } from './messages.ts';
import { TickLine } from './tick-line.ts';

/** A journal whose answers are given by hand. */
class Journal {
  readonly sent: { tick: ChainedTick; ok: (code?: string) => void; fail: (code: string) => void }[] = [];
  state: 'ready' | 'recovering' = 'ready';

  submitFirst({ body }: Submission): Promise<Committed> {
    if (this.state !== 'ready')
      return Promise.reject(new JournalError('NOT_READY', 'The journal is not ready'));
    return new Promise((resolve, reject) => {
      this.sent.push({
        tick: body as ChainedTick,
        ok: (code) => {
          const outcome = code === undefined ? { ok: true } : { ok: false, code };
          resolve({ seq: 1, timeMs: 0, outcome } as Committed);
        },
        fail: (code) => reject(new JournalError(code as 'NOT_COMMITTED', 'it stopped')),
      });
    });
  }

  status() {
    return { state: this.state } as never;
  }

  numbers() {
    return this.sent.map(({ tick }) => tick.tickNo);
  }
}

let journal: Journal;
let line: TickLine;
let done: number;
let said: string[];

beforeEach(() => {
  [journal, done, said] = [new Journal(), 0, []];
  line = new TickLine({
    submit: (submission) => journal.submitFirst(submission),
    status: () => journal.status(),
    log: (text) => said.push(text),
    onJournaled: (ticks) => {
      done += ticks;
    },
  });
});

const tick = (tickNo: number): ChainedTick => ({
  type: 'indexTick',
  tickNo,
  chainedMs: tickNo * 250,
  quotes: [],
  record: { no: tickNo, previousHash: `${tickNo - 1}`, hash: `${tickNo}` },
});
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('ticks are sent at once and in order, however many are under way', async () => {
  for (let no = 1; no <= 40; no++) line.push(tick(no));
  expect(journal.numbers()).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  for (const { ok } of journal.sent) ok();
  await settled();
  expect([line.length, done]).toEqual([0, 40]);
});

test('what a journal did not take is sent again verbatim, from the first on, before any later one', async () => {
  for (const no of [1, 2, 3]) line.push(tick(no));
  const [first, second, third] = journal.sent;
  first!.ok();
  second!.fail('OUTCOME_UNKNOWN');
  await settled();
  line.push(tick(4));
  expect(journal.numbers()).toEqual([1, 2, 3]);
  journal.state = 'recovering';
  third!.fail('NOT_COMMITTED');
  await settled();
  line.push(tick(5));
  expect(journal.numbers()).toEqual([1, 2, 3]);
  journal.state = 'ready';
  line.send();
  expect(journal.numbers()).toEqual([1, 2, 3, 2, 3, 4, 5]);
  expect(journal.sent[3]!.tick).toEqual(tick(2));
  // the journal had taken the second: it is refused now, and done
  for (const [i, { ok }] of journal.sent.slice(3).entries()) ok(i === 0 ? 'TICK_OUT_OF_ORDER' : undefined);
  await settled();
  expect([line.length, done]).toEqual([0, 5]);
  expect(said).toHaveLength(2);
});

test('a journal that is not ready gets what waits once it is, by itself', async () => {
  journal.state = 'recovering';
  for (const no of [1, 2]) line.push(tick(no));
  await settled();
  expect(journal.sent).toEqual([]);
  journal.state = 'ready';
  await vi.waitFor(() => expect(journal.numbers()).toEqual([1, 2]));
  for (const { ok } of journal.sent) ok();
  await line.stop();
  expect(line.length).toBe(0);
});

test('a tick that is refused for what it says is sent again later with all after it, and nothing overtakes it', async () => {
  for (const no of [1, 2, 3]) line.push(tick(no));
  journal.sent[0]!.ok();
  journal.sent[1]!.ok('UNKNOWN_VENUE');
  journal.sent[2]!.ok('TICK_CHAIN_BROKEN');
  await settled();
  line.send();
  expect([journal.numbers(), done]).toEqual([[1, 2, 3], 1]);
  await vi.waitFor(() => expect(journal.numbers()).toEqual([1, 2, 3, 2, 3]));
  for (const { ok } of journal.sent.slice(3)) ok();
  await settled();
  expect([line.length, done, said]).toEqual([0, 3, [expect.stringContaining('UNKNOWN_VENUE')]]);
});

test('with somebody to ask first, nothing is sent before that, and then what is said to wait', async () => {
  const asked: number[] = [];
  const aligned = new TickLine({
    submit: (submission) => journal.submitFirst(submission),
    status: () => journal.status(),
    log: (text: string) => said.push(text),
    onJournaled: () => {},
    align: async () => {
      asked.push(journal.sent.length);
      if (asked.length === 1) throw new Error('not yet');
      return asked.length === 2 ? [tick(5), tick(6)] : [tick(6)];
    },
  });
  aligned.push(tick(6));
  aligned.push(tick(7));
  aligned.push(tick(7));
  aligned.begin();
  await vi.waitFor(() => expect(journal.numbers()).toEqual([5, 6, 7]));
  aligned.push(tick(8));
  expect(journal.numbers()).toEqual([5, 6, 7, 8]);
  journal.sent[0]!.ok();
  for (const { fail } of journal.sent.slice(1)) fail('OUTCOME_UNKNOWN');
  await vi.waitFor(() => expect(journal.numbers()).toEqual([5, 6, 7, 8, 6, 7, 8]));
  expect(asked).toEqual([0, 0, 4]);
  for (const { ok } of journal.sent.slice(4)) ok();
  await aligned.stop();
  expect(aligned.length).toBe(0);
});
