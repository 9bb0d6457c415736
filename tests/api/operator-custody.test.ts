import { type Client, noticeLink, type OperatorCalls } from '@candor/api';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { noteNodes } from '../../apps/server/money/deposits/index.ts';
import type { Withdrawer } from '../support/payout-bench.ts';
import { openTreasuryBench, type TreasuryBench } from '../support/treasury-bench.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { newPerson, type Person, refusal } from './support/person.ts';
import { toldOf } from './support/told.ts';

const NEEDED = 6;
const U = 10n ** 6n;
const REASON = 'The chain of 3 May left this block';
const DECIDED = { reason: 'Checked against two nodes' };

let bench: TreasuryBench;
let desk: OperatorsConsole;
let one: Client<OperatorCalls>;
let other: Client<OperatorCalls>;
let person: Person;
let who: Withdrawer;

beforeAll(async () => {
  bench = await openTreasuryBench({ notices: true });
  // First: its factors move the clock, and operators' acts would be late.
  who = await bench.withdrawer();
  desk = await openConsole(bench.house);
  one = await desk.signIn();
  other = await desk.add('flo', 'finance', one);
  person = await newPerson(bench.house);
  await bench.mineAndRead(NEEDED);
  await bench.reconcile();
});
afterAll(async () => {
  await desk?.stop();
  await bench?.stop();
});

const usdt = async () => (await one.call('getCustody')).coins.find(({ coin }) => coin === 'USDT');
const approve = async (id: number) =>
  other.call('approveProposal', {
    params: { id: String(id) },
    body: { ...DECIDED, code: await desk.nextCode('flo') },
  });
const available = async () =>
  (await bench.house.engine.read((view) => view.balances(person.userId))).find(
    ({ assetId }) => assetId === bench.assetIdOf('USDT'),
  )?.available ?? 0n;

