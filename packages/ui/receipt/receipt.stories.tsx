import type { Meta, StoryObj } from '@storybook/react-vite';
import { Detail, DetailList } from '../states/detail-list.tsx';
import { CopyReceipt } from './copy-receipt.tsx';
import { ReceiptStub } from './receipt-stub.tsx';

const meta: Meta = { title: 'Receipt' };
export default meta;

type Story = StoryObj;

const proof = (
  <DetailList ruled>
    <Detail label="Journal entry">8,214,906</Detail>
    <Detail label="Price">62,344.1 USDT</Detail>
    <Detail label="Quantity">0.1500 BTC</Detail>
    <Detail label="Fee, 0.10%">0.00015000 BTC</Detail>
    <Detail label="to the safety fund">0.00001500 BTC</Detail>
    <Detail label="Recomputed here">0.14985000 BTC</Detail>
  </DetailList>
);

export const Stubs: Story = {
  render: () => (
    <div className="flex flex-col items-start gap-4">
      <ReceiptStub state="verifying" />
      <ReceiptStub state="verified" details={proof} detailsTitle="Receipt of a fill" />
      <ReceiptStub state="verified" details={proof} detailsTitle="Receipt of two fills">
        2 fills
      </ReceiptStub>
      <ReceiptStub state="verified" practice details={proof} detailsTitle="Receipt of a fill" />
      <ReceiptStub state="verified" practice>
        Liquidation of 20 contracts
      </ReceiptStub>
      <ReceiptStub state="failed" details={proof} detailsTitle="Receipt of a fill" />
    </div>
  ),
};

export const Opened: Story = {
  render: () => <ReceiptStub state="verified" details={proof} detailsTitle="Receipt of a fill" />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button'));
  },
};

const rows = Array.from({ length: 30 }, (_, at) => `Line ${at + 1}`);

/** More rows than the window holds: it opens at the first, though the first control is at its foot. */
export const OpenedLong: Story = {
  render: () => (
    <ReceiptStub
      state="verified"
      detailsTitle="Receipt of a long proof"
      details={
        <div className="flex flex-col gap-4">
          <DetailList ruled>
            {rows.map((row) => (
              <Detail key={row} label={row}>
                1.00
              </Detail>
            ))}
          </DetailList>
          <CopyReceipt text="Receipt of a long proof" json={{ rows }} />
        </div>
      }
    />
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button'));
  },
};
