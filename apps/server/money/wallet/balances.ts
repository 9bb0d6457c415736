import {
  type BalanceRow,
  type Balances,
  type CurrencyAccountRow,
  type EarningRow,
  type WalletAccountRow,
  walletKinds,
  walletTypeOf,
} from '@candor/api';
import type { AssetInfo, BalanceView, WalletKind, WalletView } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, mulDivFloor } from '@candor/money';
import type { Catalogue, CatalogueFollower, IndexPrices } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Earning } from './asset-places.ts';
import type { WalletFilter } from './queries.ts';
import { marketOf, priceOf, VALUE_ASSET, worthOf } from './worth.ts';

/** Wallets that a call asks for: a type of the API's contract, and of isolated ones the market. */
export interface WalletChoice {
  readonly type: string;
  readonly symbol: string | null;
}

/** The users' balances, read from the kernel. */
export interface BalanceReader {
  /** The balances of the chosen wallets, added up by coin; of one coin where it is named. */
  wallet(userId: number, choice: WalletChoice, coin: string | null): Promise<Balances>;
  /** Every account with its worth: the total, then each. */
  accounts(userId: number): Promise<{
    readonly list: WalletAccountRow[];
    readonly earning: EarningRow[];
    readonly seq: number;
  }>;
  /** Returns the balances by account, and the part of each that may be moved out. */
  currencies(
    userId: number,
    choice: WalletChoice,
    coin: string | null,
  ): Promise<{ readonly list: CurrencyAccountRow[]; readonly seq: number }>;
  /** The two balances that trading one market needs, in one wallet. */
  ofSymbol(
    userId: number,
    kind: WalletKind,
    symbolName: string,
  ): Promise<{ readonly base: BalanceRow; readonly quote: BalanceRow; readonly seq: number }>;
}

const TOTAL_ASSET = 'BTC';
const ALL_WALLETS = '0';
const EVERY_WALLET: WalletFilter = { kinds: null, symbolId: null };

export function createBalanceReader(core: CoreLink, catalogues: CatalogueFollower): BalanceReader {
  return {
    async wallet(userId, choice, coin) {
      const catalogue = catalogues.current();
      const assets = coin === null ? catalogue.assets : [catalogue.asset(coin)];
      const filter = filterOf(catalogue, choice);
      const { wallets, prices, seq } = await core.ask('wallets', userId, filter, valuing(catalogue, assets));
      const held = addedUp(wallets);
      const rows = assets.map((asset) => rowOf(prices, catalogue, asset, held));
      return {
        type: choice.type,
        list: rows.map(({ row }) => row),
        ...worthOfAll(prices, catalogue, rows),
        seq,
      };
    },
    async accounts(userId) {
      const catalogue = catalogues.current();
      const valuedBy = valuing(catalogue, catalogue.assets);
      const { wallets, earning, prices, seq } = await core.ask('wallets', userId, EVERY_WALLET, valuedBy);
      const worth = (chosen: readonly Pick<WalletView, 'balances'>[]) => {
        const held = addedUp(chosen);
        const rows = [...held.keys()].map((id) => rowOf(prices, catalogue, catalogue.assetById(id), held));
        return worthOfAll(prices, catalogue, rows);
      };
      // what earns is the user's as well, in no wallet
      const orders = earning.map((each) => ({ ...each, wallet: walletOf(each) }));
      const all = [...wallets, ...orders.map(({ wallet }) => wallet)];
      const list: WalletAccountRow[] = [{ type: ALL_WALLETS, symbol: null, ...worth(all) }];
      for (const [type, kind] of Object.entries(walletKinds)) {
        const found = wallets.filter((wallet) => wallet.kind === kind);
        if (kind === 'otc' && found.length === 0) continue;
        if (kind !== 'margin-isolated') {
          list.push({ type: type as WalletAccountRow['type'], symbol: null, ...worth(found) });
        } else {
          for (const wallet of found) {
            list.push({ type: '6', symbol: symbolName(catalogue, wallet), ...worth([wallet]) });
          }
        }
      }
      const products = [...new Set(orders.map(({ product }) => product))].map((product) => {
        const own = orders.filter((each) => each.product === product);
        return { product, valueUsdt: worth(own.map(({ wallet }) => wallet)).totalUsdt };
      });
      return { list, earning: products, seq };
    },
    async currencies(userId, choice, coin) {
      const catalogue = catalogues.current();
      const only = coin === null ? null : catalogue.asset(coin).assetId;
      const filter = filterOf(catalogue, choice);
      const { rows, seq } = await core.ask('transferableBalances', userId, filter, only);
      const list = rows.map(({ kind, symbolId, assetId, available, held, transferable }) => {
        const { code, scale } = catalogue.assetById(assetId);
        const text = (units: bigint) => formatDecimalTrimmed(units, scale);
        return {
          type: walletTypeOf[kind],
          symbol: symbolName(catalogue, { symbolId }),
          coin: code,
          amount: text(available + held),
          available: text(available),
          frozen: text(held),
          transferable: text(transferable),
        };
      });
      return { list, seq };
    },
    async ofSymbol(userId, kind, symbolName) {
      const catalogue = catalogues.current();
      const { symbolId, baseAssetId, quoteAssetId } = catalogue.symbol(symbolName);
      const base = catalogue.assetById(baseAssetId);
      const quote = catalogue.assetById(quoteAssetId);
      const { balances, prices, seq } = await core.ask(
        'walletBalances',
        userId,
        kind,
        kind === 'margin-isolated' ? symbolId : 0,
        valuing(catalogue, [base, quote]),
      );
      const held = new Map(balances.map((balance) => [balance.assetId, balance]));
      const row = (asset: AssetInfo) => rowOf(prices, catalogue, asset, held).row;
      return { base: row(base), quote: row(quote), seq };
    },
  };
}

