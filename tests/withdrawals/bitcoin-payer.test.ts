import { readTransaction } from '@candor/chains/bitcoin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RAISE_AFTER_MS } from '../../apps/server/money/withdrawals/index.ts';
import { SignerError } from '../../apps/signer/index.ts';
import { type BitcoinBench, openBitcoinBench } from '../support/bitcoin-bench.ts';
import type { Withdrawer } from '../support/payout-bench.ts';

const COIN = 100_000_000n;
let bench: BitcoinBench;
let who: Withdrawer;
const userId = () => who.person.userId;

beforeAll(async () => {
  bench = await openBitcoinBench();
  who = await bench.withdrawer();
});
afterAll(() => bench?.stop());

/** Our transactions in the pool. */
const pooled = () => [...bench.node.pool.entries.values()];
const inputsOf = (raw: string) =>
  readTransaction(Uint8Array.from(Buffer.from(raw, 'hex'))).inputs.map(
    ({ hash, index }) => `${hash}:${index}`,
  );
const versions = async (id: number) =>
  (
    await bench.house.pool.query<{ hash: string; raw: string; fee: string }>(
      'select hash, raw, fee from withdrawals.spend where withdrawal_no = $1 order by fee',
      [id],
    )
  ).rows;

describe('a withdrawal of Bitcoin', () => {
  it('is held, checked, signed, sent, confirmed and paid, from the coins of deposits', async () => {
    const { available } = await bench.balance(userId());
    await bench.deposit(userId(), COIN);
    expect(await bench.balance(userId())).toMatchObject({ available: available + COIN, held: 0n });
    expect(await bench.reconcile()).toBe(true);
    const to = bench.newAddress();
    const { id } = await bench.request(who, '0.03', to.toUpperCase());
    expect(await bench.row(who)).toMatchObject({
      state: 'checks',
      address: to,
      amount: '0.03',
      canCancel: true,
    });
    await bench.payer.round();
    await bench.payer.round();
    expect(await bench.row(who)).toMatchObject({ state: 'broadcast', canCancel: false });
    expect(pooled()).toHaveLength(1);
    // Coins that are on their way are custody still.
    expect(await bench.reconcile()).toBe(true);
    await bench.mine();
    expect(await bench.reconcile()).toBe(true);
    await bench.payer.round();
    expect(await bench.row(who)).toMatchObject({ state: 'broadcast', confirmations: 1 });
    await bench.payOut(3);
    const row = await bench.row(who);
    expect(row).toMatchObject({ id, state: 'done', status: 'passed', confirmations: 3 });
    expect(await bench.unspentAt(to)).toBe(BigInt(Math.round(Number(row.arrives) * 1e8)));
    // Its block can still be taken back, so the ledger holds it until it is as deep as a large amount asks for.
    expect(await bench.balance(userId())).toMatchObject({
      available: available + 97_000_000n,
      held: 3_000_000n,
    });
    await bench.payOut(4);
    expect(await bench.balance(userId())).toMatchObject({ available: available + 97_000_000n, held: 0n });
    expect(await bench.reconcile()).toBe(true);
    expect(await bench.custody()).toMatchObject({ shortage: 0n, suspense: 0n });
    expect(bench.alarms).toEqual([]);
  });

  it('is refused beforehand for what is wrong with its address', async () => {
    for (const address of [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      `${bench.newAddress()}x`,
    ])
      await expect(bench.request(who, '0.01', address)).rejects.toMatchObject({
        key: 'WITHDRAWAL_ADDRESS_INVALID',
      });
    await expect(bench.request(who, '0.01', bench.hot)).rejects.toMatchObject({
      key: 'WITHDRAWAL_ADDRESS_OURS',
    });
    await expect(bench.request(who, '0.0001')).rejects.toMatchObject({ key: 'WITHDRAWAL_TOO_SMALL' });
    await expect(bench.request(who, '0.06')).rejects.toMatchObject({ key: 'WITHDRAWAL_TOO_LARGE' });
  });

  it('to another user of ours credits them once', async () => {
    const other = await bench.withdrawer();
    const to = await bench.address(other.person.userId);
    const before = await bench.balance(other.person.userId);
    await bench.request(who, '0.02', to);
    await bench.payOut();
    const { arrives, state } = await bench.row(who);
    expect(state).toBe('done');
    await bench.mine(5);
    const { available } = await bench.balance(other.person.userId);
    expect(available - before.available).toBe(BigInt(Math.round(Number(arrives) * 1e8)));
    expect(await bench.reconcile()).toBe(true);
  });

  it('that a pool dropped is sent again and releases nothing', async () => {
    const before = await bench.balance(userId());
    const { id } = await bench.request(who, '0.01');
    await bench.payer.round();
    await bench.payer.round();
    const [entry] = pooled();
    bench.node.pool.evict(entry!.transaction.hash);
    await bench.mine(10);
    expect(pooled()).toEqual([]);
    expect(await bench.balance(userId())).toMatchObject({ held: 1_000_000n });
    await bench.payer.round();
    expect(pooled().map(({ raw }) => raw)).toEqual([entry!.raw]);
    expect(await bench.row(who)).toMatchObject({ id, state: 'broadcast' });
    await bench.payOut(7);
    expect(await bench.row(who)).toMatchObject({ id, state: 'done' });
    expect(await bench.balance(userId())).toMatchObject({
      available: before.available - 1_000_000n,
      held: 0n,
    });
  });

  it('that is confirmed is no loss where the node refuses it with missing inputs', async () => {
    const { id } = await bench.request(who, '0.01');
    await bench.payer.round();
    await bench.payer.round();
    const [entry] = pooled();
    await bench.mine();
    // Its change is spent by the next payment: Core then says that its inputs are missing.
    await bench.request(who, '0.011');
    await bench.payer.round();
    await bench.payer.round();
    await bench.mine();
    const { adapter, node } = bench;
    const blind = await bench.openPayer({
      adapter: { ...adapter, status: async () => ({ state: 'unknown' }) },
    });
    await blind.round();
    expect(pooled().map(({ raw }) => raw)).not.toContain(entry!.raw);
    expect(await bench.balance(userId())).toMatchObject({ held: 2_100_000n });
    node.mine();
    await bench.payOut(4);
    const { records } = await who.person.client.call('getWithdrawalLog', { query: {} });
    expect(records.filter((row) => row.id >= id).map(({ state }) => state)).toEqual(['done', 'done']);
    expect(await bench.reconcile()).toBe(true);
  });

  it('gets the same bytes after a kill at each step', async () => {
    const { id } = await bench.request(who, '0.01');
    await bench.payer.round();
    let signed: { hash: string; raw: string } | null = null;
    const dying = await bench.openPayer({
      signer: {
        ...bench.signer,
        async signSpend(request) {
          signed = await bench.signer.signSpend(request);
          throw new Error('killed before the bytes were stored');
        },
      },
    });
    await dying.round();
    expect(await bench.row(who)).toMatchObject({ state: 'signing', canCancel: false });
    const after = await bench.openPayer({ signer: await bench.openSigner() });
    await after.round();
    expect(await versions(id)).toEqual([expect.objectContaining(signed!)]);
    expect(pooled().map(({ raw }) => raw)).toEqual([signed!.raw]);
    await bench.payOut(4);
    expect(await bench.row(who)).toMatchObject({ id, state: 'done' });
  });

  it('that waits too long is signed again for a higher fee, with all of its inputs, and is paid once', async () => {
    const to = bench.newAddress();
    const { id } = await bench.request(who, '0.012', to);
    await bench.payer.round();
    await bench.payer.round();
    const [first] = pooled();
    bench.node.pool.leastRate = 9n;
    bench.house.advance(RAISE_AFTER_MS);
    await bench.payer.round();
    const all = await versions(id);
    expect(all).toHaveLength(2);
    for (const outpoint of inputsOf(all[0]!.raw)) expect(inputsOf(all[1]!.raw)).toContain(outpoint);
    expect(Number(all[1]!.fee)).toBeGreaterThan(Number(all[0]!.fee));
    expect(pooled().map(({ transaction }) => transaction.hash)).toEqual([all[1]!.hash]);
    bench.node.pool.leastRate = 1n;
    // A miner takes the first one all the same.
    bench.node.mine(1, undefined, [first!.raw]);
    await bench.payOut(5);
    const row = await bench.row(who);
    expect(row).toMatchObject({ id, state: 'done' });
    expect(await bench.unspentAt(to)).toBe(BigInt(Math.round(Number(row.arrives) * 1e8)));
    expect(await bench.reconcile()).toBe(true);
  });

  it('is sent in its newest version where the clock was set back between the two', async () => {
    const { id } = await bench.request(who, '0.011');
    await bench.payer.round();
    await bench.payer.round();
    bench.node.pool.leastRate = 9n;
    bench.house.advance(RAISE_AFTER_MS);
    await bench.payer.round();
    const [first, second] = await versions(id);
    await bench.house.pool.query(
      "update withdrawals.spend set at = at - interval '1 day' where withdrawal_no = $1 and hash = $2",
      [id, second!.hash],
    );
    for (const { transaction } of pooled()) bench.node.pool.evict(transaction.hash);
    await bench.mine(1);
    await bench.payer.round();
    expect(pooled().map(({ transaction }) => transaction.hash)).toEqual([second!.hash]);
    expect(second!.hash).not.toBe(first!.hash);
    bench.node.pool.leastRate = 1n;
    await bench.payOut(7);
    expect(await bench.row(who)).toMatchObject({ id, state: 'done' });
  });

  it('keeps number, inputs and earlier version where the signer refuses a higher fee', async () => {
    const { id } = await bench.request(who, '0.013');
    await bench.payer.round();
    await bench.payer.round();
    const [only] = await versions(id);
    bench.node.pool.leastRate = 9n;
    bench.house.advance(RAISE_AFTER_MS);
    const strict = await bench.openPayer({
      signer: {
        ...bench.signer,
        signSpend: async () => {
          throw new SignerError('FEE_TOO_HIGH', 'no more');
        },
      },
    });
    await strict.round();
    bench.node.pool.leastRate = 1n;
    expect(await versions(id)).toEqual([only]);
    const { rows } = await bench.house.pool.query<{ nonce: number | null; inputs: string }>(
      `select nonce, (select count(*) from withdrawals.spend_input i where i.withdrawal_no = w.withdrawal_no) as inputs
       from withdrawals.withdrawal w where withdrawal_no = $1`,
      [id],
    );
    expect(rows[0]?.nonce).not.toBeNull();
    expect(Number(rows[0]?.inputs)).toBeGreaterThan(0);
    expect(bench.alarms.join('\n')).toMatch(/refuses a higher fee/);
    await bench.payOut(4);
    expect(await bench.row(who)).toMatchObject({ id, state: 'done' });
  });

  it('returns to its confirmations after a reorganisation, and is settled once', async () => {
    const to = bench.newAddress();
    const { id } = await bench.request(who, '0.01', to);
    await bench.payer.round();
    await bench.payer.round();
    await bench.mine(2);
    await bench.payer.round();
    expect(await bench.row(who)).toMatchObject({ confirmations: 2 });
    bench.node.unwind(2);
    bench.node.mine(2, undefined, []);
    await bench.mine();
    await bench.payer.round();
    expect(await bench.row(who)).toMatchObject({ state: 'broadcast', confirmations: 1 });
    await bench.payOut(3);
    expect(await bench.row(who)).toMatchObject({ id, state: 'done' });
    expect(await bench.reconcile()).toBe(true);
  });
});

