import type { Command, SymbolInfo } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import { SECONDS_FORMULA } from '@candor/rules';
import type { CoreLink } from '../../engine/core/index.ts';
import { ASSET_SCALE } from './listed.ts';

/** Longer periods pay more of the stake: what is offered in practice mode. */
const PERIODS = [
  { periodS: 30, payoutPpm: 750_000 },
  { periodS: 60, payoutPpm: 800_000 },
  { periodS: 120, payoutPpm: 850_000 },
  { periodS: 300, payoutPpm: 900_000 },
];
const MIN_QUANTITY = 1;
const MAX_QUANTITY = 5_000;
const POOL = '1000000';
const FIRST_FUNDING = 'First funding of the practice pool, out of practice custody';
const CAP_OF_SYMBOL = '100000';
const CAP_OF_ALL = '400000';

/**
 * Opens second contracts on a practice journal that has none yet: a pool out of practice custody, caps, who may play
 * and, last, the terms of each symbol. What an operator sets afterwards stays. A real journal is left alone.
 */
export async function openSecondsForPractice(core: CoreLink): Promise<void> {
  const { mode, offered, symbols, assetId } = await core.ask('secondsToOpen');
  if (mode !== 'practice' || assetId === null) return;
  const wanted = symbols.filter(
    ({ symbolId, quoteAssetId }) => quoteAssetId === assetId && !offered.has(symbolId),
  );
  const house = offered.size === 0 ? houseCommands(wanted, assetId) : [];
  for (const [at, body] of [...house, ...wanted.map((symbol) => termsOf(symbol, assetId))].entries()) {
    // With a key, so that a start that was cut short does not fund the pool twice.
    const submission = { userId: 0, key: `first-seconds:${at}:`, bodyHash: body.type, body };
    const { outcome } = await core.submit(house.includes(body) ? submission : { ...submission, key: null });
    if (!outcome.ok) throw new Error(`the journal refused ${body.type}: ${outcome.code}`);
  }
}

function houseCommands(symbols: readonly SymbolInfo[], assetId: number): Command[] {
  return [
    { type: 'addToSecondsPool', assetId, amount: coins(POOL), fromUserId: 0, reason: FIRST_FUNDING },
    { type: 'setExposureCap', symbolId: 0, cap: coins(CAP_OF_ALL) },
    ...symbols.map(({ symbolId }): Command => {
      return { type: 'setExposureCap', symbolId, cap: coins(CAP_OF_SYMBOL) };
    }),
    { type: 'enableSeconds', practice: true, countries: [] },
  ];
}

function termsOf({ symbolId }: SymbolInfo, assetId: number): Command {
  const quantities = { minQuantity: MIN_QUANTITY, maxQuantity: MAX_QUANTITY };
  return {
    type: 'setSecondsTerms',
    symbolId,
    assetId,
    ...quantities,
    periods: PERIODS,
    formula: SECONDS_FORMULA,
  };
}

function coins(decimal: string): Amount {
  const units = parseDecimal(decimal, ASSET_SCALE);
  if (units === null) throw new RangeError(`"${decimal}" is no amount`);
  return units as Amount;
}
