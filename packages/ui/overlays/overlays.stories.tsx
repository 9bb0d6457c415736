import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { PasswordField } from '../fields/password-field.tsx';
import { Detail, DetailList } from '../states/detail-list.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { Sheet } from './sheet.tsx';
import { Tooltip } from './tooltip.tsx';

const meta: Meta = { title: 'Overlays' };
export default meta;

type Story = StoryObj;

function WithdrawDialog({ width, startOpen }: { width: 'wide' | 'narrow'; startOpen: boolean }) {
  const [open, setOpen] = useState(startOpen);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        width={width}
        title="Confirm the withdrawal"
        description="It is checked, then paid. You see its state and its deadline all the while."
        footer={
          <>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              Back
            </Button>
            <Button onClick={() => setOpen(false)}>Withdraw 0.40 ETH</Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <DetailList ruled>
            <Detail label="Amount">0.40000000 ETH</Detail>
            <Detail label="Fee">0.00120000 ETH</Detail>
            <Detail label="You’ll receive" strong>
              0.39880000 ETH
            </Detail>
          </DetailList>
          <PasswordField label="Fund password" autoComplete="off" />
        </div>
      </Dialog>
    </>
  );
}
export const DialogNarrow: Story = { render: () => <WithdrawDialog width="narrow" startOpen /> };
export const DialogWide: Story = { render: () => <WithdrawDialog width="wide" startOpen /> };
export const DialogClosed: Story = { render: () => <WithdrawDialog width="wide" startOpen={false} /> };

function CancelOrders() {
  const [open, setOpen] = useState(true);
  const [checked, setChecked] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Cancel all
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel open orders?"
        dismiss="Not now"
        confirm="Cancel 4 orders"
        variant="danger"
        onConfirm={() => setOpen(false)}
        unasked={{ checked, onCheckedChange: setChecked }}
      >
        <DetailList ruled>
          <Detail label="Orders to cancel">4</Detail>
          <Detail label="Including trigger orders">1</Detail>
        </DetailList>
      </ConfirmDialog>
    </>
  );
}
export const Question: Story = { render: () => <CancelOrders /> };

function OrderSheet() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <Button variant="buy" onClick={() => setOpen(true)}>
        Buy
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Buy BTC"
        aside={<span className="figure font-semibold text-up">61,620.3</span>}
        footer={
          <Button variant="buy" size="large" wide>
            Buy BTC
          </Button>
        }
      >
        <DetailList>
          <Detail label="Available">18,402.77 USDT</Detail>
          <Detail label="Fee if maker · taker 0.10%">0.00015000 BTC</Detail>
          <Detail label="to the safety fund">0.00001500 BTC</Detail>
        </DetailList>
      </Sheet>
    </>
  );
}
export const BottomSheet: Story = {
  globals: { viewport: { value: 'phone' } },
  render: () => <OrderSheet />,
};

export const Tooltips: Story = {
  render: () => (
    <div className="flex p-12">
      <Tooltip text="A tenth of every fee goes to the safety fund, in the same entry.">
        <Button variant="quiet">Safety fund</Button>
      </Tooltip>
    </div>
  ),
  play: async ({ canvas }) => {
    (await canvas.findByRole('button')).focus();
  },
};
