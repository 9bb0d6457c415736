import type { CallData, Calls } from '@candor/api';

/** Terms of second contracts in one market. */
export type Offer = CallData<Calls['periodList']>['records'][number];
/** The pool that pays winners, with its caps. */
export type Pool = CallData<Calls['getSecondContractPool']>;
/** A user's own limits. */
export type SecondsLimits = CallData<Calls['getSecondContractLimits']>;
