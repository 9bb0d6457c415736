import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AccountChain } from '@candor/chains';
import {
  createEvmAdapter,
  createQuorumAdapter,
  type NodeHealth,
  type QuorumAdapter,
} from '@candor/chains/evm';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { PRACTICE_CHAIN, PRACTICE_USDT_ADDRESS } from '../../apps/server/money/chains/index.ts';
import { listNodes, noteNodes } from '../../apps/server/money/deposits/index.ts';
import { type Anvil, startAnvil } from '../../apps/server/money/practice-chain/index.ts';
import { Random } from '../../tools/workload/random.ts';
import { type DepositBench, openDepositBench } from '../support/deposit-bench.ts';
import { type NodeProxy, openNodeProxy, type Trouble } from '../support/node-proxy.ts';
import { eventually } from '../support/patience.ts';
import { type ChainBench, openChainBench } from '../support/practice-chain.ts';

const NEEDED = 6;
const NONE: Trouble = { kind: 'none' };

let chain: ChainBench;
let nodes: NodeProxy[];
let adapter: QuorumAdapter;
let bench: DepositBench;
let nowMs = 0;
const changes: NodeHealth[] = [];

beforeAll(async () => {
  chain = await openChainBench();
  nodes = await Promise.all([1, 2, 3].map(() => openNodeProxy(chain.url)));
  adapter = createQuorumAdapter({
    nodes: nodes.map(({ url }) => createEvmAdapter({ ...PRACTICE_CHAIN, url, timeoutMs: 1_500 })),
    now: () => nowMs,
    onChange: (health) => changes.push(health),
    graceMs: 200,
  });
  bench = await openDepositBench(adapter);
});
afterAll(async () => {
  await bench.close();
  for (const node of nodes) await node.close();
  await chain.end();
});
beforeEach(async () => {
  for (const node of nodes) {
    Object.assign(node, { trouble: NONE, target: chain.url });
    node.cutHanging();
  }
  // what a node rested for is over
  nowMs += 3_600_000;
  await bench.scanner.advance();
  await bench.reset();
  changes.length = 0;
});

const stateOf = (node: number) => adapter.nodes()[node - 1]!.state;
/** Waits until a node is named so: one that a busy machine found silent before is asked again. */
const becomes = (node: number, state: NodeHealth['state']) =>
  eventually(async () => {
    if (stateOf(node) !== state) {
      nowMs += 3_600_000;
      await bench.scanner.advance();
    }
    expect(stateOf(node)).toBe(state);
  });
const mineAndRead = async (blocks: number) => {
  await chain.mine(blocks);
  return bench.scanner.advance();
};
const forging = async (userId: number): Promise<Trouble> => ({
  kind: 'forge',
  token: PRACTICE_USDT_ADDRESS,
  to: await bench.address(userId),
  units: 9_000_000n,
});

