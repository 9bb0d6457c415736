import {
  amount,
  type CommandCodecs,
  command,
  flag,
  list,
  number,
  oneOf,
  optional,
  record,
  text,
} from '../../codec/fields.ts';
import type {
  AddToSecondsPool,
  ChangeSecondsCap,
  ChangeSecondsTerms,
  EnableSeconds,
  FundSecondsPool,
  OpenSecondContract,
  SecondsCommand,
  SecondsPeriod,
  SetExposureCap,
  SetSecondsLimits,
  SetSecondsState,
  SetSecondsTerms,
  SetSecondsUserCap,
} from './commands.ts';

export const secondsState = oneOf(['trading', 'halted']);
const periods = list(record<SecondsPeriod>({ periodS: number, payoutPpm: number }));

/** Codes 70 to 89. */
export const secondsCodecs: CommandCodecs<SecondsCommand> = {
  setSecondsTerms: command<SetSecondsTerms>(70, {
    symbolId: number,
    assetId: number,
    minQuantity: number,
    maxQuantity: number,
    periods,
    formula: number,
  }),
  enableSeconds: command<EnableSeconds>(71, { practice: flag, countries: list(text) }),
  fundSecondsPool: command<FundSecondsPool>(72, { assetId: number, amount, fromUserId: number }),
  setExposureCap: command<SetExposureCap>(73, { symbolId: number, cap: amount }),
  openSecondContract: command<OpenSecondContract>(76, {
    symbolId: number,
    direction: oneOf(['up', 'down']),
    periodS: number,
    quantity: number,
    payoutPpm: optional(number),
    clientOrderId: optional(text),
    country: optional(text),
  }),
  setSecondsLimits: command<SetSecondsLimits>(75, {
    dailyLoss: optional(record({ limit: optional(amount) })),
    coolingOffUntilMs: optional(number),
    selfExcludedUntilMs: optional(number),
  }),
  changeSecondsTerms: command<ChangeSecondsTerms>(77, {
    symbolId: number,
    minQuantity: number,
    maxQuantity: number,
    periods,
    reason: text,
  }),
  changeSecondsCap: command<ChangeSecondsCap>(78, { symbolId: number, cap: amount, reason: text }),
  setSecondsUserCap: command<SetSecondsUserCap>(79, { cap: optional(amount), reason: text }),
  setSecondsState: command<SetSecondsState>(80, { symbolId: number, state: secondsState, reason: text }),
  addToSecondsPool: command<AddToSecondsPool>(81, {
    assetId: number,
    amount,
    fromUserId: number,
    reason: text,
  }),
};
