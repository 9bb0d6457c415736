import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountChain } from '@candor/chains';
import { createEvmAdapter, createQuorumAdapter, NODES_OF_QUORUM } from '@candor/chains/evm';
import type { Pool } from 'pg';
import { connectSigner, type Signer } from '../../../signer/index.ts';
import type { Bus } from '../../base/bus/index.ts';
import { type DatabaseLogins, kyselyOf, migrate, patiently } from '../../base/database/index.ts';
import { createTurns } from '../../base/limits/turns.ts';
import { reportsFault } from '../../base/work/passing.ts';
import { startRounds } from '../../base/work/rounds.ts';
import { type CatalogueFollower, followCatalogue } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { openPromises } from '../../engine/outbox/promises.ts';
import { noticeMigrations } from '../../gateway/notices/index.ts';
import { openReviews } from '../../gateway/review/index.ts';
import { type AccountListed, chainToServe, requireChainOfMode } from '../../money/chains/index.ts';
import { defiMigrations, findDelegated, followJoins, serveChain } from '../../money/defi/index.ts';
import {
  assignedAddresses,
  depositMigrations,
  depositsInFlight,
  followChain,
  foundCoins,
  type LedgerAsset,
  noteHouseTransaction,
  noteNodes,
} from '../../money/deposits/index.ts';
import { type PracticeChain, startPracticeChain } from '../../money/practice-chain/index.ts';
import {
  createBell,
  createHouseReceipts,
  followTreasury,
  type HouseClass,
  treasuryMigrations,
} from '../../money/treasury/index.ts';
import {
  followWithdrawals,
  noteHouseAddresses,
  paymentsInFlight,
  stopWallet,
  withdrawalMigrations,
} from '../../money/withdrawals/index.ts';
import { heldUsers, steppedUpUsers } from '../../users/factors/index.ts';
import { runBitcoin } from './bitcoin.ts';
import { openBusLine } from './bus-line.ts';
import { openCoreLine } from './core-line.ts';
import { followUntilServed } from './followed.ts';
import type { RoleInput } from './open-config.ts';
import { CONNECTION_WAIT_MS, openPool } from './pool.ts';
import type { Role } from './roles/run-role.ts';

/** One connection for each chain hears of requests, the others read and credit. */
const POOL = { max: 4, waitMs: CONNECTION_WAIT_MS.background } as const;
const SIGNER_PAUSE_MS = 200;
/** Joins that wait for blocks are looked at this often. */
const JOINS_MS = 3_000;

/**
 * Follows the chain of the configured nodes, or runs the practice chain and follows that, beside everything else: the program is ready without it, and what it serves is
 * there when it is. A chain that cannot start is logged and tried again; until then it has no deposits.
 */
export async function startChain(role: Role, { sockets, config }: RoleInput): Promise<void> {
  const { lifecycle, log } = role;
  const logins = (await role.ask('database')) as DatabaseLogins;
  const pool = await openPool(role, logins, POOL);
  const core = await openCoreLine(role, sockets.core, 'chain');
  const bus = await openBusLine(role, sockets.bus, true);
  const { mode, assets } = await core.ask('spotCatalogue');
  if (mode === null) throw new Error('the journal has no first command');
  const chain = chainToServe(config.evmChainId);
  requireChainOfMode(mode, chain.chainId);
  await migrate(pool, 'notices', noticeMigrations);
  await migrate(pool, 'deposits', depositMigrations);
  await migrate(pool, 'withdrawals', withdrawalMigrations);
  await migrate(pool, 'treasury', treasuryMigrations);
  await migrate(pool, 'defi', defiMigrations);
  const catalogues = await lifecycle.stage(
    'the catalogue',
    () => followCatalogue(core, reportsFault(log, 'the catalogue was not read')),
    (running) => running.stop(),
  );
  const ledgerAssets = new Map(assets.map((asset) => [asset.code, asset]));
  const parts = { pool, core, bus, catalogues };
  if (config.practiceChain || config.evmChainId !== null)
    void followUntilServed(role, chain.name, (attempt) =>
      runChain(attempt, sockets.signer, { ...parts, chain }, ledgerAssets),
    );
  const url = (await role.ask('bitcoin-rpc-url')) as string | null;
  if (url !== null)
    void followUntilServed(role, 'Bitcoin', (attempt) =>
      runBitcoin(attempt, { ...parts, ledgerAssets, url, signerSocket: sockets.signer }),
    );
}

