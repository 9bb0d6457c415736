import { JournalError } from '@candor/journal';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { decodeCommand } from '../../apps/server/engine/outbox/codec.ts';
import type { Outbox } from '../../apps/server/engine/outbox/index.ts';
import { settleRequested } from '../../apps/server/money/withdrawals/index.ts';
import { eventually } from '../support/patience.ts';
import { openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';

let bench: PayoutBench;
beforeAll(async () => {
  bench = await openPayoutBench();
});
afterAll(() => bench?.stop());

const L = 100_000_000n;
const rowOf = async (who: Withdrawer, id: number) => (await bench.log(who)).find((row) => row.id === id)!;
const heldBy = async ({ person }: Withdrawer) =>
  (await bench.house.engine.read((view) => view.balances(person.userId))).find(
    ({ assetId }) => assetId === 1002,
  )!.held;
const cancel = ({ person }: Withdrawer, id: number) =>
  person.client.call('cancelWithdrawal', { body: { id } });
const settle = () =>
  settleRequested(
    {
      db: kyselyOf(bench.house.pool),
      outbox: bench.house.outbox,
      log: pino({ level: 'silent' }),
      now: bench.house.now,
    },
    new Date(bench.house.now() + 1),
  );

/** A withdrawal whose door was cut off before the ledger answered. */
async function requested(who: Withdrawer): Promise<number> {
  const outbox = bench.house.outbox as { deliver: Outbox['deliver'] };
  const { deliver } = outbox;
  outbox.deliver = async () => {
    throw new JournalError('NOT_READY', 'recovering');
  };
  try {
    await expect(bench.request(who, '10')).rejects.toThrow('recovering');
  } finally {
    outbox.deliver = deliver;
  }
  const [row] = await bench.log(who);
  expect(row).toMatchObject({ state: 'requested', canCancel: true });
  return row!.id;
}

/** Notes another answer of the ledger than it gave. */
const noteAnswer = (id: number, rejection: string) =>
  bench.house.pool.query('update outbox.command set seq = 1, time_ms = 1, rejection = $2 where key = $1', [
    `withdrawal-hold:${id}`,
    rejection,
  ]);

it('one that is only requested is cancelled by its owner, and holds nothing afterwards', async () => {
  const who = await bench.withdrawer();
  const id = await requested(who);
  expect(await cancel(who, id)).toMatchObject({ state: 'cancelled', reason: 'owner' });
  expect(await heldBy(who)).toBe(0n);
  await settle();
  await bench.payOut(2);
  expect(await rowOf(who, id)).toMatchObject({ state: 'cancelled', transaction: null });
  expect(await heldBy(who)).toBe(0n);
});

it('one whose door was cut off goes on, or ends with the reason that the ledger gave', async () => {
  const who = await bench.withdrawer();
  const held = await requested(who);
  await settle();
  expect(await rowOf(who, held)).toMatchObject({ state: 'checks' });
  expect(await heldBy(who)).toBe(10n * L);
  for (const [rejection, reason] of [
    ['INSUFFICIENT_BALANCE', 'balance'],
    ['WITHDRAWALS_STOPPED', 'books'],
  ] as const) {
    const id = await requested(who);
    await noteAnswer(id, rejection);
    await settle();
    expect(await rowOf(who, id)).toMatchObject({ state: 'rejected', reason, status: 'failed' });
  }
  const refused = await requested(who);
  await noteAnswer(refused, 'INSUFFICIENT_BALANCE');
  expect(await cancel(who, refused)).toMatchObject({ state: 'rejected', reason: 'balance' });
});

it.each(['payer', 'round'] as const)(
  'a hold that reaches the ledger twice is held once, and goes on: %s',
  async (by) => {
    const who = await bench.withdrawer();
    const id = await requested(who);
    await bench.house.outbox.deliver(`withdrawal-hold:${id}`);
    // the ledger has forgotten the key of the promise, as it does after a week
    const { rows } = await bench.house.pool.query<{ body: string }>(
      'select body from outbox.command where key = $1',
      [`withdrawal-hold:${id}`],
    );
    const body = decodeCommand(rows[0]!.body);
    const { outcome } = await bench.house.engine.submit({
      userId: 0,
      key: `again:${id}`,
      bodyHash: null,
      body,
    });
    expect(outcome).toMatchObject({ ok: false, code: 'WITHDRAWAL_KNOWN' });
    await noteAnswer(id, 'WITHDRAWAL_KNOWN');
    await (by === 'payer' ? bench.payer.round() : settle());
    expect(await rowOf(who, id)).toMatchObject({ state: 'checks', reason: null });
    expect(await heldBy(who)).toBe(10n * L);
    await bench.payOut();
    expect(await rowOf(who, id)).toMatchObject({ state: 'done' });
    await eventually(async () => expect(await heldBy(who)).toBe(0n));
  },
);

it('one that is cancelled while it enters a queue is released or goes on, never both', async () => {
  const who = await bench.withdrawer();
  const ids: number[] = [];
  for (let at = 0; at < 12; at += 1) ids.push((await bench.request(who, '10')).id);
  const payer = await bench.openPayer({ isHeld: async () => true });
  await Promise.all([payer.round(), ...ids.slice(0, 10).map((id) => cancel(who, id))]);
  await payer.round();
  const open = async () => {
    const { rows } = await bench.house.pool.query<{ subject: string }>(
      "select subject from review.item where kind = 'withdrawal' and state in ('open', 'claimed')",
    );
    return rows.map(({ subject }) => Number(subject)).filter((id) => ids.includes(id));
  };
  const states = await Promise.all(ids.map(async (id) => (await rowOf(who, id)).state));
  expect(states.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'cancelled'));
  expect(states.slice(10)).toEqual(['review', 'review']);
  expect((await open()).toSorted((left, right) => left - right)).toEqual(ids.slice(10));
  expect(await heldBy(who)).toBe(20n * L);
  const { rows } = await bench.house.pool.query(
    'select key from outbox.command where key = any($1) and rejection is not null',
    [ids.map((id) => `withdrawal-end:${id}`)],
  );
  expect(rows).toEqual([]);
});

