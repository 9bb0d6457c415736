import { Button, Dialog, TextField, toasts } from '@candor/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../data/error-words.ts';

const MIN_REASON = 5;
const MAX_REASON = 200;

export interface ActDialogProps {
  readonly title: ReactNode;
  /** What the act does, and what it does not. */
  readonly explain: ReactNode;
  readonly submitLabel: string;
  /** Whether what is filled in can be sent. */
  readonly ready: boolean;
  /** Sends it with the reason. */
  readonly act: (reason: string) => Promise<unknown>;
  readonly doneText: string;
  /** What to read anew after it, beside the log. */
  readonly queryKey: readonly string[];
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A window for one act of an operator: what it changes, and the reason that users read. */
export function ActDialog(props: ActDialogProps) {
  const { title, explain, submitLabel, ready, act, doneText, queryKey, onClose, children } = props;
  const intl = useIntl();
  const queries = useQueryClient();
  const formId = useId();
  const [reason, setReason] = useState('');
  const sent = useMutation({
    mutationFn: () => act(reason.trim()),
    onSuccess: () => {
      toasts.success(doneText);
      onClose();
    },
    onSettled: () =>
      Promise.all([queryKey, ['log']].map((key) => queries.invalidateQueries({ queryKey: key }))),
  });
  const sendable = ready && reason.trim().length >= MIN_REASON;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sendable && !sent.isPending) sent.mutate();
  };
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={title}
      description={explain}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {text('console.symbols.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="danger" loading={sent.isPending} disabled={!sendable}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <TextField
          label={text('console.symbols.reason')}
          description={text('console.symbols.reasonHint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={MAX_REASON}
          error={sent.error === null ? undefined : wordsOf(intl, sent.error)}
        />
      </form>
    </Dialog>
  );
}