interface ChainParts {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly bus: Bus;
  readonly catalogues: CatalogueFollower;
  readonly chain: AccountListed;
}

async function runChain(
  role: Role,
  signerSocket: string,
  { pool, core, bus, catalogues, chain }: ChainParts,
  ledgerAssets: ReadonlyMap<string, LedgerAsset>,
): Promise<void> {
  const { lifecycle, log } = role;
  const { practice, adapter } = await openNodes(role, chain, pool);
  await serveWallets(role, { pool, core, bus, chain, adapter });
  const signer = connectSigner(signerSocket);
  await untilAnswers(signer, lifecycle.signal);
  const promises = await openPromises(pool);
  const turns = createTurns(1);
  const gasAddress = await signer.gasAddress();
  const hotAddress = await signer.hotAddress();
  const houseAddresses = new Map<string, HouseClass>([
    [hotAddress, 'hot'],
    [gasAddress, 'gas'],
  ]);
  log.info(`${chain.key}: payments leave ${hotAddress}, gas of sweeps ${gasAddress}`);
  await patiently(pool, () => noteHouseAddresses(pool, chain, houseAddresses.keys()));
  const followed: Followed = {
    pool,
    core,
    catalogues,
    chain,
    adapter,
    practice,
    signer,
    gasAddress,
    quietly: (task) => turns.run(chain.key, task),
    treasury: { chain, promises, ledgerAsset: (code) => ledgerAssets.get(code), addresses: houseAddresses },
    bell: createBell(),
    alarm: (line) => log.warn(line),
  };
  await followDeposits(role, followed);
  await followPayments(role, followed);
  await followCustody(role, followed);
  if (practice === null) return;
  // A node that ends by itself ends this process: the next one starts the chain from its kept state.
  const how = await practice.exited;
  if (!lifecycle.signal.aborted) endProcess(new Error(`the practice chain ended (${how})`));
}

/** A chain with all that follows it. */
interface Followed extends Omit<ChainParts, 'bus'> {
  readonly adapter: AccountChain;
  readonly practice: PracticeChain | null;
  readonly signer: Signer;
  readonly gasAddress: string;
  /** Runs one task at a time of those that use the wallet. */
  readonly quietly: <Result>(task: () => Promise<Result>) => Promise<Result>;
  readonly treasury: {
    readonly chain: AccountListed;
    readonly promises: Awaited<ReturnType<typeof openPromises>>;
    readonly ledgerAsset: (code: string) => LedgerAsset | undefined;
    readonly addresses: Map<string, HouseClass>;
  };
  readonly bell: ReturnType<typeof createBell>;
  readonly alarm: (line: string) => void;
}

async function followDeposits({ lifecycle }: Role, followed: Followed): Promise<void> {
  const { pool, chain, adapter, practice, signer, quietly, treasury, bell, alarm } = followed;
  const { promises, ledgerAsset } = treasury;
  await lifecycle.stage(
    'the deposits',
    async () =>
      followChain({
        pool,
        chain,
        adapter,
        practice,
        promises,
        ledgerAsset,
        quietly,
        addresses: signer,
        house: createHouseReceipts(treasury),
        onTakenBack: bell.ring,
        log: alarm,
      }),
    (stop) => stop(),
  );
}

async function followPayments({ lifecycle }: Role, followed: Followed): Promise<void> {
  const { pool, core, catalogues, chain, adapter, practice, signer, gasAddress, quietly, alarm } = followed;
  const { promises } = followed.treasury;
  await lifecycle.stage(
    'the withdrawals',
    async () =>
      followWithdrawals({
        pool,
        core,
        catalogues,
        promises,
        adapter,
        practice,
        chain,
        now: Date.now,
        gasAddress,
        quietly,
        signer,
        reviews: await openReviews(pool, Date.now),
        isHeld: heldUsers(pool, Date.now),
        isSteppedUp: steppedUpUsers(pool),
        delegated: findDelegated({ core, node: adapter }),
        alarm,
      }),
    (stop) => stop(),
  );
}

