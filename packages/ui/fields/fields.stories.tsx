import type { Meta, StoryObj } from '@storybook/react-vite';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { NumberField, type NumberFieldProps } from './number-field.tsx';
import { PasswordField } from './password-field.tsx';
import { TextField } from './text-field.tsx';

const meta: Meta = { title: 'Fields' };
export default meta;

type Story = StoryObj;

export const TextFields: Story = {
  render: () => (
    <div className="flex max-w-96 flex-col gap-5">
      <TextField label="E-mail" type="email" autoComplete="email" placeholder="name@example.com" />
      <TextField label="Invite code" description="Optional. It can't be added later." defaultValue="K7Q2M9" />
      <TextField label="Account" defaultValue="ma" error="At least 4 letters or digits. Add two more." />
      <TextField label="Account" defaultValue="maria" disabled />
      <TextField
        label="Search coin"
        labelPlacement="hidden"
        type="search"
        placeholder="Search coin"
        lead={<Search aria-hidden="true" className="size-4 text-ink-3" strokeWidth={1.75} />}
      />
      <PasswordField label="Password" autoComplete="new-password" defaultValue="correct horse" />
      <PasswordField
        label="Repeat the password"
        autoComplete="new-password"
        defaultValue="correct"
        error="The two passwords differ. Type the same one again."
      />
    </div>
  ),
};

function Figure(props: Omit<NumberFieldProps, 'onValueChange'>) {
  const [value, setValue] = useState(props.value);
  return <NumberField {...props} value={value} onValueChange={setValue} />;
}

export const NumberFields: Story = {
  render: () => (
    <div className="flex max-w-80 flex-col gap-3">
      <Figure label="Price" labelPlacement="inside" unit="USDT" decimals={1} step="0.1" value="62092.6" />
      <Figure label="Amount" labelPlacement="inside" unit="BTC" decimals={4} step="0.0001" value="0.1500" />
      <Figure label="Total" labelPlacement="inside" unit="USDT" decimals={2} value="" placeholder="0" />
      <Figure
        label="Amount"
        labelPlacement="inside"
        unit="BTC"
        decimals={4}
        value="3.5"
        error="More than the 0.2966 BTC that your USDT buys. Lower the amount or take practice funds."
      />
      <Figure label="Amount" labelPlacement="inside" unit="BTC" decimals={4} value="0.1" disabled />
      <Figure label="Withdraw amount" unit="USDT" decimals={2} value="1250" description="Minimum 10 USDT" />
      <Figure label="Leverage" decimals={0} value="20" unit="×" step="1" min="1" max="100" />
    </div>
  ),
};
