export type { LoanRoom } from './handlers.ts';
export { loanHouse } from './house.ts';
