import type { RawSearch } from '../common/search-params.ts';
import { type DaysSearch, daysSearch } from '../records/record-search.ts';

/** Coin and network of a deposit or a withdrawal, and the days of the list below it, as an address keeps them. */
export interface CoinSearch extends DaysSearch {
  /** USDT */
  readonly coin?: string;
  /** The network's code: practice-evm. */
  readonly network?: string;
}

const COIN = /^[A-Z0-9]{1,12}$/;
const NETWORK = /^[\w-]{1,40}$/;

/** Reads the choice of a deposit or a withdrawal; what is no coin, no network and no day is left out. */
export function coinSearch(raw: RawSearch): CoinSearch {
  const text = (form: RegExp, value: unknown) =>
    typeof value === 'string' && form.test(value) ? value : undefined;
  const [coin, network] = [text(COIN, raw.coin), text(NETWORK, raw.network)];
  return {
    ...(coin === undefined ? {} : { coin }),
    ...(network === undefined ? {} : { network }),
    ...daysSearch(raw),
  };
}
