import { followCatalogue } from '../../apps/server/engine/catalogue/index.ts';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import {
  addressOf,
  assignedAddresses,
  createAddressPool,
  createScanner,
  depositsInFlight,
  foundCoins,
  noteFollowed,
  noteHouseTransaction,
  type Scanner,
} from '../../apps/server/money/deposits/index.ts';
import {
  createHouseReceipts,
  type HouseClass,
  openSweeper,
  reconcile,
  type Sweeper,
  type TreasuryDeps,
} from '../../apps/server/money/treasury/index.ts';
import { paymentsInFlight } from '../../apps/server/money/withdrawals/index.ts';
import type { HouseOptions } from '../api/support/house.ts';
import { newAddress, openPayoutBench, type PayoutBench } from './payout-bench.ts';

/** A house with a chain, a payer, a reader of the chain and all that keeps custody, with hands. */
export interface TreasuryBench extends PayoutBench {
  readonly scanner: Scanner;
  readonly sweeper: Sweeper;
  readonly deps: TreasuryDeps;
  readonly hot: string;
  readonly gas: string;
  readonly cold: string;
  address(userId: number): Promise<string>;
  /** Mines blocks and reads them. */
  mineAndRead(blocks?: number): Promise<void>;
  /** Waits until everything promised is in the ledger, and compares. Returns true if all agree. */
  reconcile(): Promise<boolean>;
  /** Compares until two comparisons at final blocks agree, as time passes. Returns true if all agree then. */
  reconcileFinally(): Promise<boolean>;
  assetIdOf(coin: string): number;
  /** Custody in the ledger. */
  custody(coin: string): Promise<{ held: bigint; houseFloat: bigint; suspense: bigint; shortage: bigint }>;
  /** The newest report of a coin. */
  report(coin: string): Promise<Record<string, string | null>>;
}

/** Number of blocks after which a block of the practice chain is final. */
const FINAL_WITHIN = 18;

export async function openTreasuryBench(
  options: Pick<HouseOptions, 'database' | 'notices'> & { readonly hasTraces?: boolean } = {},
): Promise<TreasuryBench> {
  const payout = await openPayoutBench(options);
  const { house, chain, signer, alarms } = payout;
  const { pool, core, outbox } = house;
  const catalogues = await followCatalogue(core, (error) => {
    throw error;
  });
  const ledgerAsset = (code: string) => catalogues.current().assets.find((each) => each.code === code);
  const [hot, gas, cold] = [await signer.hotAddress(), await signer.gasAddress(), newAddress()];
  const addresses = new Map<string, HouseClass>([
    [hot, 'hot'],
    [gas, 'gas'],
    [cold, 'cold'],
  ]);
  const deps: TreasuryDeps = {
    pool,
    core,
    promises: outbox,
    chain: PRACTICE_CHAIN,
    adapter: chain.adapter,
    ledgerAsset,
    addresses,
    signer,
    noteHouseTransaction,
    now: () => house.now(),
    found: foundCoins,
    inFlight: { deposits: depositsInFlight, payments: paymentsInFlight, addresses: assignedAddresses },
    quietly: (task) => task(),
    stop: async (error) => {
      throw error;
    },
    alarm: (line) => alarms.push(line),
  };
  const scanner = createScanner({
    pool,
    chain: PRACTICE_CHAIN,
    firstBlock: 0,
    promises: outbox,
    ledgerAsset,
    adapter:
      options.hasTraces === false ? { ...chain.adapter, callTransfersOf: async () => null } : chain.adapter,
    house: createHouseReceipts(deps),
    alarm: deps.alarm,
  });
  const given = createAddressPool(pool, PRACTICE_CHAIN.key, signer);
  const assetIdOf = (coin: string) => ledgerAsset(coin)!.assetId;
  return {
    ...payout,
    scanner,
    sweeper: await openSweeper(deps),
    deps,
    hot,
    gas,
    cold,
    assetIdOf,
    async address(userId) {
      await given.refill();
      await noteFollowed(pool, { chain: PRACTICE_CHAIN.key, batch: given.batch, node: null });
      return (await addressOf(pool, PRACTICE_CHAIN.key, userId))!;
    },
    async mineAndRead(blocks = 1) {
      await chain.mine(blocks);
      const { promised } = await scanner.advance();
      for (const key of promised) await outbox.deliver(key);
    },
    async reconcile() {
      const { rows } = await pool.query<{ key: string }>(
        'select key from outbox.command where seq is null order by place',
      );
      for (const { key } of rows) await outbox.deliver(key);
      return reconcile(deps);
    },
    async reconcileFinally(this: TreasuryBench) {
      await this.reconcile();
      await this.mineAndRead(1);
      await this.reconcile();
      await this.mineAndRead(FINAL_WITHIN);
      return this.reconcile();
    },
    custody: (coin) =>
      house.engine.read((view) => ({
        ...view.custody.custodyOf(assetIdOf(coin)),
        ...view.treasury.treasuryOf(assetIdOf(coin)),
      })),
    async report(coin) {
      const { rows } = await pool.query(
        'select * from treasury.report where coin = $1 order by report_no desc limit 1',
        [coin],
      );
      return rows[0];
    },
    async stop() {
      catalogues.stop();
      await payout.stop();
    },
  };
}
