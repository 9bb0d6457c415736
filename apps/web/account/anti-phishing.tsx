import { ActDialog, Button, FormField, TextField, toasts, useActForm, useText } from '@candor/ui';
import { useState } from 'react';
import { type Security, useClient, useSecurityChanged } from '../data/index.ts';
import { Setting } from './section.tsx';

const LENGTH = { least: 4, most: 20 } as const;

function WordsDialog({ words, onClose }: { readonly words: string; readonly onClose: () => void }) {
  const client = useClient();
  const text = useText();
  const changed = useSecurityChanged();
  const act = useActForm<{ code: string }>({
    defaultValues: { code: words },
    send: ({ code }, sending) => client.call('antiCode', { body: { code: code.trim() } }, sending),
    onDone: () => {
      toasts.success(text('account.antiPhishing.saved'));
      onClose();
    },
    onSettled: changed,
  });
  const isRight = (code: string) =>
    code === '' || (code.length >= LENGTH.least && code.length <= LENGTH.most);
  return (
    <ActDialog
      title={text('account.antiPhishing.title')}
      act={act}
      submit={text('account.save')}
      onOpenChange={onClose}
    >
      <FormField
        act={act}
        name="code"
        required={false}
        check={(code) => (isRight(code.trim()) ? null : text('account.antiPhishing.hint'))}
      >
        {(field) => (
          <TextField
            {...field}
            label={text('account.antiPhishing.words')}
            description={text('account.antiPhishing.hint')}
            maxLength={LENGTH.most}
          />
        )}
      </FormField>
    </ActDialog>
  );
}

/** The words that stand in each mail of the house to this user. */
export function AntiPhishing({ security }: { readonly security: Security }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const words = security.antiPhishing;
  return (
    <Setting
      title={text('account.antiPhishing.title')}
      text={text('account.antiPhishing.text')}
      state={words !== null && <span className="font-normal wrap-anywhere text-ink-2">{words}</span>}
    >
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {text(words === null ? 'account.password.set' : 'account.password.change')}
      </Button>
      {open && <WordsDialog words={words ?? ''} onClose={() => setOpen(false)} />}
    </Setting>
  );
}
