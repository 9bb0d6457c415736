import type { ReleaseOtcOrder } from '@candor/kernel';
import type { OtcOpenState } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText, readAmount } from '../../engine/values/index.ts';
import type { Factors } from '../../users/factors/index.ts';
import type { Kyc } from '../../users/kyc/index.ts';

/** Everything that a look at a release needs. */
export interface ReleaseLook {
  readonly core: Pick<CoreLink, 'ask'>;
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
  readonly kyc: Pick<Kyc, 'checkedPerson'>;
  readonly factors: Pick<Factors, 'holds'>;
}

export interface ReleasingDeps extends ReleaseLook {
  readonly history: Pick<History, 'otc'>;
}

/** A release as its seller asks for it. */
export interface Releasing {
  readonly orderId: number;
  readonly seen: OtcOpenState;
  readonly amount: string;
  readonly payer: string;
  readonly arrived: boolean;
  readonly whole: boolean;
  readonly sameName: boolean;
}

/** @throws Refusal OTC_SELL_HELD within a day of a change of password, factor or email: coins would leave by it */
export async function requireSettled({ holds }: Pick<Factors, 'holds'>, userId: number): Promise<void> {
  const [hold] = await holds.current(userId);
  if (hold !== undefined) throw new Refusal('OTC_SELL_HELD');
}

/** The command of a release. A repeated one names an order that has ended. @throws Refusal OTC_ORDER_ENDED */
export async function releaseCommand(
  { core, history, catalogues }: ReleasingDeps,
  { payer: _, amount, ...asked }: Releasing,
): Promise<ReleaseOtcOrder> {
  const order = await core.ask('otcOrder', asked.orderId);
  const assetId = order?.assetId ?? (await history.otc.order(asked.orderId))?.created.assetId;
  if (assetId === undefined) throw new Refusal('OTC_ORDER_ENDED');
  const { scale } = catalogues.current().assetById(assetId);
  return { type: 'releaseOtcOrder', ...asked, amount: readAmount(amount, scale, 'amount') };
}

/**
 * Looks at a release, and names what its seller confirms: coins and payer.
 * @throws Refusal OTC_RELEASE_UNSURE unless amount and payer are those of the order, and all three answers are yes
 */
export async function checkRelease(
  { core, catalogues, kyc, factors }: ReleaseLook,
  userId: number,
  asked: Releasing,
) {
  const order = await core.ask('otcOrder', asked.orderId);
  if (order === null || (order.buyerId !== userId && order.sellerId !== userId))
    throw new Refusal('OTC_ORDER_ENDED');
  if (order.sellerId !== userId) throw new Refusal('OTC_WRONG_SIDE');
  if (order.state !== asked.seen) throw new Refusal('OTC_STATE_CHANGED');
  // whoever took over an account would release to an accomplice: an appeal stays open to both sides
  await requireSettled(factors, userId);
  const catalogue = catalogues.current();
  const { code: coin, scale } = catalogue.assetById(order.assetId);
  const amount = readAmount(asked.amount, scale, 'amount');
  if (amount !== order.amount) throw new Refusal('OTC_RELEASE_UNSURE', { field: 'amount' });
  const person = await kyc.checkedPerson(order.buyerId);
  if (person === null || person.name !== asked.payer)
    throw new Refusal('OTC_RELEASE_UNSURE', { field: 'payer' });
  if (!(asked.arrived && asked.whole && asked.sameName)) throw new Refusal('OTC_RELEASE_UNSURE');
  return { amount: amountText(catalogue, order.assetId, amount), coin, payer: person.name };
}
