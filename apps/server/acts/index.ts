export { type ActLimit, createActLimit, limitActs, requireBudget } from './act-limit.ts';
export { refuseLate, withDeadline } from './deadline.ts';
export { onOpenOrder } from './ended-order.ts';
export type { Act, ActKey } from './idempotency.ts';
export { actKey } from './idempotency.ts';
export { outsideRange } from './outside-range.ts';
export { errorKeyOfRejection } from './rejections.ts';
export { repeatOf, runOnlyRepeats } from './repeats.ts';
export { runFrom } from './sender-address.ts';
