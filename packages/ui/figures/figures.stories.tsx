import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { FlashCell } from './flash-cell.tsx';
import { Change, Price } from './price.tsx';
import { Sparkline } from './sparkline.tsx';

const meta: Meta = { title: 'Figures' };
export default meta;

type Story = StoryObj;

export const Prices: Story = {
  render: () => (
    <div className="flex flex-col items-start gap-3">
      <Price value="62350.6" direction="up" className="text-28 font-semibold" />
      <Price value="61620.3" direction="down" className="text-20 font-semibold" />
      <Price value="62349.3" />
      <Price value={null} />
      <Change percent="0.67" difference="412.5" />
      <Change percent="-1.05" difference="-28.04" />
      <Change percent="0" difference="0.00" />
      <Change percent="-0.0004" />
      <Change percent={null} />
    </div>
  ),
};

function Flashing() {
  const [price, setPrice] = useState(623506);
  const text = (price / 10).toFixed(1);
  return (
    <div className="flex items-center gap-4">
      <FlashCell value={text}>
        <Price value={text} />
      </FlashCell>
      <Button variant="quiet" size="small" onClick={() => setPrice(price + 5)}>
        Up
      </Button>
      <Button variant="quiet" size="small" onClick={() => setPrice(price - 5)}>
        Down
      </Button>
    </div>
  );
}
export const Flash: Story = { render: () => <Flashing /> };

export const Sparklines: Story = {
  render: () => (
    <div className="flex items-center gap-6">
      <Sparkline points={[3, 4, 4.5, 4, 5, 6, 5.5, 7, 8, 7.5, 9]} />
      <Sparkline points={[9, 8, 8.5, 7, 6, 6.5, 5, 4, 4.5, 3]} />
      <Sparkline points={[5, 5, 5]} />
      <Sparkline points={[5]} />
      <Sparkline points={[]} />
    </div>
  ),
};

export const Coins: Story = {
  render: () => (
    <div className="flex flex-col gap-4">
      {(['large', 'medium', 'small'] as const).map((size) => (
        <div key={size} className="flex flex-wrap gap-3">
          {['BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'DOGE', 'ADA', 'AVAX', 'LINK', 'DOT', 'USDT', 'ZZZ'].map(
            (coin) => (
              <CoinIcon key={coin} coin={coin} size={size} />
            ),
          )}
        </div>
      ))}
    </div>
  ),
};
