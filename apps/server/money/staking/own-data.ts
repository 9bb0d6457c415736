import type { OwnData } from '../../base/records/own-data.ts';
import { type EarnDeps, earnLeftOut, earnOwnData } from '../earn/index.ts';
import { stakingWords } from './words.ts';

export const stakingOwnData = (needs: EarnDeps): OwnData => earnOwnData(needs, stakingWords);
export const stakingLeftOut = earnLeftOut(stakingWords);
