import type { AssetInfo, FeedKind, KernelEvent, Mode, SymbolInfo } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import { type CoreLink, hasSystemEvent, keepCopy, type QueryResult } from '../core/index.ts';
import type { MarketSource } from '../ports.ts';

/** Listed assets and symbols with their terms: a copy of the kernel's, so that the order path asks nobody. */
export interface Catalogue {
  readonly mode: Mode;
  /** Source of prices when the journal began. */
  readonly firstFeed: FeedKind;
  readonly seedHash: string | null;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  readonly symbols: readonly SymbolInfo[];
  readonly assets: readonly AssetInfo[];
  /** By any spelling: BTCUSDT, BTC/USDT, btc_usdt. @throws Refusal UNKNOWN_SYMBOL */
  symbol(name: string): SymbolInfo;
  symbolById(symbolId: number): SymbolInfo | undefined;
  /** @throws Refusal UNKNOWN_COIN */
  asset(code: string): AssetInfo;
  assetById(assetId: number): AssetInfo;
}

export interface CatalogueFollower {
  current(): Catalogue;
  stop(): void;
}

/** Only the system lists and changes symbols. */
const CHANGES = new Set<KernelEvent['type']>(['catalogue', 'symbolState']);

function catalogueOf(listed: QueryResult<'spotCatalogue'>): Catalogue {
  const { mode, feed, seedHash, makerFeePpm, takerFeePpm, symbols, assets } = listed;
  const symbolsByName = new Map(symbols.map((symbol) => [symbol.name, symbol]));
  const symbolsById = new Map(symbols.map((symbol) => [symbol.symbolId, symbol]));
  const assetsByCode = new Map(assets.map((asset) => [asset.code.toUpperCase(), asset]));
  const assetsById = new Map(assets.map((asset) => [asset.assetId, asset]));
  if (mode === null || feed === null) throw new Error('the journal has no first command');
  return {
    mode,
    firstFeed: feed,
    seedHash,
    makerFeePpm,
    takerFeePpm,
    symbols,
    assets,
    symbol(name) {
      const symbol = symbolsByName.get(name.replace(/[/_-]/, '').toUpperCase());
      if (symbol === undefined) throw new Refusal('UNKNOWN_SYMBOL');
      return symbol;
    },
    symbolById: (symbolId) => symbolsById.get(symbolId),
    asset(code) {
      const asset = assetsByCode.get(code.toUpperCase());
      if (asset === undefined) throw new Refusal('UNKNOWN_COIN');
      return asset;
    },
    assetById(assetId) {
      const asset = assetsById.get(assetId);
      if (asset === undefined) throw new Error(`no asset ${assetId} is listed`);
      return asset;
    },
  };
}

/** Returns the source of prices now, and the first one, from when the journal began, if that was another feed. */
export function feedsOf(
  { firstFeed }: Catalogue,
  running: Pick<MarketSource, 'feedKind'>,
): { feed: FeedKind; firstFeed: FeedKind | null } {
  const feed = running.feedKind();
  return { feed, firstFeed: firstFeed === feed ? null : firstFeed };
}

/** Copies the catalogue, and copies it again whenever a committed batch changes it. */
export async function followCatalogue(
  core: CoreLink,
  onError: (error: unknown) => void,
): Promise<CatalogueFollower> {
  return keepCopy(core, {
    load: async () => catalogueOf(await core.ask('spotCatalogue')),
    touches: (batch) => hasSystemEvent(batch, CHANGES),
    onError,
  });
}
