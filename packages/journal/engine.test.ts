import { describe, expect, test } from 'vitest';
import { begun, bootstrap, freshEngines } from '../../tests/support/fresh-engines.ts';
import { firstUserId, limitOrder, submission } from '../../tools/workload/exchange.ts';
import type { CommittedBatch } from './index.ts';

const alice = firstUserId;
const bob = firstUserId + 1;
const { open, query, holdCommits } = freshEngines();

const placed = { ok: true, status: 'open' };

describe('an open journal', () => {
  test('begins with the genesis and what follows it in one row', async () => {
    const engine = await open();
    expect(engine.status()).toMatchObject({ state: 'ready', reason: null, committedSeq: begun, epoch: 1 });
    expect(await query('SELECT batch_no, first_seq, last_seq FROM journal.batches')).toEqual([
      { batch_no: '1', first_seq: '1', last_seq: String(begun) },
    ]);
    expect(await engine.read((view) => view.mode)).toBe('practice');
  });

  test('leaves nothing behind where its first commands are rejected', async () => {
    await expect(open({ bootstrap: [...bootstrap, ...bootstrap] })).rejects.toMatchObject({
      code: 'BOOTSTRAP_REJECTED',
    });
    expect(await query('SELECT 1 FROM journal.batches')).toEqual([]);
  });

  test('answers after the commit, rejections too, and tells listeners in order', async () => {
    const engine = await open();
    const heard: CommittedBatch[] = [];
    engine.onCommitted((batch) => heard.push(batch));
    const answers = await Promise.all([
      engine.submit(submission(alice, limitOrder(1, 'buy', 100, 1_000_000))),
      engine.submit(submission(bob, limitOrder(1, 'sell', 100, 400_000))),
      engine.submit(submission(alice, { type: 'cancelOrder', orderId: 99, clientOrderId: null })),
    ]);
    expect(answers.map((answer) => answer.outcome)).toMatchObject([
      placed,
      { ok: true, status: 'filled' },
      { ok: false, code: 'UNKNOWN_ORDER' },
    ]);
    const [{ last }] = (await query<{ last: string }>(
      'SELECT max(last_seq) AS last FROM journal.batches',
    )) as [{ last: string }];
    expect(Number(last)).toBe(answers[2].seq);
    expect(heard.flatMap((batch) => batch.commands.map((command) => command.envelope.seq))).toEqual(
      [1, 2, 3].map((n) => begun + n),
    );
    expect(
      heard.flatMap((batch) => batch.commands.flatMap((command) => command.events)).map((e) => e.type),
    ).toContain('trade');
  });

  test('applies the next commands while a commit is under way', async () => {
    const engine = await open();
    const batches: number[] = [];
    engine.onCommitted((batch) => batches.push(batch.commands.length));
    const release = await holdCommits();
    const submitted: Promise<unknown>[] = [];
    for (let sent = 1; sent <= 5; sent++) {
      submitted.push(engine.submit(submission(alice, limitOrder(1, 'buy', 100 + sent, 1_000_000))));
      while (engine.status().appliedSeq < begun + sent) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(engine.status().committedSeq).toBe(begun);
    await release();
    await Promise.all(submitted);
    expect(batches).toEqual([1, 4]);
  });

  test('sequences what a listener of the turn submits first before all that waits, in its order', async () => {
    const engine = await open({ tuning: { maxQueuedCommands: 2 } });
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const sell = (ticks: number) => submission(alice, limitOrder(1, 'sell', 10, ticks), null);
    let rung = false;
    const stop = engine.onTurn(() => {
      if (rung) return;
      rung = true;
      for (const name of ['first', 'second', 'third'])
        void engine.submitFirst(sell(400_000)).then(note(name));
    });
    await Promise.all([
      engine.submit(sell(400_000)).then(note('user')),
      engine.submit(sell(400_000)).then(note('other user')),
      expect(engine.submit(sell(400_000))).rejects.toMatchObject({ code: 'OVERLOADED' }),
    ]);
    expect(order).toEqual(['first', 'second', 'third', 'user', 'other user']);
    stop();
    await engine.stop();
    await expect(engine.submitFirst(sell(400_000))).rejects.toMatchObject({ code: 'NOT_READY' });
  });

  test('a read waits for the commit of what it saw', async () => {
    const engine = await open();
    const release = await holdCommits();
    const submitted = engine.submit(submission(alice, limitOrder(1, 'buy', 100, 1_000_000)));
    while (engine.status().appliedSeq === begun) await new Promise((resolve) => setImmediate(resolve));
    const seen = engine.read((view) => view.spot.openOrders(alice, null).length);
    expect(engine.status().committedSeq).toBe(begun);
    await release();
    expect(await seen).toBe(1);
    expect(engine.status().committedSeq).toBe(begun + 1);
    await submitted;
  });

  test('a read waits for the last command that it saw, not for the commit that is under way', async () => {
    const engine = await open();
    const { appliedSeq } = engine.status();
    const release = await holdCommits();
    const submitted = [engine.submit(submission(alice, limitOrder(1, 'buy', 100, 1_000_000)))];
    while (engine.status().appliedSeq === appliedSeq) await new Promise((resolve) => setImmediate(resolve));
    submitted.push(engine.submit(submission(alice, limitOrder(1, 'buy', 101, 1_000_000))));
    while (engine.status().appliedSeq < appliedSeq + 2) await new Promise((resolve) => setImmediate(resolve));
    expect(engine.status().committedSeq).toBe(appliedSeq);
    const reading = engine.read((view) => view.seq);
    await release();
    const seen = await reading;
    expect(seen).toBe(appliedSeq + 2);
    expect(engine.status().committedSeq).toBe(seen);
    await Promise.all(submitted);
  });

  test('the same key gives the same answer at once and after a restart, and another body is refused', async () => {
    const engine = await open();
    const order = submission(alice, limitOrder(1, 'buy', 100, 1_000_000), 'place:one');
    const [first, second] = await Promise.all([engine.submit(order), engine.submit(order)]);
    expect(second.outcome).toEqual(first.outcome);
    await engine.stop();
    const again = await open();
    expect((await again.submit(order)).outcome).toEqual(first.outcome);
    expect((await again.submit({ ...order, bodyHash: 'cd'.repeat(32) })).outcome).toMatchObject({
      ok: false,
      code: 'KEY_REUSED_WITH_OTHER_BODY',
    });
    expect(await again.read((view) => view.spot.openOrders(alice, null).length)).toBe(1);
  });

  test('never lets time go back', async () => {
    let nowMs = 5_000_000;
    const engine = await open({ now: () => nowMs });
    const first = await engine.submit(submission(0, { type: 'tick' }));
    nowMs = 4_000_000;
    const second = await engine.submit(submission(0, { type: 'tick' }));
    expect([first.timeMs, second.timeMs]).toEqual([5_000_000, 5_000_000]);
  });

  test('refuses what it can not take in', async () => {
    const engine = await open({ tuning: { maxQueuedCommands: 3 } });
    const sent = Array.from({ length: 5 }, () => engine.submit(submission(0, { type: 'tick' })));
    const settled = await Promise.allSettled(sent);
    expect(settled.map((result) => result.status)).toEqual([
      ...Array(3).fill('fulfilled'),
      ...Array(2).fill('rejected'),
    ]);
    await expect(sent[4]).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  test('drains at its stop and refuses afterwards', async () => {
    const engine = await open();
    const last = engine.submit(submission(alice, limitOrder(1, 'buy', 100, 1_000_000)));
    await engine.stop();
    expect((await last).outcome).toMatchObject(placed);
    await expect(engine.submit(submission(0, { type: 'tick' }))).rejects.toMatchObject({ code: 'NOT_READY' });
    await expect(engine.read((view) => view.seq)).rejects.toMatchObject({ code: 'NOT_READY' });
    expect(engine.status().state).toBe('stopped');
  });
});
