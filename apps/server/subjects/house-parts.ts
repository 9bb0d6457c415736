import { rechargesHouse } from '../recharges/index.ts';
import { secondsHouse } from '../seconds/index.ts';
import type { HousePart } from '../subject.ts';
import { payoutsHouse } from '../withdrawals/index.ts';

/** The parts of subjects that run once, in the house process. A subject that has one registers here. */
export const houseParts: readonly HousePart[] = [secondsHouse, rechargesHouse, payoutsHouse];