async function followCustody({ lifecycle }: Role, followed: Followed): Promise<void> {
  const { pool, core, chain, adapter, signer, quietly, treasury, bell, alarm } = followed;
  await lifecycle.stage(
    'the treasury',
    async () =>
      followTreasury({
        ...treasury,
        pool,
        core,
        adapter,
        signer,
        quietly,
        noteHouseTransaction,
        now: Date.now,
        bell,
        found: foundCoins,
        stop: (error) =>
          stopWallet({ db: kyselyOf(pool), chain, alarm, now: Date.now }, 'invariant', error.message),
        inFlight: { deposits: depositsInFlight, payments: paymentsInFlight, addresses: assignedAddresses },
        alarm,
      }),
    (stop) => stop(),
  );
}

/** Answers about wallets that are linked, and follows their joins: neither needs the signer. */
async function serveWallets(
  { lifecycle, log }: Role,
  {
    pool,
    core,
    bus,
    chain,
    adapter,
  }: Pick<ChainParts, 'pool' | 'core' | 'bus' | 'chain'> & { readonly adapter: AccountChain },
): Promise<void> {
  const promises = await openPromises(pool);
  const db = kyselyOf(pool);
  const isHeld = heldUsers(pool, Date.now);
  const waitingMove = (userId: number) => core.ask('miningWaitingMove', userId);
  await lifecycle.stage(
    'answers about wallets',
    async () => serveChain(bus, adapter, chain),
    (stop) => stop(),
  );
  await lifecycle.stage(
    'the joins',
    async () =>
      startRounds({
        everyMs: JOINS_MS,
        round: () =>
          followJoins({ db, promises, node: adapter, chain, isHeld, waitingMove, log, now: Date.now }),
        log,
        failed: 'joins were not followed',
      }),
    (stop) => stop(),
  );
}

/** Connects to the configured nodes, one or three; without any it runs the practice chain. */
async function openNodes(
  { lifecycle, ask, log }: Role,
  chain: AccountListed,
  pool: Pool,
): Promise<{ readonly practice: PracticeChain | null; readonly adapter: AccountChain }> {
  const urls = (await ask('evm-rpc-urls')) as readonly string[];
  if (urls.length === 0) {
    const folder = (await ask('chain-folder')) as string;
    const practice = await lifecycle.stage(
      'the practice chain',
      () => startPracticeChain({ folder, now: Date.now }),
      (running) => running.stop(),
    );
    const adapter = createEvmAdapter({ ...chain, url: practice.url });
    await adapter.checkChain();
    return { practice, adapter };
  }
  const nodes = urls.map((url) => createEvmAdapter({ ...chain, url }));
  if (nodes.length < NODES_OF_QUORUM) return { practice: null, adapter: nodes[0]! };
  const adapter = createQuorumAdapter({
    nodes,
    now: Date.now,
    onChange: ({ node, state }) => {
      if (state !== 'agrees') log.warn(`${chain.key}: node ${node} ${state}`);
      void noteNodes(pool, chain.key, adapter.nodes()).catch((error: unknown) =>
        log.warn({ err: error }, 'the state of a node was not written'),
      );
    },
  });
  await patiently(pool, () => noteNodes(pool, chain.key, adapter.nodes()));
  return { practice: null, adapter };
}

/** Resolves once the signer, which starts at the same time, answers; or when the program stops. */
async function untilAnswers(signer: Signer, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const hasAnswered = await signer.hotAddress().then(
      () => true,
      () => false,
    );
    if (hasAnswered) return;
    await sleep(SIGNER_PAUSE_MS, undefined, { signal: stopping }).catch(() => {});
  }
}

/** Reaches the role's handler of what nobody caught. */
function endProcess(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}
