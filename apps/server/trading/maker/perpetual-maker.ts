import type { QuoteLevel } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { ramp } from './inventory.ts';
import { contractsOf, type HouseInContracts, type QuotedContract } from './queries.ts';
import { type MakerSettings, Quoting, type QuotingOptions } from './quoting.ts';
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
  /** Initial funding of the house's contract wallet. */
  readonly funding: Amount;
}

const CYCLE_MS = 250;
const PPM = 1_000_000n;
const FULL_PPM = 1_000_000;
/** Part of the house's equity that may be the margin of quotes; the rest is for positions and losses. */
const QUOTED_PPM = 300_000n;
/** The house's position in one contract is at most so many times its even share of the equity … */
const MOST_SHARES = 3n;
/** … and from this part of that on it quotes less on the side that would add to it. */
const RAMP_FROM_PPM = 300_000;

/**
 * The house's quotes in contracts: the venue's book of the index symbol, from the house's own contract wallet. The
 * nearer its position comes to its limit, the less it quotes on the side that would add to it.
 */
export class ContractMaker extends Quoting<QuotedContract, HouseInContracts> {
  constructor(options: ContractMakerOptions) {
    const { core, userId, funding, settings } = options;
    super(options, {
      name: 'contract maker',
      cycleMs: CYCLE_MS,
      command: 'perpetualMassQuote',
      endLine: 'The house’s contract wallet is at the end of its equity: its quotes in contracts stop',
      read: async () => contractsOf(await core.ask('houseInContracts', userId)),
      isAtEnd: ({ equity }) => equity * PPM < funding * BigInt(settings.equityFloorPpm),
      wanted: (quoted, book, state) =>
        targetQuotes(book, quoted.symbol, settings, budgetOf(quoted, state)).filter(withinBand(quoted)),
    });
  }
}

/** Levels so far from the mark that the kernel's price band might refuse them are left out. */
function withinBand({ symbol, markTicks }: QuotedContract): (level: QuoteLevel) => boolean {
  const { priceBandPpm } = symbol;
  if (priceBandPpm === 0 || markTicks === null) return () => true;
  const awayTicks = (markTicks * priceBandPpm) / FULL_PPM / 2;
  return ({ priceTicks }) => Math.abs(priceTicks - markTicks) <= awayTicks;
}

/** Returns the budget of a contract's quotes: an even share of the equity, half each side, at the house's leverage. */
export function budgetOf(
  { symbol, lots, leverage, markTicks }: Pick<QuotedContract, 'symbol' | 'lots' | 'leverage' | 'markTicks'>,
  { equity, quoted }: { readonly equity: bigint; readonly quoted: readonly unknown[] },
): Budget {
  const share = equity <= 0n ? 0n : equity / BigInt(Math.max(quoted.length, 1));
  const sideNotional = (share * QUOTED_PPM * BigInt(leverage)) / PPM / 2n;
  const tickLots = sideNotional / symbol.quotePerTickLot;
  const ticks = BigInt(markTicks ?? 0);
  const mostLots = ticks === 0n ? 0n : (share * MOST_SHARES) / (ticks * symbol.quotePerTickLot);
  // The position as a part of its limit, above 0 long: quotes that add to it shrink, those that reduce it stay.
  const fullPpm = mostLots === 0n ? 0 : Number((BigInt(lots) * PPM) / mostLots);
  return {
    bidTickLots: tickLots,
    askLots: ticks === 0n ? 0 : Number(tickLots / ticks),
    bidScalePpm: FULL_PPM - ramp(fullPpm, RAMP_FROM_PPM, FULL_PPM),
    askScalePpm: FULL_PPM - ramp(-fullPpm, RAMP_FROM_PPM, FULL_PPM),
  };
}
