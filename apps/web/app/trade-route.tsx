import { getRouteApi } from '@tanstack/react-router';
import { usePreference } from '../data/index.ts';
import { ContractPage, SecondsPage, TradePage } from '../trade/index.ts';

const route = getRouteApi('/shell/trade/index');

/** The trade page of the address: spot, second contracts, or contracts. */
export function TradeRoute() {
  const { type = 'spot', symbol, margin = 'spot' } = route.useSearch();
  const navigate = route.useNavigate();
  const lastCoin = usePreference('currentCoin');
  if (type === 'sec') return <SecondsPage symbol={symbol ?? lastCoin} />;
  if (type === 'usta') return <ContractPage symbol={symbol ?? lastCoin} />;
  return (
    <TradePage
      symbol={symbol ?? lastCoin}
      account={margin}
      onAccountChange={(account) =>
        void navigate({
          search: ({ margin: _, ...rest }) => (account === 'spot' ? rest : { ...rest, margin: account }),
          replace: true,
        })
      }
    />
  );
}
