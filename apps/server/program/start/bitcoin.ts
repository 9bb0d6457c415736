import { createBitcoinAdapter } from '@candor/chains/bitcoin';
import type { Pool } from 'pg';
import { connectOutputSigner } from '../../../signer/index.ts';
import { kyselyOf, patiently } from '../../base/database/index.ts';
import { createTurns } from '../../base/limits/turns.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { openPromises } from '../../engine/outbox/promises.ts';
import { openReviews } from '../../gateway/review/index.ts';
import { PRACTICE_BITCOIN } from '../../money/chains/index.ts';
import {
  assignedAddresses,
  depositOutputs,
  depositsInFlight,
  followChain,
  foundCoins,
  type LedgerAsset,
} from '../../money/deposits/index.ts';
import {
  createBell,
  createHouseReceipts,
  followReconciliation,
  type HouseClass,
  hotOutputs,
} from '../../money/treasury/index.ts';
import {
  followPayer,
  isOwnSpend,
  noteHouseAddresses,
  openOutputPayer,
  spendStatus,
  spendsInFlight,
  stopWallet,
} from '../../money/withdrawals/index.ts';
import { heldUsers, steppedUpUsers } from '../../users/factors/index.ts';
import type { Role } from './roles/run-role.ts';

interface BitcoinParts {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly ledgerAssets: ReadonlyMap<string, LedgerAsset>;
  readonly url: string;
  readonly signerSocket: string;
}

/**
 * Follows Bitcoin behind the node that is set: deposits, withdrawals and the comparison of custody. Each of them waits for a
 * node that is away and goes on with it.
 */
export async function runBitcoin(
  { lifecycle, log }: Role,
  { pool, core, catalogues, ledgerAssets, url, signerSocket }: BitcoinParts,
): Promise<void> {
  const chain = PRACTICE_BITCOIN;
  const adapter = createBitcoinAdapter({ ...chain, url, ...(chain.isPractice ? { fallbackRate: 1n } : {}) });
  await adapter.checkChain();
  const signer = connectOutputSigner(signerSocket);
  const promises = await openPromises(pool);
  const ledgerAsset = (code: string) => ledgerAssets.get(code);
  const turns = createTurns(1);
  const quietly = <Result>(task: () => Promise<Result>) => turns.run(chain.key, task);
  const addresses = new Map<string, HouseClass>([[await signer.hotAddress(), 'hot']]);
  await patiently(pool, () => noteHouseAddresses(pool, chain, addresses.keys()));
  const alarm = (line: string) => log.warn(line);
  const treasury = { chain, promises, ledgerAsset, addresses };
  const bell = createBell();
  await lifecycle.stage(
    'the deposits of Bitcoin',
    async () =>
      followChain({
        pool,
        chain,
        adapter,
        pooled: adapter,
        practice: null,
        promises,
        ledgerAsset,
        quietly,
        addresses: signer,
        house: createHouseReceipts({ ...treasury, isOwn: isOwnSpend }),
        log: alarm,
        onTakenBack: bell.ring,
      }),
    (stop) => stop(),
  );
  await lifecycle.stage(
    'the withdrawals of Bitcoin',
    async () => {
      const reviews = await openReviews(pool, Date.now);
      const payer = { pool, core, catalogues, promises, adapter, signer, chain, reviews, now: Date.now };
      return followPayer(
        { alarm, chain, quietly },
        {
          open: (line) =>
            openOutputPayer({
              ...payer,
              isHeld: heldUsers(pool, Date.now),
              isSteppedUp: steppedUpUsers(pool),
              held: [depositOutputs, hotOutputs],
              alarm: line,
            }),
        },
      );
    },
    (stop) => stop(),
  );
  await lifecycle.stage(
    'the custody of Bitcoin',
    async () =>
      followReconciliation({
        ...treasury,
        pool,
        core,
        quietly,
        now: Date.now,
        alarm,
        bell,
        adapter: {
          assets: adapter.assets,
          balancesAt: adapter.balancesAt,
          finalNumber: adapter.finalNumber,
          status: spendStatus(pool, adapter, chain.key),
        },
        found: foundCoins,
        stop: (error) =>
          stopWallet({ db: kyselyOf(pool), chain, alarm, now: Date.now }, 'invariant', error.message),
        inFlight: { deposits: depositsInFlight, payments: spendsInFlight, addresses: assignedAddresses },
      }),
    (stop) => stop(),
  );
}
