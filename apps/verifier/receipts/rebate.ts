import type { PaidRebate, ReferralPaidEvent } from '@candor/kernel';
import type { Told } from './rows.ts';
import type { JsonObject, Names } from './values.ts';

/**
 * Writes a rebate as its receipt states it. A command may pay several of one generation, and no receipt names its payer: the
 * one with the receipt's own figures, else the first.
 */
export function rebateHeld(record: JsonObject, told: Told, names: Names): JsonObject | null {
  const all = told.events
    .filter((event): event is ReferralPaidEvent => event.type === 'referralPaid')
    .flatMap((event) => event.rebates.map((rebate) => heldOf(event, rebate, told, names)))
    .filter(({ generation }) => generation === record.generation);
  const isSame = (held: JsonObject) => Object.entries(held).every(([name, value]) => record[name] === value);
  return all.find(isSame) ?? all[0] ?? null;
}

function heldOf(
  { assetId, charged }: ReferralPaidEvent,
  { generation, amount, sharePpm, restMillionths }: PaidRebate,
  { timeMs, seq }: Told,
  names: Names,
): JsonObject {
  return {
    time: timeMs,
    generation,
    coin: names.coin(assetId),
    scale: names.scale(assetId),
    fees: names.amount(assetId, charged),
    sharePpm,
    restMillionths,
    amount: names.amount(assetId, amount),
    seq,
  };
}
