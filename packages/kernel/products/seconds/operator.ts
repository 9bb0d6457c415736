import type { Amount } from '@candor/money';
import { SECONDS_FORMULA } from '@candor/rules';
import type { Outcome } from '../../events.ts';
import { isReason, MAX_SUPPLY } from '../../limits.ts';
import { DONE, refuse } from '../../outcome.ts';
import type {
  AddToSecondsPool,
  ChangeSecondsCap,
  ChangeSecondsTerms,
  SecondsState,
  SecondsTermsChange,
  SetSecondsState,
  SetSecondsUserCap,
} from './commands.ts';
import type { Desk } from './desk.ts';
import type { SecondsChange } from './events.ts';
import { fundSeconds, setCap, setOffer } from './house.ts';

const ALL = 0;

/*
 * Changes that operators may make to second contracts: never to one that is open, whose terms, ticks and escrow
 * nothing here reaches. Each change is emitted with its reason.
 */

export function changeTerms(desk: Desk, command: ChangeSecondsTerms): Outcome {
  const { symbolId, minQuantity, maxQuantity, periods, reason } = command;
  const { assetId } = desk;
  if (!isReason(reason)) return refuse('INVALID_COMMAND');
  if (assetId === null) return refuse('SECONDS_NOT_OFFERED');
  const before = desk.offers.get(symbolId);
  const after: SecondsTermsChange = { minQuantity, maxQuantity, periods: [...periods] };
  const outcome = setOffer(desk, { symbolId, assetId, ...after, formula: SECONDS_FORMULA });
  if (!outcome.ok) return outcome;
  return tell(desk, symbolId, reason, {
    what: 'terms',
    before: before === undefined ? null : termsOf(before),
    after: termsOf(after),
  });
}

export function changeCap(desk: Desk, { symbolId, cap, reason }: ChangeSecondsCap): Outcome {
  if (!isReason(reason)) return refuse('INVALID_COMMAND');
  const before = (desk.caps.get(symbolId) ?? null) as Amount | null;
  const outcome = setCap(desk, { symbolId, cap });
  if (!outcome.ok) return outcome;
  return tell(desk, symbolId, reason, { what: 'cap', before, after: cap });
}

export function setUserCap(desk: Desk, { cap, reason }: SetSecondsUserCap): Outcome {
  if (!isReason(reason)) return refuse('INVALID_COMMAND');
  if (cap !== null && (cap < 0n || cap >= MAX_SUPPLY)) return refuse('QUANTITY_INVALID');
  const before = desk.userCap as Amount | null;
  desk.userCap = cap;
  desk.state.tape.catalogue();
  return tell(desk, ALL, reason, { what: 'user-cap', before, after: cap });
}

export function setState(desk: Desk, { symbolId, state, reason }: SetSecondsState): Outcome {
  if (!isReason(reason)) return refuse('INVALID_COMMAND');
  if (symbolId !== ALL && !desk.offers.has(symbolId)) return refuse('SECONDS_NOT_OFFERED');
  const before: SecondsState = desk.halts.has(symbolId) ? 'halted' : 'trading';
  if (state === 'halted') desk.halts.set(symbolId, reason);
  else desk.halts.delete(symbolId);
  desk.state.tape.catalogue();
  return tell(desk, symbolId, reason, { what: 'state', before, after: state });
}

export function addToPool(desk: Desk, { assetId, amount, fromUserId, reason }: AddToSecondsPool): Outcome {
  if (!isReason(reason)) return refuse('INVALID_COMMAND');
  const before = desk.poolAvailable(assetId) as Amount;
  const outcome = fundSeconds(desk, { assetId, amount, fromUserId });
  if (!outcome.ok) return outcome;
  return tell(desk, ALL, reason, { what: 'pool', before, after: (before + amount) as Amount });
}

function termsOf({ minQuantity, maxQuantity, periods }: SecondsTermsChange): SecondsTermsChange {
  return {
    minQuantity,
    maxQuantity,
    periods: periods.map(({ periodS, payoutPpm }) => ({ periodS, payoutPpm })),
  };
}

function tell(desk: Desk, symbolId: number, reason: string, change: SecondsChange): Outcome {
  desk.state.tape.note({ type: 'secondsChanged', symbolId, change, reason });
  return DONE;
}
