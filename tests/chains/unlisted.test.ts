import { type BlockRef, type ChainAdapter, ChainError, type ChainTransfer } from '@candor/chains';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ListedChain, PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { type DepositBench, openDepositBench } from '../support/deposit-bench.ts';

/** Strangers write any number of events into a block; what a token's owners got is credited when it is listed. */
const MANY = 10_000;
const SOME = 1_000;
const [usdt, eth] = PRACTICE_CHAIN.assets;
const CONTRACT = usdt!.contract!;
const onlyEth: ListedChain = { ...PRACTICE_CHAIN, assets: [eth!] };

let bench: DepositBench;
let owners: string[];
/** The chain: a block for each list of transfers. `forks` counts the blocks that were made at a height. */
let blocks: { readonly ref: BlockRef; readonly transfers: readonly ChainTransfer[] }[] = [];
let forks = 0;
let forgotten = new Set<string>();
let hasNoState = false;
/** Alarms before this test. */
let said = 0;

const hash = (of: string) => `0x${Buffer.from(of).toString('hex').padStart(64, '0').slice(-64)}`;

function mine(transfers: readonly ChainTransfer[] = []): void {
  const number = blocks.length;
  forks += 1;
  const parentHash = blocks.at(-1)?.ref.hash ?? hash('none');
  blocks.push({
    ref: { number, hash: hash(`block ${forks}`), parentHash, timeMs: 1_700_000_000_000 + number },
    transfers,
  });
}
const adapter = {
  chainId: PRACTICE_CHAIN.chainId,
  assets: PRACTICE_CHAIN.assets,
  head: async () => blocks.at(-1)!.ref,
  blockAt: async (number: number) => blocks[number]?.ref ?? null,
  transfersOf: async (of: string) =>
    forgotten.has(of) ? null : (blocks.find(({ ref }) => ref.hash === of)?.transfers ?? null),
  balancesAt: async () => {
    if (hasNoState) throw new ChainError('NODE_REFUSED', 'missing trie node');
    return [];
  },
  finalNumber: async () => blocks.length - 1,
} as unknown as ChainAdapter;

beforeAll(async () => {
  bench = await openDepositBench(adapter, { chain: onlyEth });
  owners = [];
  for (let userId = 1; userId <= 30; userId += 1) owners.push(await bench.address(userId));
});
afterAll(() => bench?.close());
beforeEach(async () => {
  await bench.pool.query(
    `delete from deposits.block; delete from deposits.deposit; delete from deposits.dust; delete from promised;
     delete from deposits.unlisted; delete from deposits.unlisted_rest; delete from deposits.listed_token;
     delete from deposits.unlisted_reread`,
  );
  blocks = [];
  forgotten = new Set();
  hasNoState = false;
  said = bench.alarms.length;
  mine();
});

const transfer = (each: Partial<ChainTransfer> & { to: string }, ordinal: number): ChainTransfer => {
  const contract = each.contract ?? CONTRACT;
  return {
    transactionHash: hash(`transaction ${forks}.${ordinal % 50}`),
    from: token(1),
    amount: 1_000_000n,
    ...each,
    contract,
    asset: contract === CONTRACT ? usdt! : null,
    ordinal,
  };
};
const token = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;
const rows = async (table: string) =>
  Number((await bench.pool.query(`select count(*) from deposits.${table}`)).rows[0].count);
const stored = async () =>
  (await rows('deposit')) +
  (await rows('unlisted')) +
  (await rows('unlisted_rest')) +
  (await rows('unlisted_reread'));
const read = (chain = onlyEth) => bench.follow(adapter, chain).advance();
async function listNow(): Promise<void> {
  for (let number = 0; number < 12; number += 1) mine();
  await read(PRACTICE_CHAIN);
}
/** Each owner's sum of the token in the ledger. */
const owed = (transfers: readonly ChainTransfer[]) =>
  Object.fromEntries(
    owners.flatMap((owner, index) => {
      const units = transfers
        .filter(({ to, contract }) => to === owner && contract === CONTRACT)
        .reduce((sum, { amount }) => sum + amount, 0n);
      return units === 0n ? [] : [[`${index + 1} USDT`, units * 100n]];
    }),
  );

