import { Button, CopyButton, saveFile, useActForm, useText } from '@candor/ui';
import { useState } from 'react';
import { useClient, useSecurityChanged } from '../data/index.ts';
import { SettingForm, type SettingFormOptions } from './form-frame.tsx';

/** The new codes, which nobody can read again. */
function Codes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const text = useText();
  return (
    <div role="status" className="flex max-w-120 flex-col gap-4">
      <p className="text-14">{text('account.recovery.keep')}</p>
      <ol className="figure grid grid-cols-2 gap-2 border-y py-4 text-14 select-all max-sm:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap items-start gap-3">
        <CopyButton label={text('account.recovery.copy')} text={codes.join('\n')} />
        <Button
          variant="quiet"
          onClick={() => saveFile('candor-recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')}
        >
          {text('account.recovery.file')}
        </Button>
        <Button onClick={onKept}>{text('ui.saved')}</Button>
      </div>
    </div>
  );
}

/** Makes recovery codes and shows them once, until the user says that they are kept. */
export function RecoveryCodes({ security, onDone }: SettingFormOptions) {
  // what the form was opened for, for what it says of the codes that it made
  const [isFirst] = useState(security.recoveryCodesLeft === null);
  const client = useClient();
  const text = useText();
  const changed = useSecurityChanged();
  const act = useActForm<Record<never, never>, { readonly codes: readonly string[] }>({
    defaultValues: {},
    send: (_values, sending) => client.call('newRecoveryCodes', {}, sending),
    onSettled: changed,
  });
  const make = text(isFirst ? 'account.recovery.makeFirst' : 'account.recovery.make');
  if (act.data !== null) return <Codes codes={act.data.codes} onKept={onDone} />;
  return (
    <SettingForm label={make} act={act} submit={make}>
      {!isFirst && <p className="text-14 text-warn">{text('account.recovery.replaces')}</p>}
    </SettingForm>
  );
}
