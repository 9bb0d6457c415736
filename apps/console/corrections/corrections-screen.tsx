import { correctionKinds } from '@candor/api';
import { Button, FormField, Select, TextField, useText } from '@candor/ui';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';

type Kind = (typeof correctionKinds)[number];

interface Values extends WithReason {
  readonly userId: string;
  readonly coin: string;
  readonly amount: string;
  readonly kind: Kind;
}

function CorrectionDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<Values>({
    defaultValues: { userId: '', coin: '', amount: '', kind: 'error' },
    send: ({ userId, coin, amount, ...rest }, sending) => {
      const body = { ...rest, userId: Number(userId), coin: coin.trim(), amount: amount.trim() };
      return client.call('correctBalance', { body }, sending);
    },
    done: text('console.shell.proposed'),
    queryKey: ['proposals'],
    onClose,
  });
  return (
    <OperatorDialog
      act={act}
      title={text('console.corrections.new')}
      explain={text('console.corrections.explain')}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      <FormField act={act} name="userId">
        {(field) => (
          <TextField
            {...field}
            label={text('console.corrections.user')}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </FormField>
      <FormField act={act} name="coin">
        {(field) => <TextField {...field} label={text('console.corrections.coin')} autoComplete="off" />}
      </FormField>
      <FormField act={act} name="amount">
        {(field) => (
          <TextField
            {...field}
            label={text('console.corrections.amount')}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
      </FormField>
      <FormField act={act} name="kind">
        {(field) => (
          <Select
            {...field}
            label={text('console.corrections.kind')}
            options={correctionKinds.map((value) => ({
              value,
              label: text(`console.corrections.kind.${value}`),
            }))}
          />
        )}
      </FormField>
    </OperatorDialog>
  );
}

/** Corrections of users' balances: credits alone, by double entry, which another operator approves. */
export function CorrectionsScreen() {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex max-w-160 flex-col items-start gap-4">
      <p className="text-14 text-ink-2">{text('console.corrections.explain')}</p>
      <Button onClick={() => setOpen(true)}>{text('console.corrections.new')}</Button>
      {isOpen && <CorrectionDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
