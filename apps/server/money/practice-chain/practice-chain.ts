import { appendFile, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { JOIN_REGISTRY_ADDRESS, JOIN_REGISTRY_DEPLOYER, JOIN_REGISTRY_DEPLOYMENT } from '@candor/chains';
import { type AskNode, PRACTICE_USDT_BYTECODE } from '@candor/chains/evm';
import { FAUCET_ADDRESS, PRACTICE_CHAIN, PRACTICE_USDT_ADDRESS } from '../chains/index.ts';
import { type Anvil, startAnvil } from './anvil.ts';

/** Blocks mined after one with transactions, so that it is confirmed and final; then the chain rests. */
const BLOCKS_AFTER = 14;
/** More than all users together can take: a faucet that runs dry would leave deposits and withdrawals without gas. */
const USDT_SUPPLY = 1_000_000_000_000n * 10n ** 6n;
const FAUCET_WEI = 1_000_000_000n * 10n ** 18n;
const WANTED_PORT = 8_545;

/**
 * The chain that practice mode brings along. It mines when something waits, and rests otherwise. A block with
 * transactions is on disk before anybody learns of it from `tick`; transactions that wait are kept and sent again after
 * a kill, so the chain never trails what was credited.
 */
export interface PracticeChain {
  readonly url: string;
  readonly ask: AskNode;
  readonly pid: number;
  readonly exited: Promise<string>;
  /** Keeps the raw transactions that wait on disk. Returns how many can be mined now. */
  keepWaiting(): Promise<number>;
  /** Mines at most one block. Returns true if one was mined. */
  tick(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface PracticeChainOptions {
  /** The folder of its state. Made if missing. */
  readonly folder: string;
  readonly now: () => number;
}

export async function startPracticeChain({ folder, now }: PracticeChainOptions): Promise<PracticeChain> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const paths = {
    state: join(folder, 'state.json'),
    waiting: join(folder, 'waiting-transactions'),
    port: join(folder, 'port'),
  };
  const port = Number(await readFile(paths.port, 'utf8').catch(() => WANTED_PORT));
  const anvil = await startAnvil({ chainId: PRACTICE_CHAIN.chainId, statePath: paths.state, port });
  await writeFile(paths.port, String(anvil.port));
  const { ask } = anvil;
  const kept = new Set<string>();

  const save = async (): Promise<void> => {
    const packed = await ask<string>('anvil_dumpState', []);
    await writeDurably(paths.state, gunzipSync(Buffer.from(packed.slice(2), 'hex')));
    await writeDurably(paths.waiting, '');
    kept.clear();
  };

  const keepWaiting = async (): Promise<number> => {
    const { pending, queued } = await ask<{ pending: string; queued: string }>('txpool_status', []);
    if (Number(pending) + Number(queued) === 0) return 0;
    const pool = await ask<Record<string, Record<string, Record<string, { hash: string }>>>>(
      'txpool_content',
      [],
    );
    const hashes = Object.values(pool).flatMap((accounts) =>
      Object.values(accounts).flatMap((nonces) => Object.values(nonces).map(({ hash }) => hash)),
    );
    for (const hash of hashes) {
      if (kept.has(hash)) continue;
      const raw = await ask<string | null>('eth_getRawTransactionByHash', [hash]);
      if (raw !== null) await appendFile(paths.waiting, `${raw}\n`);
      kept.add(hash);
    }
    return Number(pending);
  };

  const isMissing = async (address: string) =>
    (await ask<string>('eth_getCode', [address, 'latest'])) === '0x';
  const isNew = await isMissing(PRACTICE_USDT_ADDRESS);
  if (isNew) await deployToken(ask);
  await ask('anvil_setBalance', [FAUCET_ADDRESS, `0x${FAUCET_WEI.toString(16)}`]);
  await sendAgain(ask, await readFile(paths.waiting, 'utf8').catch(() => ''));
  // after what waits, so that it takes no nonce of those
  const hasNoRegistry = await isMissing(JOIN_REGISTRY_ADDRESS);
  if (hasNoRegistry) await deployRegistry(ask);
  if (isNew || hasNoRegistry) await save();

  let blocksOwed = BLOCKS_AFTER;
  let minedMs = 0;
  return {
    url: anvil.url,
    ask,
    pid: anvil.pid,
    exited: anvil.exited,
    keepWaiting,
    async tick() {
      const isDue = blocksOwed > 0 && now() - minedMs >= PRACTICE_CHAIN.blockSeconds * 1000;
      if ((await keepWaiting()) === 0 && !isDue) return false;
      await ask('anvil_mine', ['0x1']);
      // also transactions that came after the look at those that wait
      const transactions = Number(await ask<string>('eth_getBlockTransactionCountByNumber', ['latest']));
      blocksOwed = transactions > 0 ? BLOCKS_AFTER : Math.max(blocksOwed - 1, 0);
      if (transactions > 0 || blocksOwed === 0) await save();
      minedMs = now();
      return true;
    },
    stop: () => stopSaved(anvil, save),
  };
}

async function stopSaved(anvil: Anvil, save: () => Promise<void>): Promise<void> {
  try {
    await save();
  } finally {
    await anvil.stop();
  }
}

/** The token is the faucet account's first transaction, which fixes its address on every practice chain. */
async function deployToken(ask: AskNode): Promise<void> {
  const supply = USDT_SUPPLY.toString(16).padStart(64, '0');
  await ask('eth_sendTransaction', [
    { from: FAUCET_ADDRESS, data: `${PRACTICE_USDT_BYTECODE}${supply}`, gas: '0x2dc6c0' },
  ]);
  await ask('anvil_mine', ['0x1']);
}

/** The list of those who joined lies at the address that follows from its code, as on every chain. */
async function deployRegistry(ask: AskNode): Promise<void> {
  await ask('eth_sendTransaction', [
    { from: FAUCET_ADDRESS, to: JOIN_REGISTRY_DEPLOYER, data: JOIN_REGISTRY_DEPLOYMENT, gas: '0x7a120' },
  ]);
  await ask('anvil_mine', ['0x1']);
}

/** Sends what waited when the node ended. A transaction that is mined, or whose nonce is, is refused and so ends. */
async function sendAgain(ask: AskNode, waiting: string): Promise<void> {
  for (const raw of waiting.split('\n').filter((line) => line.startsWith('0x')))
    await ask('eth_sendRawTransaction', [raw]).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== 'NODE_REFUSED') throw error;
    });
}

async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
