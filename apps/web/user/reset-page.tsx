import { Button, linkClass, toasts } from '@candor/ui';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { passwordHash } from '../common/password-hash.ts';
import { useServices } from '../data/index.ts';
import { CodeField } from '../forms/code-field.tsx';
import { useCodes } from '../forms/use-codes.ts';
import { AccountField } from './account-field.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { WhoAsks } from './beside-form.tsx';
import { FormRefusal } from './form-refusal.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { type FirstStep, firstStepOf, SecondStep } from './second-step.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { accountOf, checkAccount, checkCodeGiven } from './validation.ts';

const KINDS = ['email', 'phone'] as const;

/** Sets a new password by a code that goes to the account's email or phone. */
export function ResetPage() {
  const { client } = useServices();
  const router = useRouter();
  const intl = useIntl();
  const auth = useAuthForm('email');
  const codes = useCodes();
  const [step, setStep] = useState<FirstStep | null>(null);
  const { form, kind, country } = auth;
  const contact = kind === 'phone' ? 'phone' : 'email';

  const done = () => {
    toasts.done(intl.formatMessage({ id: 'user.reset.done' }));
    void router.navigate({ to: '/user/login', search: {} });
  };
  const send = () =>
    void auth.sendCode(async (account) => {
      await codes.send(contact, { type: 'reset', account });
    });
  const onSubmit = form.handleSubmit((typed) =>
    auth.submit(async () => {
      const password = passwordHash(typed.password);
      const query = {
        type: contact,
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
      aside={
        <FormattedMessage
          id="user.reset.aside"
          values={{
            link: (text) => (
              <Link key="login" to="/user/login" search={{}} className={linkClass}>
                {text}
              </Link>
            ),
          }}
        />
      }
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
        <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
          <p className="text-14 text-ink-2">
            <FormattedMessage id="user.reset.text" />
          </p>
          <AccountField
            kinds={KINDS}
            kind={kind}
            onKindChange={(next) => {
              auth.changeKind(next);
              codes.reset();
            }}
            country={country}
            onCountryChange={auth.setCountry}
            fullNumber={auth.fullNumber}
            registration={form.register('account', {
              validate: (account) => auth.words(checkAccount({ kind, account, country })),
            })}
            error={auth.error('account')}
            describe={false}
          />
          <CodeField
            registration={form.register('code', {
              validate: (code) => auth.words(checkCodeGiven(code, true)),
            })}
            error={auth.error('code')}
            contact={contact}
            codes={codes}
            isForWhoever
            onSend={send}
          />
          <NewPasswordFields auth={auth} label={<FormattedMessage id="user.field.freshPassword" />} />
          <FormRefusal text={auth.refusal} />
          <Button type="submit" size="large" wide loading={form.formState.isSubmitting}>
            <FormattedMessage id="user.reset.submit" />
          </Button>
        </form>
      )}
    </AuthFrame>
  );
}
