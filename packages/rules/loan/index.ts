export * from './overdue.ts';
export * from './payment.ts';
export * from './schedule.ts';
export * from './score.ts';
export * from './terms.ts';
export * from './terms-text.ts';
export * from './total-at-most.ts';
