import { ActDialog, Badge, Button, CopyButton, saveFile, useActForm, useText } from '@candor/ui';
import { useState } from 'react';
import { type Security, useClient, useSecurityChanged } from '../data/index.ts';
import { useHoldText } from './hold-text.ts';
import { Setting } from './section.tsx';

function RecoveryDialog({
  security,
  onClose,
}: {
  readonly security: Security;
  readonly onClose: () => void;
}) {
  const holdText = useHoldText();
  // until the dialog closes, for what it says of the codes that it made
  const [isFirst] = useState(security.recoveryCodesLeft === null);
  const client = useClient();
  const text = useText();
  const changed = useSecurityChanged();
  const act = useActForm<Record<never, never>, { readonly codes: readonly string[] }>({
    defaultValues: {},
    send: (_values, sending) => client.call('newRecoveryCodes', {}, sending),
    onSettled: changed,
  });
  return (
    <ActDialog
      title={text(isFirst ? 'account.recovery.makeFirst' : 'account.recovery.make')}
      isShownOnce
      description={holdText(security, isFirst)}
      act={act}
      submit={text(isFirst ? 'account.recovery.makeFirst' : 'account.recovery.make')}
      onOpenChange={onClose}
      result={({ codes }) => (
        <div className="flex flex-col gap-4">
          <p className="text-14">{text('account.recovery.keep')}</p>
          <div className="flex flex-wrap items-start gap-3">
            <CopyButton label={text('account.recovery.copy')} text={codes.join('\n')} />
            <Button
              variant="quiet"
              onClick={() => saveFile('candor-recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')}
            >
              {text('account.recovery.file')}
            </Button>
          </div>
          <ol className="figure grid grid-cols-2 gap-2 text-14 select-all max-sm:grid-cols-1">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
        </div>
      )}
    >
      <p className="text-14 text-ink-2">
        {text(isFirst ? 'account.recovery.text' : 'account.recovery.replaces')}
      </p>
    </ActDialog>
  );
}

/** The recovery codes: how many are left, and the dialog that makes new ones. */
export function RecoveryCodes({ security }: { readonly security: Security }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const left = security.recoveryCodesLeft;
  return (
    <Setting
      title={text('account.recovery.title')}
      text={text('account.recovery.text')}
      state={left !== null && <Badge>{text('account.recovery.left', { count: left })}</Badge>}
    >
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {text(left === null ? 'account.recovery.makeFirst' : 'account.recovery.make')}
      </Button>
      {open && <RecoveryDialog security={security} onClose={() => setOpen(false)} />}
    </Setting>
  );
}
