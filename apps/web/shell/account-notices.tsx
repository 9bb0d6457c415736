import { ActDialog, Button, toasts, useActForm, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { type Security, useClient, useSecurityChanged } from '../data/index.ts';

function UnfreezeDialog({
  holdHours,
  onClose,
}: {
  readonly holdHours: number;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const text = useText();
  const changed = useSecurityChanged();
  const act = useActForm<Record<never, never>>({
    defaultValues: {},
    send: (_values, sending) => client.call('unfreezeAccount', {}, sending),
    onDone: () => {
      toasts.success(text('account.frozen.unfrozen'));
      onClose();
    },
    onSettled: changed,
  });
  return (
    <ActDialog
      title={text('account.frozen.unfreeze')}
      description={text('account.hold.before', { hours: holdHours })}
      act={act}
      submit={text('account.frozen.unfreeze')}
      onOpenChange={onClose}
    >
      <p className="text-14 text-ink-2">{text('account.frozen.sure')}</p>
    </ActDialog>
  );
}

/** States that hold the account back: a freeze, and changes after which withdrawals wait. */
export function AccountNotices({ security }: { readonly security: Security }) {
  const text = useText();
  const format = useFormatters();
  const [open, setOpen] = useState(false);
  const [hold] = security.holds;
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {security.frozen && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-3 border-l-2 border-warn pl-3"
        >
          <p className="min-w-0 basis-80 grow text-14">{text('account.frozen.text')}</p>
          <Button onClick={() => setOpen(true)}>{text('account.frozen.unfreeze')}</Button>
        </div>
      )}
      {hold !== undefined && (
        <p role="status" className="max-w-160 border-l-2 border-warn pl-3 text-14">
          {text(`account.hold.${hold.reason}`, { time: format.dateTime(hold.until) })}
        </p>
      )}
      {open && <UnfreezeDialog holdHours={security.holdHours} onClose={() => setOpen(false)} />}
    </div>
  );
}
