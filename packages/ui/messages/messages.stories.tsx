import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect } from 'react';
import { Button } from '../controls/button.tsx';
import { notifications } from './notification-queue.ts';
import { toasts } from './toasts.ts';

const meta: Meta = { title: 'Messages' };
export default meta;

type Story = StoryObj;

let dealNumber = 48_120;
const addDeal = () => {
  dealNumber += 1;
  notifications.add({
    title: 'New order',
    text: `Order ${dealNumber}: 250 USDT by bank card. Open it to see the terms.`,
  });
};

export const Toasts: Story = {
  render: () => (
    <div className="flex flex-wrap gap-3">
      <Button variant="quiet" onClick={() => toasts.success('Order placed: buy 0.1500 BTC at 62,092.6')}>
        Success
      </Button>
      <Button variant="quiet" onClick={() => toasts.info('A code was sent to your e-mail')}>
        Information
      </Button>
      <Button variant="quiet" onClick={() => toasts.error('The price is outside the band around the index')}>
        Error
      </Button>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Success' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Information' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Error' }));
  },
};

function FourNotifications() {
  useEffect(() => {
    for (let i = 0; i < 5; i++) addDeal();
    return notifications.clear;
  }, []);
  return (
    <Button variant="quiet" onClick={addDeal}>
      One more
    </Button>
  );
}
export const Notifications: Story = { render: () => <FourNotifications /> };
