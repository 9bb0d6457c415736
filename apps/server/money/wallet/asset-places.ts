import type { EarnProduct, KernelView, WalletKind } from '@candor/kernel';

/** An amount of one asset, and where it is. */
export interface AssetPlace {
  /** `available` and `held` in a wallet, `takenBack` of deposits that left their chain; owed as a `loan`, below 0; a `position`'s unrealised profit or loss; `earning` in staking, finance products and mining. */
  readonly what: AssetPlaceKind;
  readonly wallet: WalletKind;
  /** Symbol of an isolated wallet or of a position; 0 for none. */
  readonly symbolId: number;
  readonly amount: bigint;
}

export type AssetPlaceKind = 'available' | 'held' | 'takenBack' | 'loan' | 'position' | 'earning';

/** Returns the places in which a user has an asset, as one product knows them. */
export type AssetPlaces = (view: KernelView, userId: number, assetId: number) => readonly AssetPlace[];

/** Amount that is held of a user's deposits which their chain took back. */
const takenBackOf = (view: KernelView, userId: number, assetId: number): bigint =>
  view.custody
    .heldDeposits()
    .filter((deposit) => deposit.userId === userId && deposit.assetId === assetId)
    .reduce((sum, { held }) => sum + held, 0n);

const inWallets: AssetPlaces = (view, userId, assetId) =>
  view.transfer.wallets(userId).flatMap(({ kind, symbolId, balances }) => {
    const balance = balances.find((each) => each.assetId === assetId);
    if (balance === undefined) return [];
    const takenBack = kind === 'spot' ? takenBackOf(view, userId, assetId) : 0n;
    return [
      { what: 'available' as const, wallet: kind, symbolId, amount: balance.available as bigint },
      { what: 'held' as const, wallet: kind, symbolId, amount: balance.held - takenBack },
      { what: 'takenBack' as const, wallet: kind, symbolId, amount: takenBack },
    ];
  });

const powerLoans: AssetPlaces = (view, userId, assetId) => {
  const owed = view.loan.loans(userId).filter((loan) => loan.assetId === assetId);
  const amount = -owed.reduce((sum, { all }) => sum + all, 0n);
  return [{ what: 'loan', wallet: 'spot', symbolId: 0, amount }];
};

const loans: AssetPlaces = (view, userId, assetId) =>
  view.margin.wallets(userId).flatMap(({ wallet, symbolId, loans: owed }) =>
    owed
      .filter((loan) => loan.assetId === assetId)
      .map((loan) => ({
        what: 'loan' as const,
        wallet,
        symbolId,
        amount: -(loan.principal + loan.interest),
      })),
  );

const positions: AssetPlaces = (view, userId, assetId) => {
  const settled = new Map(view.perpetual.symbols().map((symbol) => [symbol.symbolId, symbol.settleAssetId]));
  return view.perpetual
    .positions(userId)
    .filter(({ symbolId }) => settled.get(symbolId) === assetId)
    .map(({ symbolId, unrealisedPnl }) => ({
      what: 'position' as const,
      wallet: 'contract' as const,
      symbolId,
      amount: unrealisedPnl as bigint,
    }));
};

/** Coins of a user in a product that earns, by asset: principals of open orders; in mining what is locked, and rewards. */
export interface Earning {
  readonly product: EarnProduct | 'mining';
  readonly assetId: number;
  readonly amount: bigint;
}

const EARN_PRODUCTS: readonly EarnProduct[] = ['staking', 'finance'];

/** Coins of a user that are in no wallet because they earn, by product and asset. */
export function earningOf(view: KernelView, userId: number): Earning[] {
  const { mining } = view;
  const locked = mining.positions(userId).map(({ assetId, held }) => ({ assetId, amount: held }));
  return [
    ...EARN_PRODUCTS.flatMap((product) => summed(product, view[product].orders(userId))),
    ...summed('mining', [...locked, ...mining.rewards(userId)]),
  ];
}

function summed(
  product: Earning['product'],
  parts: readonly { readonly assetId: number; readonly amount: bigint }[],
): Earning[] {
  const sums = new Map<number, bigint>();
  for (const { assetId, amount } of parts) sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
  return [...sums]
    .filter(([, amount]) => amount > 0n)
    .map(([assetId, amount]) => ({ product, assetId, amount }));
}

const earning: AssetPlaces = (view, userId, assetId) =>
  earningOf(view, userId)
    .filter((each) => each.assetId === assetId)
    .map(({ amount }) => ({ what: 'earning', wallet: 'spot', symbolId: 0, amount }));

/** Places in which an asset may be. A product that keeps assets elsewhere than in wallets adds its line. */
const places: readonly AssetPlaces[] = [inWallets, loans, powerLoans, positions, earning];

/** Everything that a user has of an asset, by place; nothing where it is zero. */
export function assetPlacesOf(view: KernelView, userId: number, assetId: number): AssetPlace[] {
  if (!view.hasAccount(userId)) return [];
  return places.flatMap((placesOf) => placesOf(view, userId, assetId)).filter(({ amount }) => amount !== 0n);
}
