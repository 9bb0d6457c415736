import { NumberSet } from '../../memory/number-set.ts';

/** All that the treasury keeps beside its accounts. A number of a funding or release is used once, for ever. */
export class TreasuryBooks {
  readonly fundings = new NumberSet();
  readonly releases = new NumberSet();
  lastReportNo = 0;
  /** By asset: what the chains lacked at the last report, above 0. */
  readonly shortages = new Map<number, bigint>();
}
