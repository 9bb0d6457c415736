import { Button, FormField, Select, useText } from '@candor/ui';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { Section } from '../shell/section.tsx';
import { UserIdField } from '../shell/user-id-field.tsx';
import { OTC_KEY } from './words.ts';

type Standing = 'admitted' | 'barred';

interface TraderValues extends WithReason {
  readonly userId: string;
  readonly state: Standing | '';
}

/** Bars somebody from new orders, or admits somebody again. Open orders go on. */
export function Traders() {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={text('console.otc.traders')}>
      <p className="max-w-180 text-13 text-ink-2">{text('console.otc.traders.text')}</p>
      <Button variant="quiet" className="self-start" onClick={() => setOpen(true)}>
        {text('console.otc.traders.change')}
      </Button>
      {isOpen && <TraderDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

function TraderDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { client } = useConsole();
  const act = useOperatorForm<TraderValues>({
    defaultValues: { userId: '', state: '' },
    send: ({ userId, state, reason }, sending) =>
      client.call(
        'setOtcTrader',
        { body: { userId: Number(userId), isAdmitted: state === 'admitted', reason } },
        sending,
      ),
    done: text('console.shell.proposed'),
    queryKey: OTC_KEY,
    onClose,
  });
  return (
    <OperatorDialog
      act={act}
      title={text('console.otc.traders.change')}
      explain={text('console.otc.traders.text')}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      <UserIdField act={act} label={text('console.otc.userId')} />
      <FormField act={act} name="state" prompt="ui.required.choice">
        {(field) => (
          <Select<Standing | ''>
            {...field}
            label={text('console.shell.state')}
            placeholder={text('console.otc.choose')}
            options={(['barred', 'admitted'] as const).map((value) => ({
              value,
              label: text(`console.otc.state.${value}`),
            }))}
          />
        )}
      </FormField>
    </OperatorDialog>
  );
}
