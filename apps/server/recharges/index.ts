export type { Recharges } from './subject.ts';
