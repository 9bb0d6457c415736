export { loanHouse } from './house.ts';
export type { LoanRoom } from './subject.ts';