describe('the desk of custody', () => {
  it('shows where the coins are, and that the books agree', async () => {
    // Bitcoin has no node here, so nothing is said of it.
    const { coins } = await one.call('getCustody');
    expect(coins.map(({ network, coin }) => `${network} ${coin}`)).toEqual([
      `${PRACTICE_CHAIN.key} USDT`,
      `${PRACTICE_CHAIN.key} ETH`,
    ]);
    expect(await usdt()).toMatchObject({
      state: 'agrees',
      hot: '1000000',
      deposits: '0',
      booked: '1000000',
      found: '1000000',
      shortage: '0',
      houseFloat: '1000000',
      hotShare: '100.00',
      hotState: 'within',
    });
  });

  it('says of each node of a chain how it answers', async () => {
    expect((await one.call('getCustody')).nodes).toEqual([]);
    const nodes = (['agrees', 'lags', 'disagrees'] as const).map((state, at) => ({
      node: at + 1,
      state,
      sinceMs: 1_700_000_000_000 + at,
      contradictions: at,
    }));
    await noteNodes(bench.house.pool, PRACTICE_CHAIN.key, nodes);
    expect((await one.call('getCustody')).nodes).toEqual(
      nodes.map(({ sinceMs, ...rest }) => ({ ...rest, since: sinceMs, network: PRACTICE_CHAIN.key })),
    );
    await noteNodes(bench.house.pool, PRACTICE_CHAIN.key, []);
    expect((await one.call('getCustody')).nodes).toEqual([]);
  });

  it('reverses what a chain took back by two operators alone, and the user reads why', async () => {
    const before = await available();
    const hash = await bench.chain.sendUsdt(await bench.address(person.userId), 25n * U);
    const raw = await bench.chain.raw(hash);
    await bench.mineAndRead(NEEDED + 1);
    expect(await available()).toBe(before + 25n * 100n * U);
    expect(
      (await refusal(one.call('reverseDeposit', { params: { id: '1' }, body: { reason: REASON } }))).key,
    ).toBe('NOT_FOUND');
    await bench.chain.reorganise(NEEDED + 1);
    await bench.chain.ask('anvil_dropAllTransactions', []);
    await bench.mineAndRead();
    // A held deposit is no shortage of others: it is still booked, and counts as on its way out.
    expect(await bench.reconcile()).toBe(true);
    expect(await usdt()).toMatchObject({ state: 'agrees', shortage: '0', outgoing: '25' });
    const { takenBack } = await one.call('getCustody');
    expect(takenBack).toMatchObject([{ userId: person.userId, amount: '25.00000000', transaction: hash }]);
    expect(await available()).toBe(before);
    const own = (await person.client.call('getRechargeLog', { body: {} })).records;
    expect(own[0]).toMatchObject({ state: 'taken-back', status: 'under review' });
    const { places } = await person.client.call('getAssetDetails', { params: { coin: 'USDT' } });
    expect(places).toContainEqual(
      expect.objectContaining({ what: 'takenBack', wallet: 'spot', amount: '25' }),
    );
    expect(places.filter(({ what }) => what === 'held')).toEqual([]);
    const back = () => toldOf(bench.house, person, 'deposit-taken-back');
    const facts = { coin: 'USDT', amount: '25', transactionHash: hash };
    expect(await back()).toMatchObject([{ read: false, facts: { ...facts, state: 'held', debited: null } }]);

    const id = String(takenBack[0]!.id);
    const { proposalId } = await one.call('reverseDeposit', { params: { id }, body: { reason: REASON } });
    expect(
      (await refusal(one.call('approveProposal', { params: { id: String(proposalId) }, body: DECIDED }))).key,
    ).toBe('OPERATOR_OWN_PROPOSAL');
    await approve(proposalId);
    expect(await available()).toBe(before);
    const [reversed, ...others] = await back();
    expect(others).toEqual([]);
    expect(reversed).toMatchObject({ read: false, facts: { ...facts, state: 'reversed', debited: '25' } });
    expect(noticeLink(reversed!)).toBe('/account/wallet/history-deposit');
    const bills = await person.client.call('getMyBill', { query: { kind: 'deposit-reversal' } });
    expect(bills.records).toMatchObject([{ amount: '-25', reason: REASON }]);
    const touched = await person.client.call('getAccountTouches', { query: {} });
    expect(touched.records).toMatchObject([{ act: 'depositReversed', reason: REASON }]);
    expect(await bench.reconcile()).toBe(true);
    expect(await usdt()).toMatchObject({ state: 'agrees' });

    // Mined again after that, it is another deposit, credited once.
    await bench.chain.adapter.broadcast(raw as `0x${string}`);
    await bench.mineAndRead(NEEDED + 3);
    expect(await available()).toBe(before + 25n * 100n * U);
    expect(await bench.reconcile()).toBe(true);
  });

  it('does not reverse what its chain took again before the approval', async () => {
    const before = await available();
    const raw = await bench.chain.raw(await bench.chain.sendUsdt(await bench.address(person.userId), 7n * U));
    await bench.mineAndRead(NEEDED + 1);
    await bench.chain.reorganise(NEEDED + 1);
    await bench.chain.ask('anvil_dropAllTransactions', []);
    await bench.mineAndRead();
    const { takenBack } = await one.call('getCustody');
    const { proposalId } = await one.call('reverseDeposit', {
      params: { id: String(takenBack[0]!.id) },
      body: { reason: REASON },
    });
    await bench.chain.adapter.broadcast(raw as `0x${string}`);
    await bench.mineAndRead();
    expect((await refusal(approve(proposalId))).key).toBe('OPERATOR_PROPOSAL_OUTDATED');
    expect(await available()).toBe(before);
    await bench.mineAndRead(NEEDED);
    expect(await available()).toBe(before + 7n * 100n * U);
    expect(await bench.reconcile()).toBe(true);
  });

  it('ends a withdrawal that waits for a deposit with its reversal, and pays out nothing that is missing', async () => {
    const { userId } = who.person;
    const spot = async () => {
      const rows = await bench.house.engine.read((view) => view.balances(userId));
      const row = rows.find(({ assetId }) => assetId === bench.assetIdOf('USDT'));
      return { available: row?.available ?? 0n, held: row?.held ?? 0n };
    };
    await bench.chain.sendUsdt(await bench.address(userId), 25n * U);
    await bench.mineAndRead(NEEDED + 1);
    await bench.house.engine.submit({
      userId,
      key: null,
      bodyHash: null,
      body: {
        type: 'transfer',
        from: 'spot',
        fromSymbolId: 0,
        to: 'contract',
        toSymbolId: 0,
        assetId: bench.assetIdOf('USDT'),
        amount: ((await spot()).available - 25n * U * 100n) as Amount,
      },
    });
    const waiting = await bench.request(who, '20');
    await bench.chain.reorganise(NEEDED + 1);
    await bench.chain.ask('anvil_dropAllTransactions', []);
    await bench.mineAndRead();
    for (let round = 0; round < 3; round += 1) await bench.payer.round();
    const row = async () => (await bench.log(who)).find(({ id }) => id === waiting.id);
    expect(await row()).toMatchObject({ state: 'signing', reason: 'takenBack' });
    const { takenBack } = await one.call('getCustody');
    const { id } = takenBack.find((each) => each.userId === userId)!;
    await approve(
      (await one.call('reverseDeposit', { params: { id: String(id) }, body: { reason: REASON } })).proposalId,
    );
    expect(await row()).toMatchObject({ state: 'rejected', reason: 'takenBack' });
    expect(await spot()).toEqual({ available: 0n, held: 0n });
    await bench.payOut(4);
    expect(await row()).toMatchObject({ state: 'rejected' });
  });

  it('finds coins that were sent to the house, and gives them to their user by two operators', async () => {
    const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const hash = await bench.chain.ask<string>('eth_sendTransaction', [
      { from: stranger, to: bench.hot, value: `0x${(10n ** 18n).toString(16)}` },
    ]);
    await bench.mineAndRead();
    await bench.reconcileFinally();
    const lost = await one.call('getLostDeposits', { query: {} });
    expect(lost).toMatchObject([
      { kind: 'house', transaction: hash, amount: '1', coin: 'ETH', userId: null },
    ]);
    expect(await one.call('getLostDeposits', { query: { transaction: `0x${'0'.repeat(64)}` } })).toEqual([]);
    const give = (userId: number | null, amount: string) =>
      one.call('releaseSuspense', { body: { userId, coin: 'ETH', amount, reason: REASON } });
    expect((await refusal(give(person.userId, '1.00000001'))).key).toBe('INSUFFICIENT_BALANCE');
    expect((await refusal(give(999_999, '1'))).key).toBe('NOT_FOUND');
    await approve((await give(person.userId, '0.75')).proposalId);
    await approve((await give(null, '0.25')).proposalId);
    const bills = await person.client.call('getMyBill', { query: { kind: 'suspense-release' } });
    expect(bills.records).toMatchObject([{ coin: 'ETH', amount: '0.75', reason: REASON }]);
    const told = await toldOf(bench.house, person, 'correction');
    expect(told.map(({ facts }) => [facts.coin, facts.amount, facts.reason])).toEqual([
      ['ETH', '0.75', REASON],
    ]);
    expect((await bench.custody('ETH')).suspense).toBe(0n);
    expect(await bench.reconcile()).toBe(true);
  });

  it('lists all comparisons page by page, in either order, by coin and by how they ended', async () => {
    const read = (query: object) => one.call('getCustodyReports', { query });
    const ids: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read({
        pageSize: '3',
        ...(cursor === null ? {} : { cursor }),
      });
      ids.push(...page.records.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(ids.length).toBeGreaterThan(6);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const whole = async (query: object) => (await read({ pageSize: '100', ...query })).records;
    expect((await whole({ sort: 'time' })).map(({ id }) => id)).toEqual(ids.toReversed());
    expect(new Set((await whole({ coin: 'ETH' })).map(({ coin }) => coin))).toEqual(new Set(['ETH']));
    const short = await whole({ state: 'short' });
    expect(short).toEqual([]);
    const surplus = await whole({ state: 'surplus' });
    expect(surplus.map(({ coin, surplus: found }) => [coin, found])).toContainEqual(['ETH', '1.00000000']);
    const agrees = await whole({ state: 'agrees' });
    expect(agrees.length + short.length + surplus.length).toBe(ids.length);
    expect(await whole({ network: 'elsewhere' })).toEqual([]);
  });

  it('lists sweeps and gas by state, address and transaction', async () => {
    await bench.house.pool.query(
      `insert into treasury.movement (chain, kind, coin, derivation_index, address, amount, nonce, gas, max_fee, tip,
        hash, state, fee_paid, at, ended_at)
      values ($1, 'gas', 'ETH', 7, '0xAbC1', '500000000000000000', 1, '1', '1', '1', '0x01', 'done', '21000', now(), now()),
        ($1, 'sweep', 'USDT', 7, '0xAbC1', '2500000', 1, '1', '1', '1', null, 'bound', null, now(), null)`,
      [PRACTICE_CHAIN.key],
    );
    const read = async (query: object) => (await one.call('getCustodyMovements', { query })).records;
    const [sweep, gas] = await read({});
    expect(sweep).toMatchObject({ kind: 'sweep', amount: '2.5', transaction: null, cost: null });
    expect(gas).toMatchObject({ kind: 'gas', amount: '0.5', transaction: '0x01', cost: '0.000000000000021' });
    expect(await read({ sort: 'time' })).toHaveLength(2);
    for (const query of [{ kind: 'gas' }, { state: 'done' }, { coin: 'ETH' }, { transaction: '0X01' }])
      expect(await read(query), JSON.stringify(query)).toEqual([gas]);
    expect(await read({ address: 'abc1' })).toEqual([sweep, gas]);
    expect(await read({ address: 'abc2' })).toEqual([]);
  });
});