it('a chain of payments longer than nodes take waits, and goes on with the next block', async () => {
  // One coin alone: each payment spends the change of the one before.
  const alone = await openBitcoinBench();
  try {
    const rich = await alone.withdrawer();
    await alone.deposit(rich.person.userId, COIN);
    for (let i = 0; i < 27; i++) await alone.request(rich, '0.001');
    await alone.payer.round();
    await alone.payer.round();
    expect(alone.node.pool.entries.size).toBe(25);
    expect(alone.alarms.some((line) => /too-long-mempool-chain/.test(line))).toBe(true);
    expect(await alone.balance(rich.person.userId)).toMatchObject({ held: 2_700_000n });
    await alone.payOut(8);
    const { records } = await rich.person.client.call('getWithdrawalLog', {
      query: { pageSize: 50 } as never,
    });
    expect(new Set(records.map(({ state }) => state))).toEqual(new Set(['done']));
    expect(await alone.balance(rich.person.userId)).toMatchObject({ held: 0n });
    expect(await alone.reconcile()).toBe(true);
  } finally {
    await alone.stop();
  }
});

it('an input that somebody else spent finally stops the wallet, and releases nothing', async () => {
  const alone = await openBitcoinBench();
  try {
    const one = await alone.withdrawer();
    await alone.deposit(one.person.userId, COIN);
    await alone.request(one, '0.01');
    const { adapter } = alone;
    const payer = await alone.openPayer({
      adapter: { ...adapter, status: async () => ({ state: 'replaced' }) },
    });
    for (let i = 0; i < 3; i++) await payer.round();
    expect(alone.alarms.join('\n')).toMatch(/not ours/);
    expect(await alone.balance(one.person.userId)).toMatchObject({ held: 1_000_000n });
    const { list } = await one.person.client.call('getWithdrawalCurrency');
    expect(list.find(({ coin }) => coin === 'BTC')).toMatchObject({ open: false });
  } finally {
    await alone.stop();
  }
});

