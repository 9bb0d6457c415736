import { kindOfMethod, type StepUpMethod } from '@candor/api';
import { ActMessage, Button, Dialog, linkClass, loneLinkClass, Select, useAct, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { hasPasskeys, signWithPasskey } from '../common/passkeys.ts';
import { useClient, useServices, type WaitingStepUp } from '../data/index.ts';
import { useReturnSearch } from './login-link.tsx';
import { isTyped, TypedFactor, type TypedMethod } from './typed-factor.tsx';
import { WaitingAct } from './waiting-act.tsx';

function PasskeyFactor({
  challenge,
  onShown,
}: {
  readonly challenge: string;
  readonly onShown: (method: StepUpMethod, isComplete: boolean) => void;
}) {
  const client = useClient();
  const text = useText();
  const act = useAct<{ readonly complete: boolean } | null>({
    async mutationFn() {
      const options = await client.call('stepUpPasskey', { body: { challenge } });
      const passkey = await signWithPasskey(options).catch(() => null);
      if (passkey === null) return null;
      return client.call('stepUp', { body: { challenge, method: 'passkey', answer: '', passkey } });
    },
    onSuccess: (answer) => {
      if (answer !== null) onShown('passkey', answer.complete);
    },
  });
  return (
    <div className="flex flex-col gap-1">
      <Button wide loading={act.isPending} onClick={() => act.mutate(undefined)}>
        <Fingerprint aria-hidden="true" className="size-4" strokeWidth={1.75} />
        {text('shell.stepUp.passkey')}
      </Button>
      {act.error !== null && <ActMessage phase={act.phase} error={act.error} />}
    </div>
  );
}

/** The factors of one act that waits: a passkey, or one kind after another. */
function Factors({ waiting }: { readonly waiting: WaitingStepUp }) {
  const text = useText();
  const { need, settle } = waiting;
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set(need.passed));
  const [chosen, setChosen] = useState<TypedMethod | null>(null);
  const open = need.methods.filter(isTyped).filter((method) => !passed.has(kindOfMethod[method] ?? ''));
  const method = chosen !== null && open.includes(chosen) ? chosen : open[0];
  const onShown = (shown: StepUpMethod, isComplete: boolean) => {
    const kind = kindOfMethod[shown];
    if (isComplete) settle(true);
    else if (kind !== null) setPassed(new Set([...passed, kind]));
  };
  const offersPasskey = need.methods.includes('passkey') && hasPasskeys();
  return (
    <div className="flex flex-col gap-4">
      <WaitingAct act={need.act} />
      {offersPasskey && <PasskeyFactor challenge={need.challenge} onShown={onShown} />}
      {need.needed > 1 && method !== undefined && (
        <p className="text-13 text-ink-2">
          {text('shell.stepUp.progress', { step: passed.size + 1, steps: need.needed })}
        </p>
      )}
      {open.length > 1 && method !== undefined && (
        <Select<TypedMethod>
          label={text('shell.stepUp.method')}
          value={method}
          onValueChange={setChosen}
          options={open.map((value) => ({ value, label: text(`shell.stepUp.method.${value}`) }))}
        />
      )}
      {method !== undefined && (
        <TypedFactor key={method} method={method} challenge={need.challenge} onShown={onShown} />
      )}
      <p className="text-13 text-ink-2">
        {text('shell.stepUp.lost')}{' '}
        <Link to="/user/recover" className={linkClass} onClick={() => settle(false)}>
          {text('shell.recoveryLink')}
        </Link>
      </p>
    </div>
  );
}

/**
 * Asks for factors when any act of the page waits for them. The act goes on once they were shown; to leave the dialog
 * leaves the act undone.
 */
export function StepUpDialog() {
  const { stepUps } = useServices();
  const text = useText();
  const back = useReturnSearch();
  const { waiting, asksToSetUp } = useStore(stepUps.store);
  const [first] = waiting;
  if (first !== undefined)
    return (
      <Dialog
        key={first.need.challenge}
        open
        onOpenChange={() => first.settle(false)}
        title={text('shell.stepUp.title')}
        description={text(first.need.needed > 1 ? 'shell.stepUp.textTwo' : 'shell.stepUp.textOne')}
      >
        <Factors waiting={first} />
      </Dialog>
    );
  return (
    <Dialog
      open={asksToSetUp}
      onOpenChange={stepUps.askToSetUp}
      title={text('shell.stepUp.setUpTitle')}
      description={text('shell.stepUp.setUpText')}
    >
      <Link
        to="/account/center/security/setup"
        search={back}
        className={loneLinkClass}
        onClick={() => stepUps.askToSetUp(false)}
      >
        {text('menu.security')}
      </Link>
    </Dialog>
  );
}
