export type { CodeSender } from './code-sender.ts';
export { type Factors, type FactorsOptions, openFactors } from './factors.ts';
export { forgetStepUpsTask, planForgettingStepUps } from './forget-step-ups.ts';
export type { GuessContext } from './guess-limits.ts';
export { heldUsers } from './held.ts';
export { createHolds, HOLD_HOURS, type Hold, type HoldReason, type Holds } from './holds.ts';
export { type OwnFactors, requirementOf } from './methods.ts';
export { steppedUpUsers } from './stepped-up.ts';