describe('of three nodes, two decide', () => {
  test('a deposit is credited once where all agree', async () => {
    await chain.sendUsdt(await bench.address(7), 3_000_000n);
    await mineAndRead(NEEDED);
    expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
    expect(adapter.nodes().map(({ state }) => state)).toEqual(['agrees', 'agrees', 'agrees']);
  });

  test('one that lags holds nothing up, and is named', async () => {
    nodes[0]!.trouble = { kind: 'lag', blocks: 5 };
    await chain.sendUsdt(await bench.address(7), 3_000_000n);
    await mineAndRead(NEEDED);
    expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
    await eventually(async () => expect(stateOf(1)).toBe('lags'));
    expect(stateOf(2)).toBe('agrees');
  });

  test('two that lag hold everything up to their height, and nothing is lost', async () => {
    await chain.sendUsdt(await bench.address(7), 3_000_000n);
    for (const node of nodes.slice(0, 2)) node.trouble = { kind: 'lag', blocks: 4 };
    await mineAndRead(NEEDED);
    expect(await bench.ledger()).toEqual({});
    for (const node of nodes) node.trouble = NONE;
    await bench.scanner.advance();
    expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
  });

  test('one that invents a transfer credits nobody, and is named', async () => {
    nodes[1]!.trouble = await forging(8);
    await chain.sendUsdt(await bench.address(7), 3_000_000n);
    await mineAndRead(NEEDED);
    expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
    await eventually(async () =>
      expect(changes).toContainEqual(expect.objectContaining({ node: 2, state: 'disagrees' })),
    );
    expect(adapter.nodes()[1]!.contradictions).toBeGreaterThan(0);
  });

  test('one that hides a transfer takes it from nobody, and is named', async () => {
    nodes[2]!.trouble = { kind: 'hide' };
    await chain.sendUsdt(await bench.address(7), 3_000_000n);
    await mineAndRead(NEEDED);
    expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
    await eventually(async () =>
      expect(changes).toContainEqual(expect.objectContaining({ node: 3, state: 'disagrees' })),
    );
  });

  test('where no two agree nothing moves, and all is read once two do', async () => {
    nodes[0]!.trouble = { kind: 'hide' };
    nodes[1]!.trouble = await forging(8);
    await chain.sendUsdt(await bench.address(7), 3_000_000n);
    await chain.mine(NEEDED);
    await expect(bench.scanner.advance()).rejects.toMatchObject({ code: 'NODES_DISAGREE' });
    expect(await bench.deposits()).toEqual([]);
    nodes[0]!.trouble = NONE;
    await bench.scanner.advance();
    expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
  });

  test.each<[Trouble['kind'], NodeHealth['state']]>([
    ['error', 'fails'],
    ['hang', 'silent'],
    ['limit', 'limited'],
    ['limit-rpc', 'limited'],
  ])('one in trouble (%s) holds nothing up, is named, and is left alone for a while', async (kind, state) => {
    nodes[0]!.trouble = { kind } as Trouble;
    await chain.sendUsdt(await bench.address(7), 3_000_000n);
    await mineAndRead(NEEDED);
    expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
    await becomes(1, state);
    const before = nodes[0]!.asked();
    await mineAndRead(5);
    expect(nodes[0]!.asked()).toBe(before);
    nodes[0]!.trouble = NONE;
    // questions of before may still fail for a while
    await eventually(async () => {
      nowMs += 3_600_000;
      await bench.scanner.advance();
      expect(stateOf(1)).toBe('agrees');
    });
  });

  test('while one rests and the two others contradict each other, the third is asked after all', async () => {
    nodes[0]!.trouble = { kind: 'limit' };
    await mineAndRead(1);
    await becomes(1, 'limited');
    nodes[0]!.trouble = NONE;
    nodes[1]!.trouble = { kind: 'hide' };
    await chain.sendUsdt(await bench.address(7), 3_000_000n);
    await mineAndRead(NEEDED);
    expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
  });

  test('what nodes do is written for the console', async () => {
    nodes[1]!.trouble = { kind: 'error' };
    await mineAndRead(1);
    await becomes(2, 'fails');
    await noteNodes(bench.pool, PRACTICE_CHAIN.key, adapter.nodes());
    expect(await listNodes(kyselyOf(bench.pool))).toEqual(
      adapter.nodes().map((node) => ({ ...node, chain: PRACTICE_CHAIN.key })),
    );
  });
});

describe('a fork', () => {
  let fork: Anvil;
  beforeAll(async () => {
    const packed = await chain.ask<string>('anvil_dumpState', []);
    const statePath = join(chain.folder, 'fork.json');
    await writeFile(statePath, gunzipSync(Buffer.from(packed.slice(2), 'hex')));
    fork = await startAnvil({ chainId: PRACTICE_CHAIN.chainId, statePath });
  });
  afterAll(() => fork.stop());

  test('of one node decides nothing, also where it is the longest; once two follow it, it is the chain', async () => {
    await chain.sendUsdt(await bench.address(7), 3_000_000n);
    await chain.mine(1);
    await fork.ask('anvil_mine', ['0x4']);
    nodes[0]!.target = fork.url;
    await bench.scanner.advance();
    expect((await bench.deposits()).map(({ state }) => state)).toEqual(['seen']);
    await mineAndRead(NEEDED - 1);
    expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
    await eventually(async () =>
      expect(changes).toContainEqual(expect.objectContaining({ node: 1, state: 'disagrees' })),
    );

    await fork.ask('anvil_mine', ['0x8']);
    nodes[1]!.target = fork.url;
    await bench.scanner.advance();
    // Two nodes took it back: two operators decide, nobody is debited by nodes alone.
    expect((await bench.deposits()).map(({ state }) => state)).toEqual(['taken-back']);
    expect(bench.alarms).toHaveLength(1);
    for (const node of nodes) node.target = chain.url;
    await chain.mine(8);
    await bench.scanner.advance();
    expect((await bench.deposits()).map(({ state }) => state)).toEqual(['credited']);
    expect(await bench.ledger()).toEqual({ '7 USDT': 300_000_000n });
  });
});

