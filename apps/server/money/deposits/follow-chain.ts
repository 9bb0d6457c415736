import type { AccountChain, ChainAdapter } from '@candor/chains';
import type { Pool, PoolClient } from 'pg';
import { kyselyOf, patiently } from '../../base/database/index.ts';
import { type ListedChain, replacedAfter } from '../chains/index.ts';
import type { PracticeChain } from '../practice-chain/index.ts';
import { createAddressPool, type DepositAddresses } from './addresses.ts';
import type { CreditDeps } from './credit.ts';
import { checkTokens } from './delisted.ts';
import { broadcastFaucetPayments, sendFaucetPayments } from './faucet-sender.ts';
import { noteFollowed } from './follower.ts';
import { createPoolReader, type PoolOfNode } from './pooled.ts';
import { createScanner, type HouseBlocks } from './scanner.ts';
import { DEPOSITS_CHANNEL } from './schema.ts';

interface Following extends CreditDeps {
  readonly pool: Pool;
  readonly chain: ListedChain;
  readonly addresses: DepositAddresses;
  readonly house?: HouseBlocks;
  /** Runs while custody is not being compared with the chain. */
  readonly quietly?: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Called once credited deposits left the chain. */
  readonly onTakenBack?: () => void;
  readonly log: (line: string) => void;
  readonly tickMs?: number;
}

/** The practice chain is mined and pays out coins here; it is null for a chain that mines by itself. */
export type FollowChainOptions = Following &
  (
    | { readonly practice: PracticeChain; readonly adapter: AccountChain }
    | {
        readonly practice: null;
        readonly adapter: ChainAdapter;
        /** The pool of the node, on a chain whose payments are shown before a block has them. */
        readonly pooled?: PoolOfNode;
      }
  );

const TICK_MS = 1_000;
/** A chain at rest is read this often, in ticks, so that it is known to answer. */
const RESTING_TICKS = 15;
/** Listed tokens are compared with their contracts this often, in ticks. */
const TOKENS_CHECKED_TICKS = 300;

/**
 * Follows one chain until it is stopped: mines a practice chain, gives practice coins, keeps addresses ready and credits
 * what is confirmed. A step that fails is said once and tried again. Returns how to stop it.
 */
export async function followChain(options: FollowChainOptions): Promise<() => Promise<void>> {
  const { pool, chain, practice, log, quietly = (task) => task(), tickMs = TICK_MS } = options;
  await options.adapter.checkChain();
  const scanner = createScanner({ ...options, firstBlock: await firstBlockOf(options), alarm: log });
  const pooled =
    options.practice === null && options.pooled !== undefined
      ? createPoolReader({ pool, chain, adapter: options.pooled })
      : null;
  const addresses = createAddressPool(pool, chain.key, options.addresses);
  let isStopped = false;
  let isCalled = true;
  /** True while a practice payment waits for the next look, which then comes without a call. */
  let isPaymentLeft = false;
  let ticks = 0;
  let said = '';
  let wake: () => void = () => {};

  const listener = createListener(pool, () => {
    isCalled = true;
    wake();
  });
  await patiently(pool, listener.listen);

  const payPracticeCoins = async (): Promise<void> => {
    if (options.practice === null) return;
    isPaymentLeft = await sendFaucetPayments(pool, chain, options.adapter, log);
    await broadcastFaucetPayments(pool, chain, options.adapter);
  };
  const readOn = async (): Promise<void> => {
    const hasMined = practice === null || (await practice.tick());
    if (!hasMined && ticks % RESTING_TICKS !== 0) return;
    // A node that serves another chain now, such as a test chain after an error of its owner, has coins that nobody sent us.
    await options.adapter.checkChain();
    // Listed before the blocks are read: what left the pool for a block is in one of those. A pool that fails holds up none.
    const [view] = await Promise.allSettled([pooled?.look()]);
    await quietly(() => scanner.advance());
    await noteFollowed(pool, { chain: chain.key, batch: addresses.batch, node: practice?.url ?? null });
    if (view.status === 'rejected') throw view.reason;
    if (pooled !== null && view.value) await pooled.note(view.value);
  };

  const checkListed = () => checkTokens({ db: kyselyOf(pool), chain, adapter: options.adapter, alarm: log });

  const step = async (): Promise<void> => {
    const parts: (() => Promise<unknown>)[] = [listener.listen, readOn];
    if (ticks % TOKENS_CHECKED_TICKS === 0) parts.unshift(checkListed);
    if (isCalled) {
      isCalled = false;
      parts.unshift(addresses.refill, payPracticeCoins);
    } else if (isPaymentLeft) parts.unshift(payPracticeCoins);
    await attemptEach(parts);
    ticks += 1;
  };

  const run = async (): Promise<void> => {
    while (!isStopped) {
      try {
        await step();
        said = '';
      } catch (error) {
        isCalled = true;
        const line = `${chain.key}: ${error instanceof Error ? error.message : error}`;
        if (line !== said && !isStopped) log(line);
        said = line;
      }
      if (isStopped) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, tickMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (isCalled && said === '') wake();
      });
    }
  };
  const running = run();
  return async () => {
    isStopped = true;
    wake();
    await running;
    listener.stop();
  };
}

/** Listens for requests on a connection that the pool gives away; one that broke is replaced by the next `listen`. */
export function createListener(
  pool: Pool,
  onCalled: () => void,
): { readonly listen: () => Promise<void>; readonly stop: () => void } {
  let current: PoolClient | null = null;
  return {
    async listen() {
      if (current !== null) return;
      const client = await pool.connect();
      const drop = () => {
        if (current !== client) return;
        current = null;
        client.release(true);
      };
      try {
        client.on('error', drop).on('end', drop).on('notification', onCalled);
        await client.query(`listen ${DEPOSITS_CHANNEL}`);
      } catch (error) {
        client.release(true);
        throw error;
      }
      current = client;
      // Requests that came while nobody listened.
      onCalled();
    },
    stop() {
      current?.release(true);
      current = null;
    },
  };
}

/**
 * Runs each part, whatever becomes of those before it: practice coins that cannot be paid must not hold up deposits.
 * @throws the first error, after all parts
 */
async function attemptEach(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const part of parts) await part().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/**
 * A practice chain is read from its beginning; one of the world from where it stands when it is followed first, as many blocks
 * below as a large amount waits for: where the newest ones leave the chain again, those below are still common to both.
 */
export async function firstBlockOf({
  practice,
  adapter,
  chain,
}: {
  readonly practice: unknown;
  readonly adapter: Pick<ChainAdapter, 'head'>;
  readonly chain: Pick<ListedChain, 'assets'>;
}): Promise<number> {
  if (practice !== null) return 0;
  return Math.max(0, (await adapter.head()).number - replacedAfter(chain));
}
