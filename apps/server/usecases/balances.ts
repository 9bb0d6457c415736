import {
  type BalanceRow,
  type Balances,
  type CurrencyAccountRow,
  type WalletAccountRow,
  walletKinds,
  walletTypeOf,
} from '@candor/contract';
import type { AssetInfo, BalanceView, KernelView, SymbolInfo, WalletKind, WalletView } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, mulDivFloor, type PriceTicks } from '@candor/money';
import type { CoreLink } from '../core/index.ts';
import type { Catalogue, CatalogueFollower } from './catalogue.ts';

/** Which wallets a call asks for: a type of the contract, and of isolated ones the market. */
export interface WalletChoice {
  readonly type: string;
  readonly symbol: string | null;
}

/** What users own, read from the kernel. */
export interface BalanceReader {
  /** The balances of the chosen wallets, added up by coin; of one coin where it is named. */
  wallet(userId: number, choice: WalletChoice, coin: string | null): Promise<Balances>;
  /** Every account with its worth: the total, then each. */
  accounts(userId: number): Promise<{ readonly list: WalletAccountRow[]; readonly seq: number }>;
  /** What lies where, and how much of it may be moved out. */
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
  /** Whether the user's ledger account is open. */
  accountOpen(userId: number): Promise<boolean>;
}

const VALUE_ASSET = 'USDT';
const TOTAL_ASSET = 'BTC';
const ALL_WALLETS = '0';

interface Price {
  readonly symbol: SymbolInfo;
  readonly ticks: PriceTicks;
}

export function createBalanceReader(core: CoreLink, catalogues: CatalogueFollower): BalanceReader {
  return {
    wallet(userId, choice, coin) {
      const catalogue = catalogues.current();
      const assets = coin === null ? catalogue.assets : [catalogue.asset(coin)];
      const isChosen = chosenBy(catalogue, choice);
      return core.read((view) => {
        const wallets = walletsOf(view, userId).filter(isChosen);
        const held = addedUp(wallets);
        const rows = assets.map((asset) => rowOf(view, catalogue, asset, held));
        return {
          type: choice.type,
          list: rows.map(({ row }) => row),
          ...worthOfAll(view, catalogue, rows),
          seq: view.seq,
        };
      });
    },
    accounts(userId) {
      const catalogue = catalogues.current();
      return core.read((view) => {
        const wallets = walletsOf(view, userId);
        const worth = (chosen: readonly WalletView[]) => {
          const held = addedUp(chosen);
          const rows = [...held.keys()].map((id) => rowOf(view, catalogue, catalogue.assetById(id), held));
          return worthOfAll(view, catalogue, rows);
        };
        const list: WalletAccountRow[] = [{ type: ALL_WALLETS, symbol: null, ...worth(wallets) }];
        for (const [type, kind] of Object.entries(walletKinds)) {
          const found = wallets.filter((wallet) => wallet.kind === kind);
          if (kind !== 'margin-isolated') {
            list.push({ type: type as WalletAccountRow['type'], symbol: null, ...worth(found) });
          } else {
            for (const wallet of found) {
              list.push({ type: '6', symbol: symbolName(catalogue, wallet), ...worth([wallet]) });
            }
          }
        }
        return { list, seq: view.seq };
      });
    },
    currencies(userId, choice, coin) {
      const catalogue = catalogues.current();
      const only = coin === null ? null : catalogue.asset(coin).assetId;
      const isChosen = chosenBy(catalogue, choice);
      return core.read((view) => {
        const list: CurrencyAccountRow[] = [];
        for (const wallet of walletsOf(view, userId).filter(isChosen)) {
          for (const { assetId, available, held } of wallet.balances) {
            if (only !== null && assetId !== only) continue;
            const { code, scale } = catalogue.assetById(assetId);
            const text = (units: bigint) => formatDecimalTrimmed(units, scale);
            const { kind, symbolId } = wallet;
            list.push({
              type: walletTypeOf[kind],
              symbol: symbolName(catalogue, wallet),
              coin: code,
              amount: text(available + held),
              available: text(available),
              frozen: text(held),
              transferable: text(view.transfer.transferable(userId, kind, symbolId, assetId)),
            });
          }
        }
        return { list, seq: view.seq };
      });
    },
    ofSymbol(userId, kind, symbolName) {
      const catalogue = catalogues.current();
      const symbol = catalogue.symbol(symbolName);
      return core.read((view) => {
        const held = new Map(
          view
            .balances(userId, kind, kind === 'margin-isolated' ? symbol.symbolId : 0)
            .map((balance) => [balance.assetId, balance]),
        );
        const row = (assetId: number) => rowOf(view, catalogue, catalogue.assetById(assetId), held).row;
        return { base: row(symbol.baseAssetId), quote: row(symbol.quoteAssetId), seq: view.seq };
      });
    },
    accountOpen: (userId) => core.read((view) => view.hasAccount(userId)),
  };
}

