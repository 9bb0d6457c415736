export { countHalted, findHalted, haltRow, listHalted, orHalt, resumeRow } from './halts.ts';
