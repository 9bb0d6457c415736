export { earnForms } from './desk.ts';
export { closingAct, earnAct } from './desk-four-eyes.ts';
export { type EarnReaderOptions, readEarnDesk } from './desk-reader.ts';
export { createEarn, earnStates } from './earn.ts';
export { type EarnNoticesNeeds, earnNotices } from './notices.ts';
export { earnLeftOut, earnOwnData } from './own-data.ts';
export { SHOWN_CHANGES } from './reads.ts';
export type { EarnDeps } from './room.ts';
export {
  commonTerms,
  daysOf,
  type OfferedTerms,
  offerChangeRowOf,
  offerRowOf,
  orderRowOf,
} from './rows.ts';
export type { EarnWords } from './words.ts';
