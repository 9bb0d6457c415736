import { Button, toasts } from '@candor/ui';
import { useRouter } from '@tanstack/react-router';
import { type FormEventHandler, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { passwordHash } from '../common/password-hash.ts';
import { useServices } from '../data/index.ts';
import { type CodeSending, useCodes } from '../forms/use-codes.ts';
import { AsideLink } from './aside-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { WhoAsks } from './beside-form.tsx';
import { CodedAccount } from './coded-account.tsx';
import { FormRefusal } from './form-refusal.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { type FirstStep, firstStepOf, SecondStep } from './second-step.tsx';
import { type AuthForm, useAuthForm } from './use-auth-form.ts';
import { accountOf } from './validation.ts';

const KINDS = ['email', 'phone'] as const;

/** Sets a new password by a code that goes to the account's email or phone. */
export function ResetPage() {
  const { client } = useServices();
  const router = useRouter();
  const intl = useIntl();
  const auth = useAuthForm('email');
  const codes = useCodes();
  const [step, setStep] = useState<FirstStep | null>(null);

  const done = () => {
    toasts.done(intl.formatMessage({ id: 'user.reset.done' }));
    void router.navigate({ to: '/user/login', search: {} });
  };
  const onSubmit = auth.form.handleSubmit((typed) =>
    auth.submit(async () => {
      const password = passwordHash(typed.password);
      const query = {
        type: auth.kind === 'phone' ? 'phone' : 'email',
        account: accountOf(auth.fields(typed)),
        code: typed.code.trim(),
        password,
        confirmPassword: password,
      } as const;
      try {
        await client.call('backPwd', { query });
      } catch (error) {
        const next = firstStepOf(error);
        if (next === null) throw error;
        setStep(next);
        return;
      }
      done();
    }),
  );

  return (
    <AuthFrame
      titleId="user.reset.title"
      beside={<WhoAsks />}
      aside={<AsideLink id="user.reset.aside" to="/user/login" />}
    >
      {step !== null ? (
        <SecondStep
          type="reset"
          step={step}
          submitId="user.reset.submit"
          onSubmit={async (factor, code) => {
            await client.call('backPwdStepTwo', { body: { ticket: step.ticket, kind: factor, code } });
            done();
          }}
          onBack={() => setStep(null)}
        />
      ) : (
        <ResetForm auth={auth} codes={codes} onSubmit={onSubmit} />
      )}
    </AuthFrame>
  );
}

interface ResetFormProps {
  readonly auth: AuthForm;
  readonly codes: CodeSending;
  readonly onSubmit: FormEventHandler;
}

/** The first step: the account, the code that was sent to it and the new password. */
function ResetForm({ auth, codes, onSubmit }: ResetFormProps) {
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <p className="text-14 text-ink-2">
        <FormattedMessage id="user.reset.text" />
      </p>
      <CodedAccount auth={auth} codes={codes} type="reset" kinds={KINDS} />
      <NewPasswordFields auth={auth} label={<FormattedMessage id="user.field.freshPassword" />} />
      <FormRefusal text={auth.refusal} />
      <Button type="submit" size="large" wide loading={auth.form.formState.isSubmitting}>
        <FormattedMessage id="user.reset.submit" />
      </Button>
    </form>
  );
}
