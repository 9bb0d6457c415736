import { initialRiskPpm } from '@candor/rules';
import type { Outcome } from '../../events.ts';
import { MARGIN_INSURANCE, MARGIN_POOL } from '../../ledger/accounts.ts';
import { fundPool } from '../../ledger/funding.ts';
import { MAX_SUPPLY } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { RejectionCode } from '../../rejections.ts';
import type { State } from '../../state.ts';
import type { MarginBooks } from './books.ts';
import type { FundMarginPool, SetMarginAsset, SetMarginTerms } from './commands.ts';

const PPM = 1_000_000;
/** 1 percent an hour: a typing error, not a rate. */
const MAX_HOURLY_PPB = 10_000_000;
const MAX_LEVERAGE = 20;

/** Lends practice funds to the pool, or puts them into its insurance. */
export function fundMarginPool(state: State, { into, assetId, amount }: FundMarginPool): Outcome {
  if (amount < 0n) return refuse('QUANTITY_INVALID');
  const number = into === 'pool' ? MARGIN_POOL : MARGIN_INSURANCE;
  const figures = fundPool(state, 'margin-funding', { number }, { assetId, amount, fromUserId: 0 });
  return typeof figures === 'string' ? refuse(figures) : DONE;
}

/** Returns what is wrong with the terms of a coin; null if nothing is. */
export function marginAssetProblem(state: State, command: SetMarginAsset): RejectionCode | null {
  const { assetId, hourlyRatePpb, haircutPpm, maxBorrow } = command;
  if (!state.assets.has(assetId)) return 'UNKNOWN_ASSET';
  if (!isWithin(hourlyRatePpb, 0, MAX_HOURLY_PPB) || !isWithin(haircutPpm, 0, PPM)) return 'INVALID_COMMAND';
  return maxBorrow < 0n || maxBorrow >= MAX_SUPPLY ? 'INVALID_COMMAND' : null;
}

export function setMarginAsset(state: State, books: MarginBooks, command: SetMarginAsset): Outcome {
  const problem = marginAssetProblem(state, command);
  if (problem !== null) return refuse(problem);
  const { assetId, borrowable, hourlyRatePpb, haircutPpm, maxBorrow } = command;
  const index = books.assets.get(assetId)?.index ?? 0n;
  books.assets.set(assetId, { assetId, borrowable, hourlyRatePpb, haircutPpm, maxBorrow, index });
  state.tape.catalogue();
  return DONE;
}

/** Returns what is wrong with risk rates; null if nothing is. */
export function marginTermsProblem(state: State, command: SetMarginTerms): RejectionCode | null {
  const { symbolId, valueAssetId, maxLeverage, transferPpm, callPpm, liquidationPpm, saleBandPpm } = command;
  if (!state.assets.has(valueAssetId)) return 'UNKNOWN_ASSET';
  if (symbolId !== 0) {
    const symbol = state.symbolsById.get(symbolId);
    if (symbol === undefined) return 'UNKNOWN_SYMBOL';
    if (symbol.listed.quoteAssetId !== valueAssetId) return 'INVALID_COMMAND';
  }
  if (!isWithin(maxLeverage, 2, MAX_LEVERAGE) || !isWithin(saleBandPpm, 1, PPM / 2)) return 'INVALID_COMMAND';
  for (const ppm of [transferPpm, callPpm, liquidationPpm]) {
    if (!isWithin(ppm, PPM, 100 * PPM)) return 'INVALID_COMMAND';
  }
  if (transferPpm < callPpm || callPpm <= liquidationPpm || initialRiskPpm(maxLeverage) <= callPpm)
    return 'INVALID_COMMAND';
  const coversDebt = BigInt(liquidationPpm) * BigInt(PPM - saleBandPpm) > BigInt(PPM) * BigInt(PPM);
  return coversDebt ? null : 'INVALID_COMMAND';
}

/**
 * Takes terms that leave no wallet in danger the moment it borrows: the risk rate after borrowing all that the highest
 * leverage allows must lie above the call, and even a sale at the edge of its band must cover the debt at liquidation.
 */
export function setMarginTerms(state: State, books: MarginBooks, command: SetMarginTerms): Outcome {
  const problem = marginTermsProblem(state, command);
  if (problem !== null) return refuse(problem);
  const { symbolId, valueAssetId, maxLeverage, transferPpm, callPpm, liquidationPpm, saleBandPpm } = command;
  books.terms.set(symbolId, {
    symbolId,
    valueAssetId,
    maxLeverage,
    transferPpm,
    callPpm,
    liquidationPpm,
    saleBandPpm,
  });
  state.tape.catalogue();
  return DONE;
}

function isWithin(value: number, lowest: number, highest: number): boolean {
  return Number.isSafeInteger(value) && value >= lowest && value <= highest;
}
