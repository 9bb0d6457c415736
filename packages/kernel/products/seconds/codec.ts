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
  EnableSeconds,
  FundSecondsPool,
  OpenSecondContract,
  SecondsCommand,
  SecondsPeriod,
  SetExposureCap,
  SetSecondsLimits,
  SetSecondsTerms,
} from './commands.ts';

/** Codes 70 to 89. */
export const secondsCodecs: CommandCodecs<SecondsCommand> = {
  setSecondsTerms: command<SetSecondsTerms>(70, {
    symbolId: number,
    assetId: number,
    minQuantity: number,
    maxQuantity: number,
    periods: list(record<SecondsPeriod>({ periodS: number, payoutPpm: number })),
    formula: number,
  }),
  enableSeconds: command<EnableSeconds>(71, { practice: flag, countries: list(text) }),
  fundSecondsPool: command<FundSecondsPool>(72, { assetId: number, amount, fromUserId: number }),
  setExposureCap: command<SetExposureCap>(73, { symbolId: number, cap: amount }),
  openSecondContract: command<OpenSecondContract>(74, {
    symbolId: number,
    direction: oneOf(['up', 'down']),
    periodS: number,
    quantity: number,
    clientOrderId: optional(text),
    country: optional(text),
  }),
  setSecondsLimits: command<SetSecondsLimits>(75, {
    dailyLoss: optional(record({ limit: optional(amount) })),
    coolingOffUntilMs: optional(number),
    selfExcludedUntilMs: optional(number),
  }),
};