/** Returns the wallets that a call selects. @throws Refusal UNKNOWN_SYMBOL */
function filterOf(catalogue: Catalogue, { type, symbol }: WalletChoice): WalletFilter {
  const symbolId = symbol === null ? null : catalogue.symbol(symbol).symbolId;
  if (type === ALL_WALLETS) return { kinds: null, symbolId };
  const kinds = Object.entries(walletKinds).flatMap(([known, kind]) => (known === type ? [kind] : []));
  return { kinds, symbolId };
}

/** Returns the symbols whose index values these assets and their total. */
function valuing(catalogue: Catalogue, assets: readonly AssetInfo[]): number[] {
  const symbols = [...assets, catalogue.asset(TOTAL_ASSET)].map((asset) => marketOf(catalogue, asset));
  return [...new Set(symbols.flatMap((symbol) => (symbol === undefined ? [] : [symbol.symbolId])))];
}

function symbolName(catalogue: Catalogue, { symbolId }: Pick<WalletView, 'symbolId'>): string | null {
  return catalogue.symbolById(symbolId)?.name ?? null;
}

/** An amount that earns in the form of a wallet's balance, to be added up and valued alike. */
function walletOf({ assetId, amount }: Earning): Pick<WalletView, 'balances'> {
  return { balances: [{ assetId, available: amount as Amount, held: 0n as Amount }] };
}

/** By asset, over all of the wallets. */
function addedUp(wallets: readonly Pick<WalletView, 'balances'>[]): ReadonlyMap<number, BalanceView> {
  const sums = new Map<number, BalanceView>();
  for (const wallet of wallets) {
    for (const { assetId, available, held } of wallet.balances) {
      const sum = sums.get(assetId);
      sums.set(assetId, {
        assetId,
        available: (available + (sum?.available ?? 0n)) as Amount,
        held: (held + (sum?.held ?? 0n)) as Amount,
      });
    }
  }
  return sums;
}

type ValuedRow = ReturnType<typeof rowOf>;

function worthOfAll(prices: IndexPrices, catalogue: Catalogue, rows: readonly ValuedRow[]) {
  const total = rows.reduce((sum, { value }) => sum + (value ?? 0n), 0n);
  return {
    totalUsdt: formatDecimalTrimmed(total, valueScale(catalogue)),
    totalBtc: inTotalAsset(prices, catalogue, total),
    complete: rows.every(({ value }) => value !== null),
  };
}

function rowOf(
  prices: IndexPrices,
  catalogue: Catalogue,
  asset: AssetInfo,
  held: ReadonlyMap<number, BalanceView>,
): { readonly row: BalanceRow; readonly value: bigint | null } {
  const balance = held.get(asset.assetId);
  const available = balance?.available ?? (0n as Amount);
  const frozen = balance?.held ?? (0n as Amount);
  const amount = available + frozen;
  const value = worthOf(prices, catalogue, asset, amount);
  const text = (units: bigint) => formatDecimalTrimmed(units, asset.scale);
  const row: BalanceRow = {
    assetId: asset.assetId,
    coin: asset.code,
    name: asset.name,
    scale: asset.scale,
    amount: text(amount),
    available: text(available),
    frozen: text(frozen),
    valueUsdt: value === null ? null : formatDecimalTrimmed(value, valueScale(catalogue)),
  };
  return { row, value };
}

function valueScale(catalogue: Catalogue): number {
  return catalogue.asset(VALUE_ASSET).scale;
}

/** A USDT value in BTC, rounded down to BTC's decimals: it is only shown. */
function inTotalAsset(prices: IndexPrices, catalogue: Catalogue, valueUnits: bigint): string | null {
  const asset = catalogue.asset(TOTAL_ASSET);
  const price = priceOf(prices, catalogue, asset);
  if (price === null) return null;
  const { ticks, symbol } = price;
  const units = mulDivFloor(valueUnits, symbol.basePerLot, BigInt(ticks) * symbol.quotePerTickLot);
  return formatDecimalTrimmed(units, asset.scale);
}