it('a signer that refuses its address frees the number, the inputs and the coins', async () => {
  const before = await bench.balance(userId());
  await bench.request(who, '0.01');
  const strict = await bench.openPayer({
    signer: {
      ...bench.signer,
      signSpend: async () => {
        throw new SignerError('ADDRESS_REFUSED', 'no');
      },
    },
  });
  for (let i = 0; i < 3; i++) await strict.round();
  await bench.mine();
  expect(await bench.row(who)).toMatchObject({ state: 'rejected', reason: 'address' });
  expect(await bench.balance(userId())).toMatchObject(before);
  const { id } = await bench.request(who, '0.01');
  await bench.payOut();
  expect(await bench.row(who)).toMatchObject({ id, state: 'done' });
});

it('a hold that began before the next day of the signer is looked at by operators', async () => {
  const { held: before } = await bench.balance(userId());
  const { id } = await bench.request(who, '0.01');
  const limited = await bench.openPayer({
    signer: {
      ...bench.signer,
      signSpend: async () => {
        throw new SignerError('LIMIT_REACHED', 'The sum of the day is above the highest');
      },
    },
  });
  for (let i = 0; i < 3; i++) await limited.round();
  expect(await bench.row(who)).toMatchObject({ id, state: 'review', reason: 'limit' });
  // The clock of the ledger does not move along, so the round is moved instead.
  await bench.house.pool.query(
    `update withdrawals.withdrawal set approvals_expire = approvals_expire - interval '1 day'
      where withdrawal_no = $1`,
    [id],
  );
  const held = await bench.openPayer({ isHeld: async () => true });
  for (let i = 0; i < 3; i++) await held.round();
  expect(await bench.row(who)).toMatchObject({ id, state: 'review', reason: 'hold', transaction: null });
  await who.person.client.call('cancelWithdrawal', { body: { id } });
  expect(await bench.balance(userId())).toMatchObject({ held: before });
});

