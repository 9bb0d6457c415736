import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect } from 'react';
import { expect, screen, within } from 'storybook/test';
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
    await screen.findAllByText(/outside the band/);
    const shown = screen.getAllByText(/^Order placed/).length;
    await userEvent.click(canvas.getByRole('button', { name: 'Success' }));
    await expect(screen.getAllByText(/^Order placed/)).toHaveLength(shown);
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
export const Notifications: Story = {
  render: () => <FourNotifications />,
  play: async ({ canvas, userEvent }) => {
    const list = within(await canvas.findByRole('region', { name: 'Notifications' }));
    const [oldest] = await list.findAllByRole('button', { name: /^New order/ });
    const text = oldest?.textContent ?? '';
    await expect(list.getAllByRole('button', { name: /^New order/ })).toHaveLength(4);
    await userEvent.click(canvas.getByRole('button', { name: 'One more' }));
    await expect(list.getAllByRole('button', { name: /^New order/ })).toHaveLength(4);
    await expect(list.queryByText(text)).toBeNull();
    await userEvent.click(list.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await expect(list.getAllByRole('button', { name: /^New order/ })).toHaveLength(3);
  },
};