const walletsOf = (view: KernelView, userId: number): readonly WalletView[] =>
  view.hasAccount(userId) ? view.transfer.wallets(userId) : [];

/** Whether a wallet is one that the call asks for. @throws Refusal UNKNOWN_SYMBOL */
function chosenBy(catalogue: Catalogue, { type, symbol }: WalletChoice): (wallet: WalletView) => boolean {
  const symbolId = symbol === null ? null : catalogue.symbol(symbol).symbolId;
  return (wallet) =>
    (type === ALL_WALLETS || walletTypeOf[wallet.kind] === type) &&
    (symbolId === null || wallet.kind !== 'margin-isolated' || wallet.symbolId === symbolId);
}

function symbolName(catalogue: Catalogue, { symbolId }: WalletView): string | null {
  return catalogue.symbolById(symbolId)?.name ?? null;
}

/** By asset, over all of the wallets. */
function addedUp(wallets: readonly WalletView[]): ReadonlyMap<number, BalanceView> {
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

function worthOfAll(view: KernelView, catalogue: Catalogue, rows: readonly ValuedRow[]) {
  const total = rows.reduce((sum, { value }) => sum + (value ?? 0n), 0n);
  return {
    totalUsdt: formatDecimalTrimmed(total, valueScale(catalogue)),
    totalBtc: inTotalAsset(view, catalogue, total),
    complete: rows.every(({ value }) => value !== null),
  };
}

function rowOf(
  view: KernelView,
  catalogue: Catalogue,
  asset: AssetInfo,
  held: ReadonlyMap<number, BalanceView>,
): { readonly row: BalanceRow; readonly value: bigint | null } {
  const balance = held.get(asset.assetId);
  const available = balance?.available ?? (0n as Amount);
  const frozen = balance?.held ?? (0n as Amount);
  const amount = available + frozen;
  const value = worthOf(view, catalogue, asset, amount);
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

/** The index of an asset against USDT; null while it is stale or where there is no such market. */
function priceOf(view: KernelView, catalogue: Catalogue, asset: AssetInfo): Price | null {
  const quoteAssetId = catalogue.asset(VALUE_ASSET).assetId;
  const symbol = catalogue.symbols.find(
    (listed) => listed.baseAssetId === asset.assetId && listed.quoteAssetId === quoteAssetId,
  );
  const ticks = symbol === undefined ? null : (view.index(symbol.symbolId)?.priceTicks ?? null);
  return symbol === undefined || ticks === null ? null : { symbol, ticks };
}

/** In USDT base units, rounded down: it is only shown. */
function worthOf(view: KernelView, catalogue: Catalogue, asset: AssetInfo, amount: bigint): bigint | null {
  if (asset.code === VALUE_ASSET || amount === 0n) return amount;
  const price = priceOf(view, catalogue, asset);
  if (price === null) return null;
  return mulDivFloor(amount, BigInt(price.ticks) * price.symbol.quotePerTickLot, price.symbol.basePerLot);
}

/** A USDT value in BTC, rounded down to BTC's decimals: it is only shown. */
function inTotalAsset(view: KernelView, catalogue: Catalogue, valueUnits: bigint): string | null {
  const asset = catalogue.asset(TOTAL_ASSET);
  const price = priceOf(view, catalogue, asset);
  if (price === null) return null;
  const { ticks, symbol } = price;
  const units = mulDivFloor(valueUnits, symbol.basePerLot, BigInt(ticks) * symbol.quotePerTickLot);
  return formatDecimalTrimmed(units, asset.scale);
}
