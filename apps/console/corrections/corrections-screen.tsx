import { correctionKinds } from '@candor/api';
import type { TypedNumber } from '@candor/i18n';
import { Button, FormField, Select, TextField, useText } from '@candor/ui';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { AmountField } from '../shell/amount-field.tsx';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { UserIdField } from '../shell/user-id-field.tsx';

type Kind = (typeof correctionKinds)[number];

interface Values extends WithReason {
  readonly userId: string;
  readonly coin: string;
  readonly amount: TypedNumber;
  /** Nothing is chosen for the operator: the user reads the cause in the bill. */
  readonly kind: Kind | '';
}

function CorrectionDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<Values>({
    defaultValues: { userId: '', coin: '', amount: '', kind: '' },
    send: ({ userId, coin, kind, ...rest }, sending) => {
      if (kind === '') throw new Error('a correction without a cause was sent');
      const body = { ...rest, kind, userId: Number(userId), coin: coin.trim() };
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
      <UserIdField act={act} label={text('console.corrections.user')} />
      <FormField act={act} name="coin">
        {(field) => <TextField {...field} label={text('console.corrections.coin')} autoComplete="off" />}
      </FormField>
      <AmountField act={act} name="amount" label={text('console.corrections.amount')} />
      <FormField act={act} name="kind" prompt="console.corrections.kind.choose">
        {(field) => (
          <Select<Kind | ''>
            {...field}
            label={text('console.corrections.kind')}
            placeholder={text('console.corrections.kind.choose')}
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
