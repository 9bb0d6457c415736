import type { CommittedBatch } from '@candor/journal';
import { type Command, MAX_USER_ID, type Unstamped } from '@candor/kernel';

/** Roles of processes connected to the core. The core accepts only the commands and queries of the role. */
export const LINE_ROLES = ['recorder', 'door', 'house', 'console', 'history', 'chain', 'jobs'] as const;
export type LineRole = (typeof LINE_ROLES)[number];

/**
 * Says which committed batches wake a process at once. Others it hears of with the next status, at most a second later,
 * and before any answer. `all`: it shows them to somebody. `acts`: it keeps copies of what is listed, and a batch of
 * index ticks and the house's quotes alone lists nothing; an operator sees an act's effect as soon as the act is
 * answered, and that answer comes by the bus. `none`: it keeps such copies and shows them to nobody at once.
 */
export type Waking = 'all' | 'acts' | 'none';

const WAKING: Partial<Readonly<Record<LineRole, Waking>>> = { console: 'acts', jobs: 'none' };

/** Returns which committed batches wake a process of this role at once. */
export const wakingOf = (role: LineRole): Waking => WAKING[role] ?? 'all';

const ROUTINE: ReadonlySet<Command['type']> = new Set(['indexTick', 'massQuote', 'perpetualMassQuote']);

/** Returns true if all commands of a batch are index ticks and quotes, which come four times a second. */
export const isRoutine = ({ commands }: CommittedBatch): boolean =>
  commands.every(({ envelope }) => ROUTINE.has(envelope.body.type));

/**
 * Who may send a command. `user`: doors for users, and the house worker for the house. `quotes`: the house worker
 * only. `system`: the house worker as user 0. `recorder`: the recorder. `core`: only the core itself, which performs
 * announced changes of terms as well.
 */
type Sender = 'user' | 'quotes' | 'system' | 'recorder' | 'core';

const SENDERS: Readonly<Record<Command['type'], Sender>> = {
  genesis: 'core',
  tick: 'core',
  indexTick: 'recorder',
  listAsset: 'system',
  listSymbol: 'system',
  setSymbolState: 'system',
  setSymbolLimits: 'core',
  setFees: 'system',
  setFeeTiers: 'system',
  setPriceBand: 'system',
  setVenue: 'system',
  openAccount: 'system',
  practiceFunds: 'system',
  placeOrder: 'user',
  cancelOrder: 'user',
  cancelAll: 'user',
  massQuote: 'quotes',
  placeTrigger: 'user',
  placeOco: 'user',
  amendOrder: 'user',
  transfer: 'user',
  listPerpetual: 'system',
  setPerpetualState: 'system',
  setPerpetualLimits: 'core',
  setPerpetualTiers: 'core',
  fundInsurance: 'system',
  placePerpetualOrder: 'user',
  cancelPerpetualOrder: 'user',
  cancelPerpetualOrders: 'user',
  closePosition: 'user',
  reversePosition: 'user',
  closeAllPositions: 'user',
  setLeverage: 'user',
  setMarginMode: 'user',
  setPositionMode: 'user',
  adjustMargin: 'user',
  setPositionExits: 'user',
  cancelPositionExit: 'user',
  perpetualMassQuote: 'quotes',
  setSecondsTerms: 'system',
  enableSeconds: 'system',
  fundSecondsPool: 'system',
  setExposureCap: 'system',
  changeSecondsTerms: 'system',
  changeSecondsCap: 'system',
  setSecondsUserCap: 'system',
  setSecondsState: 'system',
  addToSecondsPool: 'system',
  openSecondContract: 'user',
  setSecondsLimits: 'user',
  fundMarginPool: 'system',
  setMarginAsset: 'system',
  setMarginTerms: 'system',
  setMarginLeverage: 'user',
  borrow: 'user',
  repay: 'user',
  placeMarginOrder: 'user',
  placeMarginOrderWith: 'user',
  cancelMarginOrders: 'user',
  creditDeposit: 'system',
  creditRecharge: 'system',
  holdDeposit: 'system',
  restoreDeposit: 'system',
  reverseDeposit: 'system',
  requestWithdrawal: 'system',
  settleWithdrawal: 'system',
  settlePayout: 'system',
  releaseWithdrawal: 'system',
  failWithdrawal: 'system',
  bookNetworkCost: 'system',
  coverCustody: 'system',
  correctBalance: 'system',
  fundCustody: 'system',
  reconcileCustody: 'system',
  releaseSuspense: 'system',
  setSwapTerms: 'system',
  setSwapState: 'system',
  fundSwaps: 'system',
  quoteSwap: 'user',
  acceptSwap: 'user',
  scheduleChange: 'system',
  withdrawChange: 'system',
};

/** Returns true if a process of this role may send this command for this user. */
export function maySubmit(role: LineRole, { userId, body }: Unstamped, houseUserId: number): boolean {
  const sender = SENDERS[body.type];
  const isHouse = userId === houseUserId;
  switch (role) {
    case 'recorder':
      return sender === 'recorder' && userId === 0;
    case 'door':
      return (
        sender === 'user' && !isHouse && Number.isSafeInteger(userId) && userId > 0 && userId <= MAX_USER_ID
      );
    case 'house':
      return isHouse ? sender === 'user' || sender === 'quotes' : sender === 'system' && userId === 0;
    case 'console':
    case 'history':
    case 'chain':
    case 'jobs':
      return false;
  }
}
