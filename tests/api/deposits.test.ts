import { ChainError } from '@candor/chains';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PRACTICE_CHAIN, PRACTICE_USDT_ADDRESS } from '../../apps/server/money/chains/index.ts';
import { followChain } from '../../apps/server/money/deposits/index.ts';
import { testAddresses } from '../support/deposit-bench.ts';
import { eventually } from '../support/patience.ts';
import { type ChainBench, openChainBench } from '../support/practice-chain.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person, refusal } from './support/person.ts';
import { expectListedByTime } from './support/times.ts';
import { toldTo } from './support/told.ts';

let house: House;
let chain: ChainBench;
let person: Person;
let stop: () => Promise<void>;
let timeMs = 0;
/** Next payments that the newest block refuses. */
let refusals = 0;
/** True while the node serves another chain than the one that is followed. */
let isOtherChain = false;
const lines: string[] = [];
beforeAll(async () => {
  house = await openHouse({ notices: true });
  // Each look of the chain at its clock is long after the one before: blocks come at once.
  chain = await openChainBench({ now: () => (timeMs += 60_000) });
  const { assets } = await house.core.ask('spotCatalogue');
  stop = await followChain({
    pool: house.pool,
    chain: PRACTICE_CHAIN,
    adapter: {
      ...chain.adapter,
      checkChain: async () => {
        if (isOtherChain) throw new ChainError('WRONG_CHAIN', 'The node serves another chain');
        await chain.adapter.checkChain();
      },
      buildPayment: async (payment) => {
        if (refusals-- > 0) throw new ChainError('WOULD_FAIL', 'The node refuses: insufficient funds');
        return chain.adapter.buildPayment(payment);
      },
    },
    practice: chain,
    promises: house.outbox,
    ledgerAsset: (code) => assets.find((asset) => asset.code === code),
    addresses: testAddresses(),
    log: (line) => lines.push(line),
    tickMs: 20,
  });
  person = await newPerson(house);
  await eventually(async () =>
    expect((await person.client.call('getRechargeCurrency')).list).not.toEqual([]),
  );
});
afterAll(async () => {
  expect(lines).toEqual([]);
  await stop?.();
  await chain?.end();
  await house?.stop();
});

const log = async (who: Person, body: object = {}) =>
  (await who.client.call('getRechargeLog', { body: { type: 1, ...body } })).records;
const available = async (who: Person, coin: string) => {
  const { list } = await who.client.call('getMyBalance', { query: { type: '1' } });
  return list.find((row) => row.coin === coin)?.available;
};

test('coins and networks say what a deposit needs', async () => {
  const { list } = await person.client.call('getRechargeCurrency');
  expect(list).toEqual([
    {
      coin: 'USDT',
      network: 'practice-evm',
      networkName: 'Practice Ethereum (ERC-20)',
      contract: PRACTICE_USDT_ADDRESS,
      minimum: '1',
      confirmations: 6,
      arrivalSeconds: 12,
      practice: true,
      delayed: false,
      delisted: null,
      fromContracts: false,
      large: { from: '50000', confirmations: 12 },
    },
    expect.objectContaining({ coin: 'ETH', contract: null, minimum: '0.001', fromContracts: true }),
  ]);
});

test('practice coins travel over the chain into the account, once under one key', async () => {
  const before = Number(await available(person, 'USDT'));
  const { address } = await person.client.call('getDepositAddress', { params: { coin: 'usdt' } });
  expect(chain.adapter.normaliseAddress(address)).toBe(address);
  const take = () =>
    person.client.call(
      'takePracticeCoins',
      { body: { coin: 'USDT', amount: '125.5' } },
      { idempotencyKey: 'one' },
    );
  const sent = await take();
  expect(sent).toMatchObject({ coin: 'USDT', amount: '125.5', address });
  expect(await take()).toEqual(sent);
  await eventually(async () => expect(await available(person, 'USDT')).toBe(String(before + 125.5)));
  const [row, ...others] = await log(person);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    coin: 'USDT',
    amount: '125.5',
    credited: '125.50000000',
    status: 'passed',
    state: 'credited',
    confirmations: 6,
    confirmationsNeeded: 6,
    address,
    screenshot: null,
  });
  await expectListedByTime(async (times) => (await log(person, times)).map(({ time }) => time));
  const { records } = await person.client.call('getMyBill', { query: { kind: 'deposit' } });
  expect(records).toMatchObject([{ coin: 'USDT', amount: '125.5', orderId: Number(row?.orderNo) }]);
  for (const { sum } of await house.engine.read((view) => view.ledgerSums())) expect(sum).toBe(0n);
  const { transactionHash } = row!;
  expect(await toldTo(house, person)).toMatchObject([
    { kind: 'deposit-credited', facts: { amount: '125.5', network: 'practice-evm', transactionHash } },
    { kind: 'deposit-seen', facts: { amount: '125.5', transactionHash, confirmationsNeeded: 6 } },
  ]);
});

