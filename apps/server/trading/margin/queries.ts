import type {
  BalanceView,
  KernelView,
  MarginTermsView,
  MarginWallet,
  MarginWalletView,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { type IndexPrices, indexPricesOf } from '../../engine/catalogue/index-prices.ts';
import { type OfUsers, ofUsers } from '../../engine/core/of-users.ts';

/** A user's margin account, with the data that its rows are built from. */
export interface MarginAccountFacts {
  readonly wallet: MarginWalletView;
  readonly terms: MarginTermsView;
  readonly balances: readonly BalanceView[];
  /** Parts per thousand million, by asset. */
  readonly hourlyRates: ReadonlyMap<number, number>;
  /** The index prices that value the account's assets. */
  readonly prices: IndexPrices;
  readonly seq: number;
}

/** Reads one of a user's margin accounts as a part of a query. */
export function marginAccountOf(
  view: KernelView,
  userId: number,
  wallet: MarginWalletView,
): MarginAccountFacts {
  const termsOf = wallet.wallet === 'margin-cross' ? 0 : wallet.symbolId;
  const terms = view.margin.terms().find(({ symbolId }) => symbolId === termsOf)!;
  const valuing = view.symbols().filter(({ quoteAssetId }) => quoteAssetId === terms.valueAssetId);
  return {
    wallet,
    terms,
    balances: view.balances(userId, wallet.wallet, wallet.symbolId),
    hourlyRates: new Map(view.margin.assets().map(({ assetId, hourlyRatePpb }) => [assetId, hourlyRatePpb])),
    prices: indexPricesOf(
      view,
      valuing.map(({ symbolId }) => symbolId),
    ),
    seq: view.seq,
  };
}

/** Live reads of margin accounts and of lending. */
export const marginQueries = {
  /** One of a user's margin accounts with all displayed values, or the reason why it does not exist. */
  marginAccount(view: KernelView, userId: number, kind: MarginWallet, symbolId: number) {
    const hasAccount = view.hasAccount(userId);
    const wallet = hasAccount ? view.margin.wallet(userId, kind, symbolId) : null;
    return { hasAccount, account: wallet === null ? null : marginAccountOf(view, userId, wallet) };
  },
  /**
   * The effect of borrowing an amount of an asset on one of a user's margin accounts. `lent` is null if the asset is
   * not lent or the account is not offered; `preview` is null also while an index is stale.
   */
  borrowPreview(
    view: KernelView,
    userId: number,
    wallet: { readonly kind: MarginWallet; readonly symbolId: number },
    assetId: number,
    amount: Amount,
  ) {
    const { kind, symbolId } = wallet;
    if (!view.hasAccount(userId)) return { hasAccount: false, lent: null, preview: null };
    const lent = view.margin.assets().find((asset) => asset.assetId === assetId);
    if (lent === undefined || view.margin.wallet(userId, kind, symbolId) === null)
      return { hasAccount: true, lent: null, preview: null };
    const preview = view.margin.preview(userId, kind, symbolId, assetId, amount);
    return { hasAccount: true, lent, preview };
  },
  /** The lent assets, each with the most that a user may borrow now; null while an index is stale. */
  lentAssets: (view: KernelView, userId: number) => ({
    lent: view.margin
      .assets()
      .filter(({ borrowable }) => borrowable)
      .map((asset) => ({
        asset,
        most: view.margin.preview(userId, 'margin-cross', 0, asset.assetId, 0n as Amount)?.most ?? null,
      })),
    seq: view.seq,
  }),
  /** The collateral terms of assets, and the risk rates of accounts. */
  marginTerms: (view: KernelView) => ({
    assets: view.margin.assets(),
    terms: view.margin.terms(),
    seq: view.seq,
  }),
  /** The margin accounts of these users that were ever used. */
  marginAccountsOfAll: (
    view: KernelView,
    userIds: readonly number[],
  ): OfUsers<readonly MarginAccountFacts[]> =>
    ofUsers(view, userIds, (userId) =>
      view.margin.wallets(userId).map((wallet) => marginAccountOf(view, userId, wallet)),
    ),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly margin: typeof marginQueries;
  }
}
