/**
 * Measures withdrawals from the request to the broadcast: held in a durable journal, checked by the published rules, given
 * a nonce, signed behind the signer's socket, which syncs each binding, stored and sent. The signer is a process of its own,
 * as in the program. The peer signs and sends the same payments with viem and a nonce that it counts by itself, and keeps
 * nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { encodeFunctionData, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { startPostgres } from '../apps/server/base/postgres/launch.ts';
import { entersNothing } from '../apps/server/gateway/http/enter-answer.ts';
import { PRACTICE_CHAIN, PRACTICE_USDT_ADDRESS } from '../apps/server/money/chains/index.ts';
import type { Payer } from '../apps/server/money/withdrawals/index.ts';
import { connectSigner } from '../apps/signer/index.ts';
import { newAddress, openPayoutBench, type PayoutBench } from '../tests/support/payout-bench.ts';
import { median } from './http-orders/running.ts';
import type { BenchRow } from './row.ts';
import { startSigner } from './withdrawals/running.ts';

const TARGET = 0.3;
/** Requests that are under way at once. */
const AT_ONCE = 32;
const PATIENCE_MS = 600_000;
const abi = parseAbi(['function transfer(address to, uint256 value)']);

/** The row `withdrawals`. Throws if one was not sent. */
export async function run(quick = false): Promise<BenchRow[]> {
  const [count, turns] = quick ? [50, 1] : [300, 5];
  const folder = await mkdtemp(join(tmpdir(), 'candor-withdrawals-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: () => {} });
  const socket = join(folder, 'signer.sock');
  let stopSigner = () => {};
  const bench = await openPayoutBench({
    database: { connectionString: postgres.connectionString, drop: async () => {} },
    async signerOn(keys) {
      stopSigner = await startSigner(keys, socket);
      return connectSigner(socket);
    },
  });
  try {
    const ours: number[] = [];
    const peer: number[] = [];
    for (let turn = 0; turn <= turns; turn += 1) {
      const own = await payOut(bench, count);
      const bare = await sendBare(bench, count);
      // The first turn only warms up.
      if (turn === 0 && !quick) continue;
      ours.push(own);
      peer.push(bare);
    }
    const ratio = median(ours.map((rate, at) => rate / peer[at]!));
    return [
      {
        name: 'withdrawals',
        ours: Math.round(median(ours)),
        peer: Math.round(median(peer)),
        ratio: Number(ratio.toFixed(2)),
        unit: 'withdrawals/s',
        note:
          `${count} of USDT, from the first request to the last broadcast, ${AT_ONCE} requests at once, by the rules for ` +
          `requests without the step-up of the door, the signer a process of its own; peer: bare viem signs and sends the same; medians of ${ours.length} ` +
          `alternating turns, the ratio within each; target ${TARGET}`,
      },
    ];
  } finally {
    await bench.stop();
    stopSigner();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Requests and sends so many, and returns how many a second. */
async function payOut(bench: PayoutBench, count: number): Promise<number> {
  // Others than before, so that no limit of a day is reached. Each has the page with the fee open.
  const people: { readonly userId: number; readonly fee: string }[] = [];
  for (let at = 0; at < 4; at += 1) {
    const { person } = await bench.withdrawer();
    const { list } = await person.client.call('getWithdrawalCurrency');
    people.push({ userId: person.userId, fee: list.find(({ coin }) => coin === 'USDT')?.fee ?? '0' });
  }
  const payer = await bench.openPayer();
  const startMs = performance.now();
  let asked = 0;
  const asking = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (asked < count) {
        asked += 1;
        const { userId, fee } = people[asked % people.length]!;
        const payment = {
          coin: 'USDT',
          network: PRACTICE_CHAIN.key,
          address: newAddress(),
          amount: '10',
          fee,
        };
        await bench.house.withdrawals.requests.request(userId, payment, entersNothing);
      }
    }),
  );
  const isOpen = async () => {
    const { rows } = await bench.house.pool.query<{ open: number }>(
      "select count(*)::int as open from withdrawals.withdrawal where state in ('requested', 'checks', 'signing')",
    );
    return rows[0]!.open > 0;
  };
  let isAsked = false;
  asking.then(
    () => {
      isAsked = true;
    },
    () => {},
  );
  while (!isAsked || (await isOpen())) await payer.round();
  await asking;
  const seconds = (performance.now() - startMs) / 1_000;
  await untilEnded(bench, payer);
  return count / seconds;
}

/**
 * Follows payments with a block between, until all are final: how many rounds that takes depends on what a busy node answers in
 * time. Throws Error with what stands after a time that no payment takes.
 */
async function untilEnded({ house, chain, alarms }: PayoutBench, payer: Payer): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    await payer.round();
    const { rows } = await house.pool.query<{ state: string; reason: string | null; open: number }>(
      'select state, reason, count(*)::int as open from withdrawals.withdrawal where ended_at is null group by 1, 2',
    );
    if (rows.length === 0) return;
    if (performance.now() > endMs) {
      const open = rows.map(({ state, reason, open }) => `${open} in ${state} (${reason ?? 'no reason'})`);
      throw new Error(`withdrawals did not end: ${open.join(', ')}; ${alarms.slice(-3).join('; ')}`);
    }
    await chain.mine();
  }
}

async function sendBare({ chain }: PayoutBench, count: number): Promise<number> {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.sendEth(account.address, 10n ** 19n);
  await chain.sendUsdt(account.address, 1_000_000n * 10n ** 6n);
  await chain.mine();
  const fee = await chain.adapter.feeEstimate();
  const startMs = performance.now();
  for (let nonce = 0; nonce < count; nonce += 1) {
    const data = encodeFunctionData({
      abi,
      functionName: 'transfer',
      args: [newAddress() as `0x${string}`, 9_000_000n],
    });
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: PRACTICE_CHAIN.chainId,
      nonce,
      gas: 80_000n,
      data,
      ...fee,
      to: PRACTICE_USDT_ADDRESS,
    });
    await chain.ask('eth_sendRawTransaction', [raw]);
  }
  const seconds = (performance.now() - startMs) / 1_000;
  await chain.mine();
  return count / seconds;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
  process.exit();
}
