import { type BillKind, userBillKinds, WALLET_KINDS, type WalletKindName } from '@candor/api';
import { oneOf, type RawSearch } from '../../common/search-params.ts';
import { recordSearch } from '../../records/record-search.ts';

/** Choice of what the bill shows, as an address keeps it. */
export interface BillSearch {
  readonly coin?: string;
  readonly kind?: BillKind;
  readonly wallet?: WalletKindName;
  /** The first and the last day: 2026-11-13. */
  readonly from?: string;
  readonly to?: string;
}

/** Reads the filter of the bill; what is unknown is left out. */
export function billSearch(raw: RawSearch): BillSearch {
  const { from, to } = recordSearch(raw);
  const coin = typeof raw.coin === 'string' && /^[A-Z0-9]{1,12}$/.test(raw.coin) ? raw.coin : undefined;
  const kind = oneOf(userBillKinds, raw.kind);
  const wallet = oneOf(WALLET_KINDS, raw.wallet);
  return {
    ...(coin === undefined ? {} : { coin }),
    ...(kind === undefined ? {} : { kind }),
    ...(wallet === undefined ? {} : { wallet }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
