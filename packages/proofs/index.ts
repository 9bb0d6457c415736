export type { Check, CheckStep } from './check.ts';
export { checkFill, type FillReceipt } from './fill.ts';
