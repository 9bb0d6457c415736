import type { RejectionCode } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';
import type { ActDetails } from './four-eyes.ts';

/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;

/** Reads percent as parts per million. @throws Refusal AMOUNT_INVALID */
export function ppmOf(percent: string, field: string, most: number): number {
  const ppm = parseDecimal(percent, PPM_SCALE);
  if (ppm === null || ppm > BigInt(most)) throw new Refusal('AMOUNT_INVALID', { field });
  return Number(ppm);
}

/** A coin with its amounts as texts and back. @throws Refusal UNKNOWN_COIN */
export function assetOf(catalogues: CatalogueFollower, id: number) {
  const asset = catalogues.current().assets.find(({ assetId }) => assetId === id);
  if (asset === undefined) throw new Refusal('UNKNOWN_COIN');
  const units = (text: string, field: string): Amount => {
    const value = parseDecimal(text, asset.scale);
    if (value === null) throw new Refusal('AMOUNT_INVALID', { field });
    return value as Amount;
  };
  const shown = (amount: Amount) => formatDecimalTrimmed(amount, asset.scale);
  return { coin: asset.code, units, shown };
}

/** A time as the log and the diff show it; `now` for the moment of the approval. */
export const timeText = (timeMs: number | null): string =>
  timeMs === null || timeMs === 0
    ? 'now'
    : `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Details of the act that closes an offer. */
export const closingDetails = (offerId: number, coin: string, closes: string): ActDetails => ({
  offer: String(offerId),
  coin,
  closes,
});

/** The error for a rejection of an act on a pool or its offers. */
export const poolErrorOf = (rejection: RejectionCode) =>
  rejection === 'INVALID_COMMAND' || rejection === 'QUANTITY_INVALID'
    ? 'AMOUNT_INVALID'
    : errorKeyOfRejection(rejection);

/** An operator's wish to add to a pool, or to take back what is free of it. */
interface Funding {
  readonly direction: 'add' | 'take';
  readonly source: 'practice' | 'house';
  readonly amount: Amount;
}

/** Signed amount and house account of a funding. What is taken back goes to the house's own account alone. @throws Refusal INVALID_INPUT */
export function fundingOf({ direction, source, amount }: Funding) {
  if (direction === 'take' && source === 'practice') throw new Refusal('INVALID_INPUT', { field: 'source' });
  return {
    fromUserId: source === 'practice' ? 0 : HOUSE_USER_ID,
    amount: (direction === 'take' ? -amount : amount) as Amount,
  };
}
