export { rechargesHouse } from './house.ts';
export type { Recharges } from './subject.ts';
