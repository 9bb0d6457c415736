import { assert, type Facts } from '@candor/money';

/** Amounts of the ledger stay below this, in base units. */
const LEDGER_BOUND = 2n ** 62n;
/** Amounts of a chain stay below this, in base units. */
const CHAIN_BOUND = 2n ** 128n;

/** Asserts about one row: each names the row's facts where it does not hold. */
export interface RowAsserts {
  readonly holds: (holds: boolean, fault: string, more?: Facts) => void;
  /** An amount of the ledger: above 0 and below the bound of all assets. */
  readonly ledgerAmount: (units: bigint, fault: string) => void;
  /** An amount of a chain: above 0 and below the bound of what is signed. */
  readonly chainAmount: (units: bigint, fault: string) => void;
  readonly nonce: (nonce: number | null, fault: string) => void;
}

/** Begins the asserts about a row. `code` begins their codes, and `facts` name the row. */
export function assertsOf(code: string, facts: Facts): RowAsserts {
  const holds = (isTrue: boolean, fault: string, more: Facts = {}) =>
    assert(isTrue, `${code}_${fault}`, { ...facts, ...more });
  return {
    holds,
    ledgerAmount: (units, fault) => holds(units > 0n && units < LEDGER_BOUND, fault, { units }),
    chainAmount: (units, fault) => holds(units > 0n && units < CHAIN_BOUND, fault, { units }),
    nonce: (nonce, fault) =>
      holds(nonce === null || (Number.isSafeInteger(nonce) && nonce >= 0), fault, { nonce }),
  };
}
