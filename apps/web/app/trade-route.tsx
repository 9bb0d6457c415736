import { getRouteApi } from '@tanstack/react-router';
import { ContractPage, SecondsPage, TradePage } from '../trade/index.ts';

const route = getRouteApi('/shell/trade/index');

/** The trade page of the address: spot, second contracts, or contracts. */
export function TradeRoute() {
  const { type = 'spot', symbol, margin = 'spot' } = route.useSearch();
  const navigate = route.useNavigate();
  if (type === 'sec') return <SecondsPage symbol={symbol} />;
  if (type === 'usta') return <ContractPage symbol={symbol} />;
  return (
    <TradePage
      symbol={symbol}
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
