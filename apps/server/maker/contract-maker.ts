import type { KernelView, PerpetualInfo, PerpetualOrderView, QuoteLevel } from '@candor/kernel';
import type { Amount, Lots } from '@candor/money';
import { ramp } from './inventory.ts';
import { grouped, type MakerSettings, type Quoted, Quoting, type QuotingOptions } from './quoting.ts';
import { type Budget, targetQuotes } from './target.ts';

/** Fewer levels than spot and calmer ones: what moves a contract's price is its index, whose book spot mirrors. */
export const CONTRACT_MAKER_SETTINGS: MakerSettings = {
  levels: 10,
  sizePpm: 500_000,
  spreadPpm: 0,
  everyMs: 2_000,
  urgentMs: 250,
  staleMs: 5_000,
  equityFloorPpm: 100_000,
};

export interface ContractMakerOptions extends QuotingOptions {
  /** What the house's contract wallet was funded with. */
  readonly funding: Amount;
}

interface QuotedContract extends Quoted {
  readonly symbol: PerpetualInfo;
  /** Lots of the house's position: above 0 long. */
  readonly lots: number;
  readonly leverage: number;
  readonly markTicks: number | null;
}

interface State {
  readonly quoted: readonly QuotedContract[];
  /** Wallet and unrealised profit. */
  readonly equity: bigint;
}

const CYCLE_MS = 250;
const PPM = 1_000_000n;
const FULL_PPM = 1_000_000;
/** Of the house's equity this much may stand as the margin of quotes; the rest is for positions and losses. */
const QUOTED_PPM = 300_000n;
/** The house's position in one contract is at most so many times its even share of the equity … */
const MOST_SHARES = 3n;
/** … and from this part of that on it quotes less on the side that would add to it. */
const RAMP_FROM_PPM = 300_000;

/**
 * The house's quotes in contracts: the venue's book of the index symbol, from the house's own contract wallet. The
 * nearer its position comes to its limit, the less it quotes on the side that would add to it.
 */
export class ContractMaker extends Quoting<QuotedContract, State> {
  constructor(options: ContractMakerOptions) {
    const { userId, funding, settings } = options;
    super(options, {
      name: 'contract maker',
      cycleMs: CYCLE_MS,
      command: 'perpetualMassQuote',
      endLine: 'The house’s contract wallet is at the end of its equity: its quotes in contracts stop',
      read: (view) => readState(view, userId),
      isAtEnd: ({ equity }) => equity * PPM < funding * BigInt(settings.equityFloorPpm),
      wanted: (quoted, book, state) =>
        targetQuotes(book, quoted.symbol, settings, budgetOf(quoted, state)).filter(withinBand(quoted)),
    });
  }
}

/** Null where no contract is listed or the house has no account. */
function readState(view: KernelView, userId: number): State | null {
  const { perpetual } = view;
  const contracts = perpetual.symbols();
  const [first] = contracts;
  if (first === undefined || !view.hasAccount(userId)) return null;
  const names = new Map(view.symbols().map(({ symbolId, name }) => [symbolId, name]));
  const account = perpetual.account(userId, first.settleAssetId);
  const lots = new Map<number, number>();
  for (const position of perpetual.positions(userId)) {
    lots.set(position.symbolId, position.direction === 'long' ? position.lots : -position.lots);
  }
  const resting = grouped(perpetual.openOrders(userId, null).flatMap(quoteOf));
  return {
    equity: account.walletBalance + account.unrealisedPnl,
    quoted: contracts.map((symbol) => {
      const mark = perpetual.mark(symbol.symbolId);
      const isStale = mark === null || mark.indexTicks === null;
      return {
        symbol,
        venueSymbol: names.get(symbol.indexSymbolId) ?? '',
        resting: resting.get(symbol.symbolId) ?? [],
        isOpen: symbol.state !== 'halted' && !isStale,
        lots: lots.get(symbol.symbolId) ?? 0,
        leverage: perpetual.settings(userId, symbol.symbolId)?.leverage ?? 1,
        markTicks: mark?.markTicks ?? null,
      };
    }),
  };
}

/** An order as a level of its symbol's quote; none where it is no quote. */
function quoteOf({ quote, symbolId, side, priceTicks, lots, filledLots }: PerpetualOrderView) {
  if (!quote || priceTicks === null) return [];
  return [[symbolId, { side, priceTicks, lots: (lots - filledLots) as Lots }] as const];
}

/** Levels so far from the mark that the kernel's price band might refuse them are left out. */
function withinBand({ symbol, markTicks }: QuotedContract): (level: QuoteLevel) => boolean {
  const { priceBandPpm } = symbol;
  if (priceBandPpm === 0 || markTicks === null) return () => true;
  const awayTicks = (markTicks * priceBandPpm) / FULL_PPM / 2;
  return ({ priceTicks }) => Math.abs(priceTicks - markTicks) <= awayTicks;
}

/** What one contract's quotes may come to: an even share of the equity, each side half of it, at the house's leverage. */
export function budgetOf(
  { symbol, lots, leverage, markTicks }: Pick<QuotedContract, 'symbol' | 'lots' | 'leverage' | 'markTicks'>,
  { equity, quoted }: { readonly equity: bigint; readonly quoted: readonly unknown[] },
): Budget {
  const share = equity <= 0n ? 0n : equity / BigInt(Math.max(quoted.length, 1));
  const sideNotional = (share * QUOTED_PPM * BigInt(leverage)) / PPM / 2n;
  const tickLots = sideNotional / symbol.quotePerTickLot;
  const ticks = BigInt(markTicks ?? 0);
  const mostLots = ticks === 0n ? 0n : (share * MOST_SHARES) / (ticks * symbol.quotePerTickLot);
  // How full the position is, above 0 long: what would add to it shrinks, what would reduce it stays.
  const fullPpm = mostLots === 0n ? 0 : Number((BigInt(lots) * PPM) / mostLots);
  return {
    bidTickLots: tickLots,
    askLots: ticks === 0n ? 0 : Number(tickLots / ticks),
    bidScalePpm: FULL_PPM - ramp(fullPpm, RAMP_FROM_PPM, FULL_PPM),
    askScalePpm: FULL_PPM - ramp(-fullPpm, RAMP_FROM_PPM, FULL_PPM),
  };
}