describe('payments', () => {
  const usdt = PRACTICE_CHAIN.assets[0]!;
  async function payment(): Promise<{ raw: `0x${string}`; hash: string; from: string }> {
    const payer = privateKeyToAccount(generatePrivateKey());
    await chain.sendEth(payer.address, 10n ** 18n);
    await chain.sendUsdt(payer.address, 50n);
    await chain.mine();
    const fee = await adapter.feeEstimate();
    const to = privateKeyToAccount(generatePrivateKey()).address;
    const unsigned = await adapter.buildPayment({
      from: payer.address,
      to,
      asset: usdt,
      amount: 50n,
      nonce: 0,
      fee,
    });
    const raw = await payer.signTransaction(unsigned);
    return { raw, hash: await adapter.broadcast(raw), from: payer.address };
  }

  test('are not given up for one node that says that they would fail', async () => {
    nodes[0]!.trouble = { kind: 'refuse' };
    const { hash } = await payment();
    expect(hash).toMatch(/^0x/);
    nodes[1]!.trouble = { kind: 'refuse' };
    await expect(payment()).rejects.toMatchObject({ code: 'WOULD_FAIL' });
  });

  test('are refused by a block where two nodes say so', async () => {
    const from = await bench.address(7);
    await chain.sendUsdt(from, 50n);
    await chain.mine();
    const { hash } = await chain.adapter.head();
    const check = (amount: bigint) => adapter.checkPayment({ from, to: from, asset: usdt, amount }, hash);
    nodes[0]!.trouble = { kind: 'refuse' };
    expect(await check(50n)).toBe('accepted');
    expect(await check(51n)).toBe('refused');
    nodes[1]!.trouble = { kind: 'refuse' };
    expect(await check(50n)).toBe('refused');
  });

  test('are not given up for a node that is asked too often', async () => {
    const alone: AccountChain = createEvmAdapter({ ...PRACTICE_CHAIN, url: nodes[0]!.url });
    nodes[0]!.trouble = { kind: 'limit-rpc' };
    const fee = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
    const from = await bench.address(7);
    const build = alone.buildPayment({ from, to: from, asset: usdt, amount: 1n, nonce: 0, fee });
    await expect(build).rejects.toMatchObject({ code: 'NODE_LIMITED' });
  });

  test('are sent to every node, and are paid by what two say', async () => {
    nodes[0]!.trouble = { kind: 'error' };
    const { raw, hash, from } = await payment();
    expect(await adapter.broadcast(raw)).toBe(hash);
    const own = { hash, from, nonce: 0 };
    expect((await adapter.status(own, NEEDED)).state).toBe('pending');
    await chain.mine(NEEDED);
    nowMs += 3_600_000;
    // One node denies it: its nonce is used, and so it would call it replaced, which stops a wallet.
    nodes[0]!.trouble = { kind: 'drop' };
    const alone = createEvmAdapter({ ...PRACTICE_CHAIN, url: nodes[0]!.url });
    expect(await alone.status(own, NEEDED)).toEqual({ state: 'replaced' });
    expect(await adapter.status(own, NEEDED)).toMatchObject({ state: 'included', confirmations: NEEDED });
    await eventually(async () => expect(stateOf(1)).toBe('disagrees'));
  });
});

test('whatever one node at a time does, the ledger equals the chain', { timeout: 900_000 }, async () => {
  const random = new Random(20_251_125);
  const users = [1, 2, 3];
  const addresses = await Promise.all(users.map((user) => bench.address(user)));
  const kinds = ['lag', 'hide', 'forge', 'error', 'limit', 'none'] as const;
  for (let round = 0; round < 30; round += 1) {
    for (const node of nodes) node.trouble = NONE;
    const kind = random.pick(kinds);
    const more = kind === 'lag' ? { blocks: random.int(1, 9) } : kind === 'forge' ? await forging(2) : {};
    random.pick(nodes).trouble = { kind, ...more } as Trouble;
    for (let count = random.int(0, 3); count > 0; count -= 1)
      await chain.sendUsdt(random.pick(addresses), BigInt(random.int(1_000_000, 9_000_000)));
    await chain.mine(random.int(1, 2));
    await bench.scanner.advance();
    // Reorganisations below the confirmations: what waited is mined again by the node.
    if (random.chance(0.3)) await chain.reorganise(random.int(1, NEEDED - 2));
    nowMs += random.int(0, 5_000);
  }
  for (const node of nodes) node.trouble = NONE;
  await chain.mine(NEEDED + 1);
  await bench.scanner.advance();
  const [ledger, dust, head] = [await bench.ledger(), await bench.dust(), await chain.adapter.head()];
  for (const [at, user] of users.entries()) {
    const held = await chain.adapter.balanceAt(addresses[at]!, PRACTICE_CHAIN.assets[0]!, head.hash);
    const credited = (ledger[`${user} USDT`] ?? 0n) / 100n + (dust[`${user} USDT`] ?? 0n);
    expect([user, credited]).toEqual([user, held]);
  }
  expect(Object.values(ledger).some((units) => units > 0n)).toBe(true);
});
