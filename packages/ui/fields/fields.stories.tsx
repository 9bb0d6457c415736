import type { Meta, StoryObj } from '@storybook/react-vite';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { expect } from 'storybook/test';
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

export const TypedFigures: Story = {
  render: () => (
    <div className="max-w-80">
      <Figure label="Amount" unit="BTC" decimals={4} step="0.0001" value="" />
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole<HTMLInputElement>('textbox', { name: 'Amount' });
    await userEvent.type(field, '.5');
    await expect(field.value).toBe('.5');
    await userEvent.tab();
    await expect(field.value).toBe('0.5');
    await userEvent.clear(field);
    await userEvent.type(field, '123.45678');
    await expect(field.value).toBe('123.45678');
    await userEvent.keyboard('{ArrowUp}');
    await expect(field.value).toBe('123.4568');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect(field.value).toBe('123.4558');
    await userEvent.clear(field);
    await userEvent.type(field, '1,234');
    await expect(field.value).toBe('1,234');
    await userEvent.tab();
    await expect(field.value).toBe('1,234');
    await userEvent.clear(field);
    await userEvent.type(field, '0,5');
    await userEvent.tab();
    await expect(field.value).toBe('0.5');
  },
};

export const TypedFiguresInGerman: Story = {
  globals: { locale: 'de' },
  render: TypedFigures.render as NonNullable<Story['render']>,
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole<HTMLInputElement>('textbox', { name: 'Amount' });
    await userEvent.type(field, '1234.5');
    await expect(field.value).toBe('1234.5');
    await userEvent.tab();
    await expect(field.value).toBe('1.234,5');
  },
};

export const SnappedFigure: Story = {
  render: () => (
    <div className="max-w-80">
      <Figure label="Price" unit="USDT" decimals={2} step="0.5" value="" />
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole<HTMLInputElement>('textbox', { name: 'Price' });
    await userEvent.type(field, '62092.74');
    await expect(field.value).toBe('62092.74');
    await userEvent.tab();
    await expect(field.value).toBe('62,092.5');
  },
};
