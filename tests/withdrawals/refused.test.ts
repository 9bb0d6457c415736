import { type AccountChain, ChainError } from '@candor/chains';
import { numberToHex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { entersNothing } from '../../apps/server/gateway/http/enter-answer.ts';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { FEE_HOLDS_MS } from '../../apps/server/money/withdrawals/terms.ts';
import { eventually } from '../support/patience.ts';
import { newAddress, openPayoutBench, type PayoutBench, type Withdrawer } from '../support/payout-bench.ts';

/** Blocks after which the practice chain cannot take one back. */
const FINAL = 12;
const L = 100_000_000n;

let bench: PayoutBench;
let who: Withdrawer;
beforeAll(async () => {
  bench = await openPayoutBench();
});
afterAll(() => bench?.stop());
beforeEach(async () => {
  who = await bench.withdrawer();
});

type Build = AccountChain['buildPayment'];
const payerWith = (buildPayment: Build, more: Partial<AccountChain> = {}) =>
  bench.openPayer({ adapter: { ...bench.chain.adapter, buildPayment, ...more } });
const rowOf = async (id: number) => (await bench.log(who)).find((row) => row.id === id)!;
/** Waits until so much is held: the end of a payment is written before the ledger hears of it. */
const holdsUsdt = (units: bigint) => eventually(async () => expect(await heldUsdt()).toBe(units));
const heldUsdt = async () =>
  (await bench.house.engine.read((view) => view.balances(who.person.userId))).find(
    ({ assetId }) => assetId === 1002,
  )!.held;
const rounds = async (payer: { round(): Promise<void> }, count: number) => {
  for (let i = 0; i < count; i += 1) {
    await payer.round();
    await bench.chain.mine();
  }
};
const setCode = (address: string, code: string) => bench.chain.ask('anvil_setCode', [address, code]);
async function requestEth(address: string, amount = '0.01'): Promise<number> {
  const { list } = await who.person.client.call('getWithdrawalCurrency');
  const { fee, network } = list.find(({ coin }) => coin === 'ETH')!;
  const asked = { coin: 'ETH', network, address, amount, fee: fee! };
  return (await bench.house.withdrawals.requests.request(who.person.userId, asked, entersNothing)).id;
}
const takeEth = () => who.person.client.call('takePracticeFunds', { body: { coin: 'ETH', amount: '1' } });

it('a refusal of the moment ends nothing, and holds up nobody else', async () => {
  const [refused, other] = [await bench.request(who, '10'), await bench.request(who, '11')];
  let isRefusing = true;
  const payer = await payerWith((payment) => {
    if (isRefusing && payment.to === refused.address)
      throw new ChainError('WOULD_FAIL', 'The node refuses: execution reverted');
    return bench.chain.adapter.buildPayment(payment);
  });
  await rounds(payer, FINAL + 4);
  expect(await rowOf(other.id)).toMatchObject({ state: 'done' });
  expect(await rowOf(refused.id)).toMatchObject({
    state: 'signing',
    reason: 'refusedNow',
    canCancel: true,
    transaction: null,
  });
  await holdsUsdt(10n * L);
  isRefusing = false;
  await rounds(payer, 9);
  expect(await rowOf(refused.id)).toMatchObject({ state: 'done', reason: null });
});

it('a token that is paused ends it once a final block refuses it too, and frees what was held', async () => {
  const { id } = await bench.request(who, '10');
  await bench.chain.issuer('pause');
  await bench.chain.mine();
  await rounds(bench.payer, 4);
  expect(await rowOf(id)).toMatchObject({ state: 'signing', reason: 'refusedNow' });
  await rounds(bench.payer, FINAL);
  expect(await rowOf(id)).toMatchObject({ state: 'rejected', reason: 'token', transaction: null });
  await bench.house.outbox.deliver(`withdrawal-end:${id}`);
  await holdsUsdt(0n);
  await bench.chain.issuer('unpause');
  await bench.chain.mine(FINAL + 2);
});

it('one without the coins of the hot wallet at the final block is not ended for it', async () => {
  await takeEth();
  const hot = await bench.signer.hotAddress();
  const { adapter } = bench.chain;
  const wei = await adapter.balanceAt(hot, PRACTICE_CHAIN.assets[1]!, (await adapter.head()).hash);
  await bench.chain.ask('anvil_setBalance', [hot, '0x1']);
  await bench.chain.mine(FINAL + 1);
  // the refill came, and a node that lags does not know it yet
  await bench.chain.ask('anvil_setBalance', [hot, numberToHex(wei)]);
  await bench.chain.mine();
  const id = await requestEth(newAddress());
  let isLagging = true;
  const payer = await payerWith((payment) => {
    if (isLagging) throw new ChainError('WOULD_FAIL', 'The node refuses: insufficient funds for transfer');
    return adapter.buildPayment(payment);
  });
  await rounds(payer, 4);
  expect(await rowOf(id)).toMatchObject({ state: 'signing', reason: 'refusedNow' });
  isLagging = false;
  await rounds(payer, 9);
  expect(await rowOf(id)).toMatchObject({ state: 'done' });
});

it('one that got a number meanwhile is not released, whatever a final block says', async () => {
  const { id } = await bench.request(who, '10');
  const bind = (nonce: number | null) =>
    bench.house.pool.query('update withdrawals.withdrawal set nonce = $2 where withdrawal_no = $1', [
      id,
      nonce,
    ]);
  let checks = 0;
  const payer = await payerWith(
    () => {
      throw new ChainError('WOULD_FAIL', 'The node refuses: execution reverted');
    },
    {
      async checkPayment() {
        checks += 1;
        await bind(999);
        return 'refused';
      },
    },
  );
  await rounds(payer, 2);
  await payer.round();
  expect(checks).toBe(1);
  expect(await rowOf(id)).toMatchObject({ state: 'signing' });
  await holdsUsdt(10n * L);
  await bind(null);
  await bench.payOut();
  expect(await rowOf(id)).toMatchObject({ state: 'done' });
});

it('those that are refused are asked for last, ten a round, and take no coins from others', async () => {
  const contract = newAddress();
  const ids: number[] = [];
  for (let at = 0; at < 12; at += 1) ids.push((await bench.request(who, '10', contract)).id);
  const asked: string[][] = [];
  const payer = await payerWith(
    (payment) => {
      asked.at(-1)!.push(payment.to);
      if (payment.to === contract) throw new ChainError('NODE_REFUSED', 'words that nobody knows');
      return bench.chain.adapter.buildPayment(payment);
    },
    { checkPayment: async () => 'accepted' },
  );
  const round = async () => {
    asked.push([]);
    await payer.round();
    return asked.at(-1)!.length;
  };
  await round();
  expect(await round()).toBe(12);
  const other = await bench.request(who, '11');
  // The first look at a head takes ten, the next one the others; then they rest until there is another head.
  expect([await round(), await round(), await round(), await round()]).toEqual([10, 2 + 1, 0, 0]);
  expect(asked[3]![0]).toBe(other.address);
  await bench.chain.mine();
  expect(await round()).toBe(10);
  for (const id of ids) expect(await rowOf(id)).toMatchObject({ reason: 'refusedNow' });
  for (const id of ids) await who.person.client.call('cancelWithdrawal', { body: { id } });
  await bench.payOut();
  expect(await rowOf(other.id)).toMatchObject({ state: 'done' });
});

it('an estimate that gets no answer is asked for after all others', async () => {
  const [burner, other] = [await bench.request(who, '10'), await bench.request(who, '11')];
  const asked: string[] = [];
  const payer = await payerWith((payment) => {
    asked.push(payment.to);
    if (payment.to === burner.address)
      throw new ChainError('NODE_UNREACHABLE', 'The node of the chain does not answer');
    return bench.chain.adapter.buildPayment(payment);
  });
  await payer.round();
  await payer.round();
  const next = await bench.request(who, '12');
  await payer.round();
  await bench.chain.mine();
  asked.splice(0);
  await payer.round();
  expect(asked).toEqual([next.address, burner.address]);
  await bench.payOut();
  for (const { id } of [burner, other, next]) expect(await rowOf(id)).toMatchObject({ state: 'done' });
});

it('a recipient that takes more gas than is paid for ends with that reason; all below it are paid', async () => {
  await takeEth();
  const [endless, costly] = [newAddress(), newAddress()];
  // jumps to its begin for as long as there is gas
  await setCode(endless, '0x5b600056');
  // reads three words of its storage
  await setCode(costly, '0x60005450600154506002545000');
  await bench.chain.mine(FINAL + 1);
  const [burnt, paid] = [await requestEth(endless), await requestEth(costly)];
  const plain = await bench.request(who, '10');
  await rounds(bench.payer, 10);
  expect(await rowOf(burnt)).toMatchObject({ state: 'rejected', reason: 'gas', transaction: null });
  for (const id of [paid, plain.id]) expect(await rowOf(id)).toMatchObject({ state: 'done' });
  const { rows } = await bench.house.pool.query(
    'select gas::integer from withdrawals.transaction where withdrawal_no = $1',
    [paid],
  );
  expect(rows[0].gas).toBeGreaterThan(21_000);
  expect(rows[0].gas).toBeLessThanOrEqual(42_000);
});

it('a recipient that takes nearly all the gas that is paid for is paid', async () => {
  await takeEth();
  const near = newAddress();
  // reads seven words of its storage: with a fifth more for room it is above twice the published gas
  await setCode(near, `0x${[0, 1, 2, 3, 4, 5, 6].map((word) => `600${word}5450`).join('')}00`);
  await bench.chain.mine(FINAL + 1);
  const id = await requestEth(near);
  await rounds(bench.payer, 10);
  expect(await rowOf(id)).toMatchObject({ state: 'done', reason: null });
  const { rows } = await bench.house.pool.query(
    'select gas::integer from withdrawals.transaction where withdrawal_no = $1',
    [id],
  );
  expect(rows).toEqual([{ gas: 42_000 }]);
});

it('coins are reserved for the gas that is signed for, not for the published', async () => {
  await takeEth();
  const { adapter } = bench.chain;
  const hot = await bench.signer.hotAddress();
  const eth = PRACTICE_CHAIN.assets[1]!;
  const wei = await adapter.balanceAt(hot, eth, (await adapter.head()).hash);
  const ids = [await requestEth(newAddress()), await requestEth(newAddress())];
  const maxFeePerGas = 10n ** 9n;
  const arrives = await Promise.all(
    ids.map(async (id) => BigInt(Math.round(Number((await rowOf(id)).arrives) * 1e8)) * 10n ** 10n),
  );
  await bench.chain.ask('anvil_setBalance', [
    hot,
    numberToHex(arrives[0]! + arrives[1]! + 80_000n * maxFeePerGas),
  ]);
  await bench.chain.mine();
  const payer = await payerWith(
    async (payment) => ({ ...(await adapter.buildPayment(payment)), gas: 42_000n }),
    { feeEstimate: async () => ({ maxFeePerGas, maxPriorityFeePerGas: 1n }) },
  );
  await payer.round();
  await payer.round();
  const signed = await Promise.all(ids.map(async (id) => (await rowOf(id)).state));
  expect(signed.toSorted()).toEqual(['broadcast', 'signing']);
  expect(await rowOf(ids[signed.indexOf('signing')]!)).toMatchObject({ reason: 'refill' });
  await bench.chain.ask('anvil_setBalance', [hot, numberToHex(wei)]);
  await bench.payOut();
  for (const id of ids) expect(await rowOf(id)).toMatchObject({ state: 'done' });
});

it('a higher fee that the hot wallet does not cover is not signed', async () => {
  const { id } = await bench.request(who, '10');
  await bench.payer.round();
  await bench.payer.round();
  expect(await rowOf(id)).toMatchObject({ state: 'broadcast' });
  let price = 300n * 10n ** 9n;
  let isEmpty = true;
  const signed: string[] = [];
  const { adapter } = bench.chain;
  const payer = await bench.openPayer({
    adapter: {
      ...adapter,
      balanceAt: async (address, asset, hash) =>
        isEmpty && asset.contract === null ? 0n : adapter.balanceAt(address, asset, hash),
      feeEstimate: async () => ({ maxFeePerGas: price, maxPriorityFeePerGas: 10n ** 9n }),
    },
    signer: {
      ...bench.signer,
      async sign(request) {
        signed.push(request.maxFeePerGas);
        return bench.signer.sign(request);
      },
    },
  });
  bench.house.advance(4 * 60_000);
  await payer.round();
  expect(signed).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ state: 'broadcast', reason: 'refill' });
  price = 20n * 10n ** 9n;
  isEmpty = false;
  bench.house.advance(16_000);
  await payer.round();
  expect(signed).toEqual([`${price}`]);
  await bench.payOut();
  expect(await rowOf(id)).toMatchObject({ state: 'done', reason: null });
});

