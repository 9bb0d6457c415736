import type { poolNames } from '@candor/api';
import type { KernelView } from '@candor/kernel';
import type { Amount } from '@candor/money';

type PoolName = (typeof poolNames)[number];

/** Live reads of the operators' console. */
export const operatorQueries = {
  /** The ledger's sums by asset, and the index of each spot symbol. */
  houseFigures: (view: KernelView) => ({
    ledger: view.ledgerSums(),
    referral: view.referral.sums(),
    index: view.symbols().map((symbol) => ({ symbol, state: view.index(symbol.symbolId) })),
  }),
  /** True if the user has a ledger account, and what the house may give of an asset. */
  correctionFunds: (view: KernelView, userId: number, houseUserId: number, assetId: number) => ({
    hasAccount: view.hasAccount(userId),
    available:
      (view.hasAccount(houseUserId) ? view.balances(houseUserId) : []).find(
        (balance) => balance.assetId === assetId,
      )?.available ?? null,
  }),
  /** All that a user has now: wallets, open orders at most `most` of a product, positions, with the contracts' terms. */
  userFigures(view: KernelView, userId: number, most: number) {
    const contracts = view.perpetual.symbols();
    if (!view.hasAccount(userId))
      return { wallets: [], resting: [], waiting: [], contractOrders: [], positions: [], contracts };
    return {
      wallets: view.transfer.wallets(userId),
      resting: view.spot.openOrders(userId, null).slice(-most),
      waiting: view.spot.waitingOrders(userId, null).slice(-most),
      contractOrders: view.perpetual
        .openOrders(userId, null)
        .filter(({ quote }) => !quote)
        .slice(-most),
      positions: view.perpetual.positions(userId),
      contracts,
    };
  },
  /** Balances of pools and insurance; contracts' insurance of the named asset. */
  poolFigures(view: KernelView, settleAssetId: number) {
    const seconds = view.seconds.pool();
    const pools: { name: PoolName; assetId: number; amount: Amount }[] = [];
    if (seconds.assetId !== null) {
      const { assetId, available, reserved } = seconds;
      pools.push({ name: 'seconds', assetId, amount: (available + reserved) as Amount });
    }
    for (const { assetId, pool, insurance } of view.margin.house()) {
      pools.push({ name: 'lending', assetId, amount: pool });
      pools.push({ name: 'lendingInsurance', assetId, amount: insurance });
    }
    const amount = view.perpetual.insurance(settleAssetId);
    pools.push({ name: 'contractInsurance', assetId: settleAssetId, amount });
    return pools;
  },
  /** The states of all books, spot symbols first. */
  bookStates: (view: KernelView) => ({
    symbols: view.symbols(),
    contracts: view.perpetual
      .symbols()
      .map(({ symbolId, name, state, stateReason }) => ({ symbolId, name, state, stateReason })),
  }),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly operator: typeof operatorQueries;
  }
}
