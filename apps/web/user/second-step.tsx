import { CallError, type EntryFactorKind, entryFactorKinds } from '@candor/api';
import { Button, SegmentedControl } from '@candor/ui';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CodeField } from '../forms/code-field.tsx';
import { type CodeSending, useCodes } from '../forms/use-codes.ts';
import { FormRefusal } from './form-refusal.tsx';
import { LostFactors } from './lost-factors.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { checkCodeGiven } from './validation.ts';

/** Answer of a first step: how to go on, and a hint for each factor that will do. */
export interface FirstStep {
  readonly ticket: string;
  readonly factors: readonly { readonly kind: EntryFactorKind; readonly hint: string }[];
}

/** Reads the second step out of a refusal; null for any other error. */
export function firstStepOf(error: unknown): FirstStep | null {
  if (!(error instanceof CallError)) return null;
  if (error.key !== 'LOGIN_STEP_ONE' && error.key !== 'RESET_STEP_ONE') return null;
  const { ticket, ...hints } = error.problem?.details ?? {};
  if (ticket === undefined) return null;
  const factors = entryFactorKinds.flatMap((kind) => {
    const hint = hints[kind];
    return hint === undefined ? [] : [{ kind, hint }];
  });
  return factors.length === 0 ? null : { ticket, factors };
}

const contactOf = (kind: EntryFactorKind): 'email' | 'phone' | null =>
  kind === 'email' || kind === 'phone' ? kind : null;

interface SecondStepProps {
  readonly type: 'login' | 'reset';
  readonly step: FirstStep;
  readonly submitId: string;
  readonly onSubmit: (kind: EntryFactorKind, code: string) => Promise<void>;
  readonly onBack: () => void;
}

/** The second step of a login or a reset: a code of one of the account's factors. */
export function SecondStep({ type, step, submitId, onSubmit, onBack }: SecondStepProps) {
  const intl = useIntl();
  const auth = useAuthForm();
  const codes: CodeSending = useCodes();
  const { form } = auth;
  const usable = step.factors.filter((factor) => factor.kind !== 'passkey');
  const [kind, setKind] = useState<EntryFactorKind | null>(usable[0]?.kind ?? null);
  const contact = kind === null ? null : contactOf(kind);
  const hint = step.factors.find((factor) => factor.kind === kind)?.hint ?? '';

  const submit = form.handleSubmit((typed) =>
    auth.submit(async () => {
      if (kind !== null) await onSubmit(kind, typed.code.trim());
    }),
  );
  const send = () => {
    if (contact !== null) void auth.send(() => codes.send(contact, { type, ticket: step.ticket }));
  };

  if (kind === null) {
    return (
      <>
        <p className="text-14 text-ink">
          <FormattedMessage id="user.step.passkey" />
        </p>
        <LostFactors act={type} ticket={step.ticket} />
        <Button type="button" variant="quiet" wide onClick={onBack}>
          <FormattedMessage id="user.step.back" />
        </Button>
      </>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-14 text-ink-2">
        <FormattedMessage id={`user.step.text.${type}`} />
      </p>
      {usable.length > 1 && kind !== null && (
        <SegmentedControl
          label={intl.formatMessage({ id: 'user.step.choose' })}
          value={kind}
          onValueChange={(next) => {
            setKind(next);
            codes.reset();
            form.resetField('code');
          }}
          segments={usable.map((factor) => ({
            value: factor.kind,
            label: <FormattedMessage id={`user.step.kind.${factor.kind}`} />,
          }))}
        />
      )}
      {contact !== null && (
        <p className="text-14 text-ink">
          <FormattedMessage id={`user.step.to.${contact}`} values={{ hint }} />
        </p>
      )}
      <CodeField
        registration={form.register('code', {
          validate: (code) => auth.words(checkCodeGiven(code, contact !== null)),
        })}
        error={auth.error('code')}
        contact={contact}
        codes={codes}
        onSend={send}
      />
      <FormRefusal text={auth.refusal} />
      <Button type="submit" size="large" wide loading={form.formState.isSubmitting}>
        <FormattedMessage id={submitId} />
      </Button>
      <LostFactors act={type} ticket={step.ticket} />
      <Button type="button" variant="quiet" wide onClick={onBack}>
        <FormattedMessage id="user.step.back" />
      </Button>
    </form>
  );
}
