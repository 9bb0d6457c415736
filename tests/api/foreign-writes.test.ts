import type { BlockRef, ChainAdapter, ChainTransfer } from '@candor/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import {
  addressOf,
  createAddressPool,
  createScanner,
  noteFollowed,
  type Scanner,
} from '../../apps/server/money/deposits/index.ts';
import { createHouseReceipts } from '../../apps/server/money/treasury/index.ts';
import { testAddresses } from '../support/deposit-bench.ts';
import { newAddress } from '../support/payout-bench.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person } from './support/person.ts';

/** Writes of strangers on a chain: any number of events, of any contract, with any number of 256 bits. */
const AMOUNTS = [1n, 10n ** 30n, 2n ** 256n - 1n];
const EVENTS = 250;

let house: House;
let desk: OperatorsConsole;
let person: Person;
let scanner: Scanner;
let address: string;
const hot = newAddress();
/** The chain: a block for each list of transfers. */
const blocks: ChainTransfer[][] = [[]];

const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
const refOf = (number: number): BlockRef => ({
  number,
  hash: hash(number + 1),
  parentHash: hash(number),
  timeMs: 1_700_000_000_000 + number,
});
const adapter = {
  chainId: PRACTICE_CHAIN.chainId,
  assets: PRACTICE_CHAIN.assets,
  head: async () => refOf(blocks.length - 1),
  blockAt: async (number: number) => (number < blocks.length ? refOf(number) : null),
  transfersOf: async (of: string) => blocks[Number(of) - 1] ?? null,
  finalNumber: async () => blocks.length - 1,
} as unknown as ChainAdapter;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  person = await newPerson(house);
  const { pool, outbox } = house;
  const { assets } = await house.core.ask('spotCatalogue');
  const deps = {
    chain: PRACTICE_CHAIN,
    promises: outbox,
    ledgerAsset: (code: string) => assets.find((asset) => asset.code === code),
  };
  const addresses = new Map([[hot, 'hot' as const]]);
  scanner = createScanner({
    ...deps,
    pool,
    adapter,
    firstBlock: 0,
    alarm: () => {},
    house: createHouseReceipts({ ...deps, addresses }),
  });
  const given = createAddressPool(pool, PRACTICE_CHAIN.key, testAddresses());
  await given.refill();
  await noteFollowed(pool, { chain: PRACTICE_CHAIN.key, batch: given.batch, node: null });
  address = (await addressOf(pool, PRACTICE_CHAIN.key, person.userId))!;
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

/** One transaction's transfers in a block of its own. */
async function write(transfers: readonly Partial<ChainTransfer>[], to = address): Promise<string> {
  const transactionHash = hash(1_000_000 + blocks.length);
  blocks.push(
    transfers.map((each, ordinal) => ({
      transactionHash,
      ordinal,
      from: newAddress(),
      to,
      contract: null,
      asset: null,
      amount: 1n,
      ...each,
    })),
  );
  await scanner.advance();
  return transactionHash;
}
const [usdt] = PRACTICE_CHAIN.assets;
const listed = (amount: bigint) => ({ asset: usdt!, contract: usdt!.contract, amount });
const log = () => person.client.call('getRechargeLog', { body: { type: 1, pageSize: 20 } });

test.each(AMOUNTS)(
  'events of %s units push nothing off a first page, and every answer fits',
  async (amount) => {
    const own = await write([listed(5_000_000n)]);
    const lost = await write([{ ...listed(10n ** 40n) }]);
    const toHouse = await write([{ asset: PRACTICE_CHAIN.assets[1]!, amount: 10n ** 18n }], hot);
    const contract = newAddress();
    const flood = await write(Array.from({ length: EVENTS }, () => ({ contract, amount })));
    await write(
      Array.from({ length: EVENTS }, () => ({ contract, amount })),
      hot,
    );
    await write(Array.from({ length: EVENTS }, () => ({ contract: newAddress(), amount })));
    await write(
      Array.from({ length: EVENTS }, () => ({ contract: newAddress(), amount })),
      hot,
    );

    // Until what is large is confirmed.
    for (let block = 0; block < 12; block += 1) await write([]);

    const { records, unlisted } = await log();
    expect(records.map(({ transactionHash }) => transactionHash)).toContain(own);
    expect(records.every(({ coin }) => coin === 'USDT')).toBe(true);
    expect(unlisted).toHaveLength(20);
    for (const token of unlisted) expect(token.amount).toBe(`${amount}`);

    const one = await desk.signIn();
    const all = await one.call('getLostDeposits', { query: {} });
    // A token that somebody may miss stands in front of every worthless one.
    const at = (transaction: string) => all.findIndex((row) => row.transaction === transaction);
    const firstToken = all.findIndex(({ kind }) => kind === 'token');
    for (const transaction of [lost, toHouse]) {
      expect(at(transaction)).toBeGreaterThanOrEqual(0);
      expect(at(transaction)).toBeLessThan(firstToken);
    }
    expect(all.length).toBeLessThanOrEqual(200);
    expect(await one.call('getLostDeposits', { query: { transaction: flood } })).toMatchObject([
      { kind: 'token', contract, transfers: EVENTS, amount: `${amount}`, userId: person.userId },
    ]);
    const deposits = await one.call('getOperatorDeposits', { query: { userId: String(person.userId) } });
    expect(deposits.records.map(({ transaction }) => transaction)).toContain(own);
  },
);

test('a deposit whose hold is over stays with its owner, and is under review no more', async () => {
  const transactionHash = await write([listed(6_000_000n)]);
  for (let block = 0; block < 6; block += 1) await write([]);
  const shown = async (days: number) => {
    await house.pool.query(
      `update deposits.deposit set state = 'taken-back', turn = 1, ended_at = now() - $1::interval
       where transaction_hash = $2`,
      [`${days} days`, transactionHash],
    );
    return (await log()).records.find((row) => row.transactionHash === transactionHash);
  };
  expect(await shown(6.9)).toMatchObject({ state: 'taken-back', status: 'under review' });
  expect(await shown(7.1)).toMatchObject({ state: 'credited', status: 'passed' });
});

test('a few events of one token are one row beside the deposits', async () => {
  const contract = newAddress();
  await write([{ contract, amount: 7n }]);
  const transactionHash = await write([
    { contract, amount: 9n },
    { contract, amount: 8n },
  ]);
  const [first] = (await log()).unlisted;
  expect(first).toMatchObject({ contract, transfers: 3, amount: '8', transactionHash });
});