test('practice coins that a block refuses for a moment come without another call', async () => {
  const other = await newPerson(house);
  refusals = 3;
  await other.client.call('takePracticeCoins', { body: { coin: 'ETH', amount: '1.5' } });
  await eventually(async () => expect(await available(other, 'ETH')).toBe('1.5'));
});

test('practice coins for who refuses them hold up nobody', async () => {
  const other = await newPerson(house);
  // The token's contract takes no ether.
  const body = { coin: 'ETH', amount: '1', address: PRACTICE_USDT_ADDRESS };
  await other.client.call('takePracticeCoins', { body });
  await other.client.call('takePracticeCoins', { body: { coin: 'ETH', amount: '2' } });
  await eventually(async () => expect(await available(other, 'ETH')).toBe('2'));
  await eventually(() => expect(lines).toEqual([expect.stringContaining('is refused by its recipient')]));
  lines.length = 0;
});

test('everybody has an address of their own, and sees their own deposits', async () => {
  const other = await newPerson(house);
  const address = async (who: Person, coin: string) =>
    (await who.client.call('getDepositAddress', { params: { coin }, query: { network: 'practice-evm' } }))
      .address;
  expect(await address(other, 'ETH')).not.toBe(await address(person, 'ETH'));
  expect(await address(person, 'ETH')).toBe(await address(person, 'USDT'));
  await chain.sendEth(await address(other, 'ETH'), 2n * 10n ** 18n);
  await eventually(async () => expect(await available(other, 'ETH')).toBe('2'));
  expect((await log(other)).map(({ coin }) => coin)).toEqual(['ETH']);
  expect((await log(person)).map(({ coin }) => coin)).toEqual(['USDT']);
  expect(await log(person, { coin: 'ETH' })).toEqual([]);
});

test('practice coins also go to a wallet outside, and blocks show them', async () => {
  const outside = privateKeyToAccount(generatePrivateKey()).address;
  const body = { coin: 'ETH', amount: '0.25', address: outside.toLowerCase() };
  expect((await person.client.call('takePracticeCoins', { body })).address).toBe(outside);
  const [, eth] = PRACTICE_CHAIN.assets;
  await eventually(async () =>
    expect(await chain.adapter.balanceAt(outside, eth!, (await chain.adapter.head()).hash)).toBe(
      25n * 10n ** 16n,
    ),
  );
  const { node, list } = await person.client.call('getPracticeBlocks');
  expect(node).toBe(chain.url);
  expect(list.some(({ transfers }) => transfers > 0)).toBe(true);
});

test('a node that serves another chain is not read: its coins are worth what anybody says', async () => {
  const other = await newPerson(house);
  const asked = { params: { coin: 'ETH' }, query: { network: 'practice-evm' } };
  const { address } = await other.client.call('getDepositAddress', asked);
  isOtherChain = true;
  const said = expect.stringContaining('serves another chain');
  await eventually(() => expect(lines).toContainEqual(said));
  const height = () => chain.adapter.head().then(({ number }) => number);
  const before = await height();
  await chain.sendEth(address, 10n ** 18n);
  // blocks go on: it has been asked again, and again has read none
  await eventually(async () => expect(await height()).toBeGreaterThan(before + 3));
  expect(await log(other)).toEqual([]);
  isOtherChain = false;
  await eventually(async () => expect(await available(other, 'ETH')).toBe('1'));
  expect(lines).toEqual(lines.map(() => said));
  lines.length = 0;
});

test.each([
  [
    'an address with a wrong checksum',
    { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee' },
    'CHAIN_ADDRESS_INVALID',
  ],
  ['an amount over the limit', { amount: '10000.000001' }, 'PRACTICE_COINS_TOO_MANY'],
  ['more decimals than the chain has', { amount: '1.0000001' }, 'AMOUNT_INVALID'],
  ['a coin that no chain has', { coin: 'BTC' }, 'DEPOSIT_NETWORK_UNKNOWN'],
])('%s is refused', async (_, change, key) => {
  const body = { coin: 'USDT', amount: '1', ...change };
  expect(await refusal(person.client.call('takePracticeCoins', { body }))).toMatchObject({ key });
});

test('a network that does not exist is refused', async () => {
  const asked = person.client.call('getDepositAddress', {
    params: { coin: 'USDT' },
    query: { network: 'tron' },
  });
  expect(await refusal(asked)).toMatchObject({ key: 'DEPOSIT_NETWORK_UNKNOWN' });
});

test('twenty practice payments are a day', async () => {
  const greedy = await newPerson(house);
  const take = () => greedy.client.call('takePracticeCoins', { body: { coin: 'ETH', amount: '0.001' } });
  for (let taken = 0; taken < 20; taken += 1) await take();
  expect(await refusal(take())).toMatchObject({ key: 'PRACTICE_COINS_USED_UP' });
});