it('a higher fee whose answer was lost is asked for again, takes no coins meanwhile, and is raised further', async () => {
  const GWEI = 10n ** 9n;
  // the test before left a fee that no amount here covers
  bench.house.advance(FEE_HOLDS_MS);
  await bench.payer.round();
  const { id } = await bench.request(who, '10');
  await bench.payer.round();
  await bench.payer.round();
  const versions = async () => {
    const { rows } = await bench.house.pool.query(
      'select gas, max_fee from withdrawals.transaction where withdrawal_no = $1 order by signed_at',
      [id],
    );
    return rows as { gas: string; max_fee: string }[];
  };
  const [first] = await versions();
  const gas = BigInt(first!.gas);
  let price = 20n * GWEI;
  let isLost = true;
  // enough for the first payment at its fee, and for one at the new price
  const wei = gas * (BigInt(first!.max_fee) + price);
  const { adapter } = bench.chain;
  const payer = await bench.openPayer({
    adapter: {
      ...adapter,
      balanceAt: async (address, asset, hash) =>
        isLost && asset.contract === null ? wei : adapter.balanceAt(address, asset, hash),
      feeEstimate: async () => ({ maxFeePerGas: price, maxPriorityFeePerGas: GWEI }),
    },
    signer: {
      ...bench.signer,
      async sign(request) {
        const signed = await bench.signer.sign(request);
        if (isLost) throw new Error('The signer does not answer');
        return signed;
      },
    },
  });
  const other = await bench.request(who, '11');
  await payer.round();
  bench.house.advance(4 * 60_000);
  await payer.round();
  expect(await versions()).toHaveLength(1);
  expect(await rowOf(other.id)).toMatchObject({ state: 'broadcast', reason: null });
  isLost = false;
  price = 21n * GWEI;
  const raiseTo = async (wanted: bigint) => {
    await payer.round();
    expect((await versions()).at(-1)).toEqual({ gas: first!.gas, max_fee: `${wanted}` });
  };
  await raiseTo(20n * GWEI);
  price = 30n * GWEI;
  bench.house.advance(4 * 60_000);
  await raiseTo(price);
  await bench.payOut();
  for (const each of [id, other.id]) expect(await rowOf(each)).toMatchObject({ state: 'done', reason: null });
});
