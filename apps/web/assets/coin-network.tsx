import { networkNameOf, Select, useText } from '@candor/ui';
import { useState } from 'react';

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

/** The chosen coin and network of a list; a coin that lacks the chosen network takes its first one. */
export function useCoinNetwork<Currency extends OnNetwork>(
  list: readonly Currency[],
  first: Currency,
): CoinNetwork<Currency> {
  const [coin, chooseCoin] = useState(first.coin);
  const [network, chooseNetwork] = useState(first.network);
  const networks = list.filter((each) => each.coin === coin);
  const chosen = networks.find((each) => each.network === network) ?? networks[0] ?? first;
  return { chosen, coins: [...new Set(list.map((each) => each.coin))], networks, chooseCoin, chooseNetwork };
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
