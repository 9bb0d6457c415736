import type { TypedNumber } from '@candor/i18n';
import type { Decorator, Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, waitFor } from 'storybook/test';
import { ActKitContext, plainActKit } from '../acts/problem.ts';
import { Button } from '../controls/button.tsx';
import { Select } from '../controls/select.tsx';
import { NumberField } from '../fields/number-field.tsx';
import { PasswordField } from '../fields/password-field.tsx';
import { TextArea } from '../fields/text-area.tsx';
import { TextField } from '../fields/text-field.tsx';
import { Detail, DetailList } from '../states/detail-list.tsx';
import { ActDialog } from './act-dialog.tsx';
import { FormField } from './form-field.tsx';
import { useActForm } from './use-act-form.ts';

/** A refusal as an API would answer it; without a text the outcome is open. */
class Refused extends Error {
  readonly field: string | null;
  readonly isDecided: boolean;
  constructor(text: string, field: string | null, isDecided = true) {
    super(text);
    this.field = field;
    this.isDecided = isDecided;
  }
}

const withProblems: Decorator = (Story) => (
  <ActKitContext
    value={{
      ...plainActKit,
      readProblem: (error) => {
        const { message, field, isDecided } = error as Refused;
        return { text: message, key: null, field, isDecided, isOffline: false };
      },
    }}
  >
    <Story />
  </ActKitContext>
);

const meta: Meta = { title: 'Act dialog', decorators: [withProblems] };
export default meta;

type Story = StoryObj;

interface CapValues {
  readonly amount: TypedNumber;
  readonly source: string;
  readonly reason: string;
}

interface CapDialogProps {
  readonly send: (values: CapValues, key: string) => Promise<string>;
  readonly startOpen?: boolean;
  readonly filled?: boolean;
  readonly shows?: boolean;
}

function CapForm(props: CapDialogProps & { readonly onOpenChange: (open: boolean) => void }) {
  const { send, filled = true, shows = false, onOpenChange } = props;
  const act = useActForm<CapValues, string>({
    defaultValues: {
      amount: filled ? '2500' : '',
      source: 'house',
      reason: filled ? 'As announced on Monday' : '',
    },
    send: (values, { idempotencyKey }) => send(values, idempotencyKey),
    onDone: () => {
      if (!shows) onOpenChange(false);
    },
  });
  return (
    <ActDialog
      act={act}
      onOpenChange={onOpenChange}
      title="Add to pool"
      description="An entry of the ledger that everybody sees. It cannot be taken back."
      submit="Add to pool"
      variant="danger"
      reason={{
        name: 'reason',
        label: 'Reason',
        description: '5 to 200 characters. Users see it exactly as written.',
        maxLength: 200,
        check: (reason) => (reason.trim().length < 5 ? 'Write at least 5 characters.' : null),
      }}
      {...(shows
        ? {
            result: (seq: string) => (
              <DetailList ruled>
                <Detail label="Journal no.">{seq}</Detail>
              </DetailList>
            ),
          }
        : {})}
    >
      <FormField act={act} name="source">
        {(field) => (
          <Select {...field} label="From" options={[{ value: 'house', label: 'Candor’s own funds' }]} />
        )}
      </FormField>
      <FormField act={act} name="amount">
        {(field) => <NumberField {...field} label="Amount" decimals={8} unit="USDT" />}
      </FormField>
    </ActDialog>
  );
}

function CapDialog({ startOpen = true, ...props }: CapDialogProps) {
  const [open, setOpen] = useState(startOpen);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Open
      </Button>
      {open && <CapForm {...props} onOpenChange={setOpen} />}
    </>
  );
}

const done = async () => '48211';
const press = () => screen.getByRole('button', { name: 'Add to pool' });

export const Filled: Story = { render: () => <CapDialog send={done} /> };

/** Nothing is sent while a field is empty; the first such field gets the focus. */
export const EmptyFields: Story = {
  render: () => <CapDialog filled={false} send={done} />,
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add to pool' }));
    await waitFor(() => expect(screen.getAllByText('Fill in this field.')).toHaveLength(2));
    await expect(screen.getByLabelText('Amount')).toHaveFocus();
  },
};

export const Pending: Story = {
  render: () => <CapDialog send={() => new Promise<string>(() => undefined)} />,
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add to pool' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /Add to pool/ })).toHaveAttribute('aria-busy', 'true'),
    );
  },
};

/** The server’s word on a field stands at that field, which gets the focus; typing takes it away. */
export const ErrorAtItsField: Story = {
  render: () => (
    <CapDialog send={() => Promise.reject(new Refused('The house has 2,000 USDT available.', 'amount'))} />
  ),
  play: async ({ userEvent }) => {
    await screen.findByLabelText('Amount');
    await userEvent.click(press());
    await screen.findByText('The house has 2,000 USDT available.');
    const amount = screen.getByLabelText('Amount');
    await expect(amount).toHaveFocus();
    await expect(amount).toBeInvalid();
    await expect(amount).toHaveAccessibleDescription('The house has 2,000 USDT available.');
    await userEvent.clear(amount);
    await userEvent.type(amount, '1500');
    await waitFor(() => expect(screen.queryByText('The house has 2,000 USDT available.')).toBeNull());
    await userEvent.click(press());
    await screen.findByText('The house has 2,000 USDT available.');
  },
};

export const ErrorOfTheForm: Story = {
  render: () => (
    <CapDialog
      send={() => Promise.reject(new Refused('The exchange is recovering. Try again shortly.', null))}
    />
  ),
  play: async ({ userEvent }) => {
    await screen.findByLabelText('Amount');
    await userEvent.click(press());
    await expect(await screen.findByRole('alert')).toHaveTextContent('The exchange is recovering.');
    await expect(screen.getByLabelText('Amount')).toHaveValue('2,500');
    await userEvent.type(screen.getByLabelText('Amount'), '1');
    await waitFor(() => expect(screen.getByRole('alert')).toBeEmptyDOMElement());
  },
};

