import { loadConsoleRoom } from '@candor/i18n';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { PoolsSection } from './pools-section.tsx';

const pool = (coin: string, free: string, reserved = '0') => ({ coin, free, reserved });
type Pool = ReturnType<typeof pool>;

async function shown(pools: readonly Pool[]) {
  const [earn, ui, swap] = await Promise.all([
    loadConsoleRoom('en', 'earn'),
    loadConsoleRoom('en', 'ui'),
    loadConsoleRoom('en', 'swap'),
  ]);
  const markup = renderToStaticMarkup(
    <IntlProvider locale="en" messages={{ ...earn, ...ui, ...swap }}>
      <PoolsSection<Pool>
        title="Pools"
        pools={pools}
        amountsOf={({ free, reserved }) => [free, reserved]}
        rowKey={({ coin }) => coin}
        emptyTitle="No coins"
        columns={[{ head: 'console.swap.coin', card: 'title', cell: ({ coin }) => coin }]}
      />
    </IntlProvider>,
  );
  const coins = ['BTC', 'ETH', 'USDT'].filter((coin) => markup.includes(`>${coin}<`));
  return { coins, fold: /Show \d+ coins? with an empty pool/.exec(markup)?.[0] };
}

it('folds the pools that have and owe nothing, as long as another has something', async () => {
  const [bitcoin, ether, tether] = [pool('BTC', '0', '0.5'), pool('ETH', '0'), pool('USDT', '10')] as const;
  expect(await shown([bitcoin, ether, tether])).toEqual({
    coins: ['BTC', 'USDT'],
    fold: 'Show 1 coin with an empty pool',
  });
  expect(await shown([bitcoin, tether])).toEqual({ coins: ['BTC', 'USDT'], fold: undefined });
  // before the first funding all are offered
  expect(await shown([ether])).toEqual({ coins: ['ETH'], fold: undefined });
});