type Written = (index: number) => Partial<ChainTransfer> & { to: string };
const CASES: Readonly<Record<string, readonly [number, Written]>> = {
  'one token, one owner': [MANY, () => ({ to: owners[0]! })],
  'one token, all owners': [SOME, (index) => ({ to: owners[index % owners.length]! })],
  'a token an event, the listed one last': [
    MANY,
    (index) => ({ to: owners[index % 2]!, contract: index >= MANY - 2 ? CONTRACT : token(index) }),
  ],
  'a transaction an event': [
    SOME,
    (index) => ({ to: owners[index % owners.length]!, transactionHash: hash(`single ${index}`) }),
  ],
};

test.each(Object.keys(CASES))('%s: bounded rows, and all is credited at the listing', async (name) => {
  const [count, of] = CASES[name]!;
  const events = Array.from({ length: count }, (_, index) => transfer(of(index), index));
  mine(events);
  await read();
  expect(await stored()).toBeLessThanOrEqual(101);
  const { rows: counted } = await bench.pool.query(
    `select (select coalesce(sum(transfers), 0) from deposits.unlisted)
       + (select coalesce(sum(transfers), 0) from deposits.unlisted_rest) as all`,
  );
  expect(Number(counted[0].all)).toBe(count);

  await listNow();
  expect(await bench.ledger()).toEqual(owed(events));
  // A restart reads nothing twice.
  await listNow();
  expect(await bench.ledger()).toEqual(owed(events));
  expect(await rows('unlisted_reread')).toBe(0);
  expect(
    (await bench.pool.query('select from deposits.unlisted where contract = $1', [CONTRACT])).rows,
  ).toEqual([]);
});

test('blocks that left the chain are never read again', async () => {
  const left = [transfer({ to: owners[3]! }, 0), transfer({ to: owners[4]!, contract: token(7) }, 1)];
  mine(left);
  await read();
  expect(await rows('unlisted')).toBe(2);
  blocks.pop();
  const stays = [transfer({ to: owners[5]! }, 0)];
  mine(stays);
  mine();
  await read();
  expect(await rows('unlisted')).toBe(1);
  await listNow();
  expect(await bench.ledger()).toEqual(owed(stays));
});

test('a block that a node forgot stays queued with one alarm, holds up no other, and is credited when it is there', async () => {
  const first = [transfer({ to: owners[6]! }, 0)];
  mine(first);
  forgotten.add(blocks.at(-1)!.ref.hash);
  const lost = new Set(forgotten);
  forgotten.clear();
  const second = [transfer({ to: owners[7]! }, 0)];
  mine(second);
  await read();
  forgotten = lost;
  await listNow();
  await listNow();
  expect(await bench.ledger()).toEqual(owed(second));
  expect(bench.alarms.slice(said)).toEqual([
    expect.stringContaining('in block 1 wait, it cannot be read again'),
  ]);
  forgotten.clear();
  await bench.pool.query(`update deposits.unlisted_reread set tried_at = now() - interval '1 hour'`);
  await listNow();
  expect(await bench.ledger()).toEqual(owed([...first, ...second]));
});

test('a token whose arrivals the node cannot measure waits, and is never credited by its word', async () => {
  mine([transfer({ to: owners[8]! }, 0)]);
  await read();
  hasNoState = true;
  const measured = { ...PRACTICE_CHAIN, assets: [{ ...usdt!, logsWhatArrives: false }, eth!] };
  for (let number = 0; number < 12; number += 1) mine();
  await read(measured);
  expect(await bench.ledger()).toEqual({});
  expect(await rows('unlisted_reread')).toBe(1);
  expect(bench.alarms.slice(said)).toEqual([expect.stringContaining('missing trie node')]);
});

test('a token that is listed, dropped and listed again has every block read once', async () => {
  const before = [transfer({ to: owners[9]! }, 0)];
  mine(before);
  await read();
  await listNow();
  const between = [transfer({ to: owners[10]! }, 0)];
  mine(between);
  await read();
  expect(await rows('unlisted')).toBe(1);
  await listNow();
  expect(await bench.ledger()).toEqual(owed([...before, ...between]));
});