let keys: string[] = [];

/** An act without an answer is sent again under its key; changed values are another act. */
export const RetryKeepsItsKey: Story = {
  render: () => (
    <CapDialog
      send={async ({ amount }, key) => {
        keys.push(key);
        if (amount === '2500') throw new Refused('No answer. Try again: nothing is done twice.', null, false);
        return '48211';
      }}
    />
  ),
  play: async ({ userEvent }) => {
    keys = [];
    await screen.findByLabelText('Amount');
    for (const presses of [1, 2]) {
      await userEvent.click(press());
      await waitFor(() => expect(keys).toHaveLength(presses));
      await screen.findByText('No answer. Try again: nothing is done twice.');
    }
    await expect(keys[1]).toBe(keys[0]);
    await userEvent.type(screen.getByLabelText('Amount'), '1');
    await userEvent.click(press());
    await waitFor(() => expect(keys).toHaveLength(3));
    await expect(keys[2]).not.toBe(keys[0]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

const COINS = ['USDT', 'BTC'] as const;

function CoinForm() {
  const [coin, setCoin] = useState<(typeof COINS)[number]>('USDT');
  const act = useActForm({
    defaultValues: { amount: '1' as TypedNumber },
    beside: coin,
    send: async (_values, { idempotencyKey }) => {
      keys.push(idempotencyKey);
      throw new Refused('No answer. Try again: nothing is done twice.', null, false);
    },
  });
  return (
    <ActDialog act={act} onOpenChange={() => undefined} title="Take funds" submit="Take funds">
      <Select
        label="Coin"
        value={coin}
        onValueChange={setCoin}
        options={COINS.map((value) => ({ value, label: value }))}
      />
      <FormField act={act} name="amount">
        {(field) => <NumberField {...field} label="Amount" decimals={8} unit={coin} />}
      </FormField>
    </ActDialog>
  );
}

/** With another choice beside the fields, the same amount is another act. */
export const AnotherCoinIsAnotherAct: Story = {
  render: () => <CoinForm />,
  play: async ({ userEvent }) => {
    keys = [];
    const send = async (presses: number) => {
      await userEvent.click(screen.getByRole('button', { name: 'Take funds' }));
      await waitFor(() => expect(keys).toHaveLength(presses));
      await screen.findByText('No answer. Try again: nothing is done twice.');
    };
    await screen.findByLabelText('Amount');
    await send(1);
    await send(2);
    await expect(keys[1]).toBe(keys[0]);
    await userEvent.click(screen.getByRole('combobox', { name: 'Coin' }));
    await userEvent.click(await screen.findByRole('option', { name: 'BTC' }));
    await waitFor(() => expect(screen.queryByRole('option', { name: 'BTC' })).toBeNull());
    await send(3);
    await expect(keys[2]).not.toBe(keys[0]);
  },
};

export const Result: Story = {
  render: () => <CapDialog shows send={done} />,
  play: async ({ userEvent }) => {
    await screen.findByLabelText('Amount');
    await userEvent.click(press());
    await screen.findByText('48211');
  },
};

/** Esc leaves, and the focus returns to what opened the dialog. */
export const EscReturnsTheFocus: Story = {
  render: () => <CapDialog send={done} startOpen={false} />,
  play: async ({ userEvent }) => {
    const opener = screen.getByRole('button', { name: 'Open' });
    opener.focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(opener).toHaveFocus());
  },
};

const TEXTS = ['?secret', '?', '¿Qué?', '？全角'] as const;
let taken: unknown[] = [];

function EveryKindForm() {
  const act = useActForm({
    defaultValues: { line: '', password: '', area: '', amount: '' as TypedNumber },
    send: async (values) => {
      taken.push(values);
    },
  });
  return (
    <ActDialog act={act} onOpenChange={() => undefined} title="Every kind" submit="Send">
      <FormField act={act} name="line">
        {(field) => <TextField {...field} label="Line" />}
      </FormField>
      <FormField act={act} name="password">
        {(field) => <PasswordField {...field} label="Password" autoComplete="off" />}
      </FormField>
      <FormField act={act} name="area">
        {(field) => <TextArea {...field} label="Area" />}
      </FormField>
      <FormField act={act} name="amount">
        {(field) => <NumberField {...field} label="Amount" decimals={8} unit="USDT" />}
      </FormField>
    </ActDialog>
  );
}

/** A text may begin with any sign, in every kind of field; a number that could not be read is refused by its own. */
export const AnyFirstSign: Story = {
  render: () => <EveryKindForm />,
  play: async ({ userEvent }) => {
    taken = [];
    const type = async (label: string, text: string) => {
      await userEvent.clear(screen.getByLabelText(label));
      await userEvent.type(screen.getByLabelText(label), text);
    };
    const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByLabelText('Line');
    for (const [index, text] of TEXTS.entries()) {
      for (const label of ['Line', 'Password', 'Area']) await type(label, text);
      await type('Amount', '1.5');
      await send();
      await waitFor(() => expect(taken).toHaveLength(index + 1));
      await expect(taken.at(-1)).toEqual({ line: text, password: text, area: text, amount: '1.5' });
      await type('Amount', text);
      await send();
      await waitFor(() => expect(screen.getByLabelText('Amount')).toBeInvalid());
      await expect(screen.getByLabelText('Amount')).toHaveFocus();
      await expect(taken).toHaveLength(index + 1);
    }
  },
};
