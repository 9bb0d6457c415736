import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { expect, screen, waitFor, within } from 'storybook/test';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
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
/** A phone has room for the newest two. */
const seenAtOnce = () => (matchMedia('(max-width: 639px)').matches ? 2 : 4);

export const Notifications: Story = {
  render: () => <FourNotifications />,
  play: async ({ canvas, userEvent }) => {
    const seen = seenAtOnce();
    const list = within(await canvas.findByRole('region', { name: 'Notifications' }));
    const [oldest] = await list.findAllByRole('button', { name: /^New order/ });
    const order = /Order \d+/.exec(oldest?.textContent ?? '')![0];
    await expect(list.getAllByRole('button', { name: /^New order/ })).toHaveLength(seen);
    await userEvent.click(canvas.getByRole('button', { name: 'One more' }));
    await expect(list.getAllByRole('button', { name: /^New order/ })).toHaveLength(seen);
    await waitFor(() => expect(list.queryByRole('button', { name: new RegExp(order) })).toBeNull());
    for (const left of [3, 2, 1]) {
      await userEvent.click(list.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
      const shown = Math.min(left, seen);
      await expect(list.getAllByRole('button', { name: /^New order/ })).toHaveLength(shown);
    }
  },
};

function BelowDialog() {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    for (let i = 0; i < 3; i++) addDeal();
    notifications.add({ title: 'Order filled', text: 'Bought 0.1500 BTC.', leavesAfterMs: 50 });
    return notifications.clear;
  }, []);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Withdraw 250 USDT?"
      footer={<Button variant="quiet">Keep it</Button>}
    >
      {Array.from({ length: 12 }, (_, line) => (
        <p key={line}>Line {line + 1} of what the owner confirms before it leaves.</p>
      ))}
    </Dialog>
  );
}

export const NotificationsBelowDialog: Story = {
  render: () => <BelowDialog />,
  play: async ({ userEvent }) => {
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw 250 USDT?' });
    await waitFor(() => expect(getComputedStyle(dialog).opacity).toBe('1'));
    for (const button of within(dialog).getAllByRole('button')) {
      const { left, top, width, height } = button.getBoundingClientRect();
      const pressed = document.elementFromPoint(left + width / 2, top + height / 2);
      await expect(button.contains(pressed)).toBe(true);
    }
    // its time is long over
    await new Promise((resolve) => setTimeout(resolve, 500));
    await expect(screen.getByText('Order filled')).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('Order filled')).toBeNull());
  },
};
