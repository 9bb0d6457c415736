import { secondsHouse } from '../seconds/index.ts';
import type { HousePart } from '../subject.ts';

/** The parts of subjects that run once, in the house process. A subject that has one registers here. */
export const houseParts: readonly HousePart[] = [secondsHouse];
