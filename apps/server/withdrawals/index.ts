export { followWithdrawals } from './follow.ts';
export type { Withdrawals } from './handlers.ts';
export { payoutsHouse } from './house.ts';
export { paymentsInFlight } from './in-flight.ts';
export { openPayer, type Payer } from './payer.ts';
export type { PayerDeps } from './payer-room.ts';
export { createRequests } from './requests.ts';
export { migrations as withdrawalMigrations } from './schema.ts';
export { openSealedRequests } from './sealed.ts';