it('waits without a price that can be trusted, says so, and goes on by itself', async () => {
  const { id: sent } = await bench.request(who, '0.01');
  const late = await bench.openPayer();
  await late.round();
  await late.round();
  const { id } = await bench.request(who, '0.011');
  for (const estimate of [null, '0.5', '0']) {
    bench.node.feeEstimate = estimate;
    const fresh = await bench.openPayer();
    for (let i = 0; i < 2; i++) await fresh.round();
    const row = await bench.row(who);
    if (estimate === '0') expect(row).toMatchObject({ id, state: 'broadcast' });
    else expect(row).toMatchObject({ id, state: 'signing', reason: 'noPrice', canCancel: true });
    // A payment that was sent is followed all the same.
    await bench.mine();
  }
  bench.node.feeEstimate = '0.00001';
  await bench.payOut(8);
  const { rows } = await bench.house.pool.query(
    'select state from withdrawals.withdrawal where withdrawal_no = any($1)',
    [[sent, id]],
  );
  expect(rows).toEqual([{ state: 'done' }, { state: 'done' }]);
});

it('coins that one transaction cannot hold are put together first, at the cost of the house', async () => {
  const alone = await openBitcoinBench();
  try {
    const { adapter, house, node } = alone;
    const rich = await alone.withdrawer();
    await alone.deposit(rich.person.userId, 1_000_000n, 2_000_000n, 3_000_000n);
    expect(await alone.reconcile()).toBe(true);
    const { id } = await alone.request(rich, '0.04');
    // Nodes that take two inputs at most: what a thousand times as many coins would meet.
    const narrow = await alone.openPayer({
      adapter: {
        ...adapter,
        selectCoins(terms) {
          const selected = adapter.selectCoins(terms);
          if (selected.kind !== 'selected' || selected.inputs.length < 2) return selected;
          return { kind: 'split', merge: [...terms.coins] };
        },
      },
    });
    for (let i = 0; i < 3; i++) await narrow.round();
    const merges = [...node.pool.entries.values()];
    expect(merges.map(({ transaction }) => [transaction.inputs.length, transaction.outputs.length])).toEqual([
      [3, 1],
    ]);
    expect(await alone.row(rich)).toMatchObject({ id, state: 'signing' });
    expect(await alone.reconcile()).toBe(true);
    await alone.mine();
    expect(await alone.reconcile()).toBe(true);
    for (let i = 0; i < 8; i++) {
      await narrow.round();
      await alone.mine();
    }
    expect(await alone.row(rich)).toMatchObject({ id, state: 'done' });
    const { rows } = await house.pool.query("select seq from outbox.command where key like 'merge-cost:%'");
    expect(rows).toHaveLength(1);
    expect(await alone.reconcile()).toBe(true);
    expect(await alone.custody()).toMatchObject({ shortage: 0n, suspense: 0n });
  } finally {
    await alone.stop();
  }
});
