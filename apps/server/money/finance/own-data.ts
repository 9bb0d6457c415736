import type { OwnData } from '../../base/records/own-data.ts';
import { type EarnDeps, earnLeftOut, earnOwnData } from '../earn/index.ts';
import { financeWords } from './words.ts';

export const financeOwnData = (needs: EarnDeps): OwnData => earnOwnData(needs, financeWords);
export const financeLeftOut = earnLeftOut(financeWords);
