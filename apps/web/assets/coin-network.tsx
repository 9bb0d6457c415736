import { networkNameOf, Select, useText } from '@candor/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { coinSearch } from './coin-search.ts';

/** A coin on one of its networks. */
interface OnNetwork {
  readonly coin: string;
  readonly network: string;
}

export interface CoinNetwork<Currency extends OnNetwork> {
  readonly chosen: Currency;
  /** The coins, each once. */
  readonly coins: readonly string[];
  /** The networks of the chosen coin. */
  readonly networks: readonly Currency[];
  chooseCoin(coin: string): void;
  chooseNetwork(network: string): void;
}

/** The coin and network of a list that the address names; a coin that lacks that network takes its first one. */
export function useCoinNetwork<Currency extends OnNetwork>(
  list: readonly Currency[],
  first: Currency,
): CoinNetwork<Currency> {
  const { coin: named, network = first.network } = coinSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const choose = (next: { readonly coin?: string; readonly network?: string }) => {
    const search = (before: object) => ({ ...before, ...next });
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
  };
  const coins = [...new Set(list.map((each) => each.coin))];
  const coin = named !== undefined && coins.includes(named) ? named : first.coin;
  const networks = list.filter((each) => each.coin === coin);
  const chosen = networks.find((each) => each.network === network) ?? networks[0] ?? first;
  return {
    chosen,
    coins,
    networks,
    chooseCoin: (next) => choose({ coin: next }),
    chooseNetwork: (next) => choose({ network: next }),
  };
}

/** Coin and network as two lists to choose from. */
export function CoinNetworkFields({ of }: { readonly of: CoinNetwork<OnNetwork> }) {
  const text = useText();
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Select
        label={text('deposit.coin')}
        value={of.chosen.coin}
        onValueChange={of.chooseCoin}
        options={of.coins.map((coin) => ({ value: coin, label: coin }))}
      />
      <Select
        label={text('deposit.network')}
        value={of.chosen.network}
        onValueChange={of.chooseNetwork}
        options={of.networks.map((each) => ({
          value: each.network,
          label: networkNameOf(text, each.network),
        }))}
      />
    </div>
  );
}
