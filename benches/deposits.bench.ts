/**
 * Measures how fast deposits are credited while the reader of a chain catches up: blocks are read, checked and stored,
 * confirmed deposits are promised, and the outbox hands them to the kernel, on a durable journal. The peer reads the same
 * blocks and receipts from the same node and does nothing with them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { normaliseEvmAddress } from '@candor/chains';
import { encodeFunctionData, numberToHex, parseAbi } from 'viem';
import { startPostgres } from '../apps/server/base/postgres/launch.ts';
import { followCatalogue } from '../apps/server/engine/catalogue/index.ts';
import { FAUCET_ADDRESS, PRACTICE_CHAIN, PRACTICE_USDT_ADDRESS } from '../apps/server/money/chains/index.ts';
import { createScanner } from '../apps/server/money/deposits/index.ts';
import { type House, openHouse } from '../tests/api/support/house.ts';
import { type ChainBench, openChainBench } from '../tests/support/practice-chain.ts';
import { median } from './http-orders/running.ts';
import type { BenchRow } from './row.ts';

const USERS = 1_000;
const FIRST_USER = 500_000;
const PER_BLOCK = 400;
const UNITS = 2_000_000n;
const TARGET = 0.5;
const abi = parseAbi(['function transfer(address to, uint256 value)']);

const addressOf = (user: number): string => `0x${(0xabc0_0000_0000 + user).toString(16).padStart(40, '1')}`;

/** The row `deposits`. Throws if a deposit was not credited, or more than once. */
export async function run(quick = false): Promise<BenchRow[]> {
  const transfers = quick ? 8_000 : 100_000;
  const folder = await mkdtemp(join(tmpdir(), 'candor-deposits-'));
  const postgres = await startPostgres({ dataDir: folder, log: () => {} });
  const chain = await openChainBench();
  try {
    const house = await openHouse({
      database: { connectionString: postgres.connectionString, drop: async () => {} },
    });
    try {
      const addresses = await openUsers(house);
      const first = (await chain.adapter.head()).number + 1;
      await fill(chain, addresses, transfers);
      const last = (await chain.adapter.head()).number;
      const bare = [await readBare(chain, first, last)];
      const { seconds, cpuSeconds } = await credit(house, chain, first, transfers);
      bare.push(await readBare(chain, first, last));
      return [rowOf(transfers, seconds, cpuSeconds, bare)];
    } finally {
      await house.stop();
    }
  } finally {
    await chain.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function rowOf(transfers: number, seconds: number, cpuSeconds: number, bare: readonly number[]): BenchRow {
  const ours = transfers / seconds;
  const peer = median(bare.map((took) => transfers / took));
  return {
    name: 'deposits',
    ours: Math.round(ours),
    peer: Math.round(peer),
    ratio: Number((ours / peer).toFixed(2)),
    unit: 'deposits/s',
    note:
      `${transfers} transfers of USDT to ${USERS} users, ${PER_BLOCK} a block, from the first block read to the last credit ` +
      `durable; one process for reader, outbox, kernel and read models: ${((cpuSeconds / transfers) * 1e6).toFixed(0)} µs of its ` +
      `processor time each; peer: bare reading of the same blocks and receipts, before and after; target ${TARGET}`,
  };
}

/** Opens accounts, and gives each an address that nobody has a key of. */
async function openUsers(house: House): Promise<string[]> {
  const users = Array.from({ length: USERS }, (_, at) => FIRST_USER + at);
  await Promise.all(
    users.map((accountUserId) =>
      house.engine.submit({
        userId: 0,
        key: null,
        bodyHash: null,
        body: { type: 'openAccount', accountUserId, kind: 'user' },
      }),
    ),
  );
  const addresses = users.map(addressOf);
  await house.pool.query(
    `insert into deposits.address (chain, derivation_index, address, batch, user_id, assigned_at)
     select $1, user_id, address, gen_random_uuid(), user_id, now() from unnest($2::bigint[], $3::text[]) as u (user_id, address)`,
    [PRACTICE_CHAIN.key, users, addresses.map((address) => checksummed(address))],
  );
  return addresses;
}

function checksummed(address: string): string {
  const written = normaliseEvmAddress(address);
  if (written === null) throw new Error(`${address} is no address`);
  return written;
}

/** Sends transfers in blocks, many requests in one. */
async function fill(chain: ChainBench, addresses: readonly string[], transfers: number): Promise<void> {
  const nonce = await chain.adapter.minedNonce(FAUCET_ADDRESS);
  for (let sent = 0; sent < transfers; ) {
    const count = Math.min(PER_BLOCK, transfers - sent);
    const calls = Array.from({ length: count }, (_, at) => ({
      jsonrpc: '2.0',
      id: at,
      method: 'eth_sendTransaction',
      params: [
        {
          from: FAUCET_ADDRESS,
          to: PRACTICE_USDT_ADDRESS,
          gas: '0x13880',
          nonce: numberToHex(nonce + sent + at),
          data: encodeFunctionData({
            abi,
            functionName: 'transfer',
            args: [addresses[(sent + at) % addresses.length] as `0x${string}`, UNITS],
          }),
        },
      ],
    }));
    const response = await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls),
    });
    const answers = (await response.json()) as { error?: { message: string } }[];
    const failed = answers.find(({ error }) => error !== undefined);
    if (failed !== undefined) throw new Error(`a transfer was refused: ${failed.error?.message}`);
    sent += count;
    await chain.mine();
  }
  // the confirmations of the last ones
  await chain.mine(PRACTICE_CHAIN.assets[0]!.confirmations);
}

/** Seconds that it takes to read all blocks with their transactions and receipts. */
async function readBare({ ask }: ChainBench, first: number, last: number): Promise<number> {
  const startMs = performance.now();
  for (let number = first; number <= last; number += 1) {
    const { hash } = await ask<{ hash: string }>('eth_getBlockByNumber', [numberToHex(number), true]);
    await ask<unknown[]>('eth_getBlockReceipts', [hash]);
  }
  return (performance.now() - startMs) / 1_000;
}

/** Catches up, and returns how long it took until the last credit was durable. */
async function credit(
  house: House,
  chain: ChainBench,
  firstBlock: number,
  transfers: number,
): Promise<{ readonly seconds: number; readonly cpuSeconds: number }> {
  const { pool, core, outbox, engine } = house;
  const catalogues = await followCatalogue(core, (error) => {
    throw error;
  });
  const asset = catalogues.current().asset('USDT');
  const scanner = createScanner({
    pool,
    chain: PRACTICE_CHAIN,
    adapter: chain.adapter,
    firstBlock,
    promises: outbox,
    ledgerAsset: (code) => catalogues.current().assets.find((each) => each.code === code),
    alarm: (line) => {
      throw new Error(line);
    },
  });
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  while ((await scanner.advance()).blocks > 0);
  while ((await outbox.waiting()) > 0) await sleep(5);
  const seconds = (performance.now() - startMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  catalogues.stop();
  const credited = await engine.read((view) => view.custody.custodyOf(asset.assetId).held);
  const expected = BigInt(transfers) * UNITS * 100n;
  if (credited !== expected) throw new Error(`credited ${credited} units in place of ${expected}`);
  return { seconds, cpuSeconds: (user + system) / 1e6 };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
  process.exit();
}
