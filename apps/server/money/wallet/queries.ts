import type { KernelView, WalletKind, WalletView } from '@candor/kernel';
import { indexPricesOf } from '../../engine/catalogue/index-prices.ts';
import { assetPlacesOf, earningOf } from './asset-places.ts';

/** Selects wallets of a user by kind, and isolated wallets by market. Null selects all. */
export interface WalletFilter {
  readonly kinds: readonly WalletKind[] | null;
  readonly symbolId: number | null;
}

function chosenWallets(
  view: KernelView,
  userId: number,
  { kinds, symbolId }: WalletFilter,
): readonly WalletView[] {
  if (!view.hasAccount(userId)) return [];
  return view.transfer
    .wallets(userId)
    .filter(
      (wallet) =>
        (kinds === null || kinds.includes(wallet.kind)) &&
        (symbolId === null || wallet.kind !== 'margin-isolated' || wallet.symbolId === symbolId),
    );
}

/** Live reads of users' balances. */
export const walletQueries = {
  /** The selected wallets with their balances, what earns outside of them, and the index prices of the named symbols to value them. */
  wallets: (view: KernelView, userId: number, filter: WalletFilter, valuedBy: readonly number[]) => ({
    wallets: chosenWallets(view, userId, filter),
    earning: earningOf(view, userId),
    prices: indexPricesOf(view, valuedBy),
    seq: view.seq,
  }),
  /** The balances of one wallet, and the index prices of the named symbols to value them. */
  walletBalances: (
    view: KernelView,
    userId: number,
    kind: WalletKind,
    symbolId: number,
    valuedBy: readonly number[],
  ) => ({
    balances: view.balances(userId, kind, symbolId),
    prices: indexPricesOf(view, valuedBy),
    seq: view.seq,
  }),
  /** Returns the places in which a user has an asset, and the index prices of the named symbols to value it. */
  assetPlaces: (view: KernelView, userId: number, assetId: number, valuedBy: readonly number[]) => ({
    places: assetPlacesOf(view, userId, assetId),
    prices: indexPricesOf(view, valuedBy),
    seq: view.seq,
  }),
  /** The index prices of the named symbols. */
  coinPrices: (view: KernelView, symbolIds: readonly number[]) => ({
    prices: indexPricesOf(view, symbolIds),
    seq: view.seq,
  }),
  /** Every balance of the selected wallets, optionally of one asset, with the amount that may be moved out. */
  transferableBalances: (
    view: KernelView,
    userId: number,
    filter: WalletFilter,
    onlyAssetId: number | null,
  ) => ({
    rows: chosenWallets(view, userId, filter).flatMap(({ kind, symbolId, balances }) =>
      balances
        .filter(({ assetId }) => onlyAssetId === null || assetId === onlyAssetId)
        .map((balance) => ({
          ...balance,
          kind,
          symbolId,
          transferable: view.transfer.transferable(userId, kind, symbolId, balance.assetId),
        })),
    ),
    seq: view.seq,
  }),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly wallet: typeof walletQueries;
  }
}