it('one that is cancelled beside an approval leaves the item that this entered', async () => {
  const who = await bench.withdrawer();
  const { id } = await bench.request(who, '10');
  const payer = await bench.openPayer({ isHeld: async () => true });
  await payer.round();
  expect(await rowOf(who, id)).toMatchObject({ state: 'review' });
  const approving = await bench.house.pool.connect();
  try {
    const at = "from review.item where kind = 'withdrawal' and subject = $1 and state in ('open', 'claimed')";
    await approving.query('begin');
    await approving.query(`select ${at.replace('from', '1 from')} for update`, [id]);
    const cancelled = cancel(who, id);
    await eventually(async () => {
      const { rows } = await bench.house.pool.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%review%item%'",
      );
      expect(rows).not.toEqual([]);
    });
    // an approval decides the item, and enters one for the second operator
    await approving.query(
      `update review.item set state = 'decided', verdict = 'approve', reason = 'fine', ended_at = now(), claimed_by = 1,
        claimed_name = 'ann' where kind = 'withdrawal' and subject = $1 and state = 'open'`,
      [id],
    );
    await approving.query(
      `insert into review.item (kind, subject, version, priority, user_id, entered_at, deadline_at)
      select kind, subject, version, priority, user_id, entered_at, deadline_at
      from review.item where kind = 'withdrawal' and subject = $1 order by entered_at limit 1`,
      [id],
    );
    await approving.query('commit');
    expect(await cancelled).toMatchObject({ state: 'cancelled' });
    const { rows } = await bench.house.pool.query(`select 1 ${at}`, [id]);
    expect(rows).toEqual([]);
  } finally {
    approving.release();
  }
});
