import { Button, linkClass, toasts } from '@candor/ui';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEventHandler, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { passwordHash } from '../common/password-hash.ts';
import { useServices } from '../data/index.ts';
import { CodeField } from '../forms/code-field.tsx';
import { type CodeSending, useCodes } from '../forms/use-codes.ts';
import { AccountField } from './account-field.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { WhoAsks } from './beside-form.tsx';
import { FormRefusal } from './form-refusal.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { type FirstStep, firstStepOf, SecondStep } from './second-step.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { accountOf, checkAccount, checkCodeGiven } from './validation.ts';

const KINDS = ['email', 'phone'] as const;

type Auth = ReturnType<typeof useAuthForm>;

const contactOf = ({ kind }: Auth) => (kind === 'phone' ? 'phone' : 'email');

/** Sets a new password by a code that goes to the account's email or phone. */
export function ResetPage() {
  const { client } = useServices();
  const router = useRouter();
  const intl = useIntl();
  const auth = useAuthForm('email');
  const codes = useCodes();
  const [step, setStep] = useState<FirstStep | null>(null);
  const contact = contactOf(auth);

  const done = () => {
    toasts.done(intl.formatMessage({ id: 'user.reset.done' }));
    void router.navigate({ to: '/user/login', search: {} });
  };
  const send = () =>
    void auth.sendCode(async (account) => {
      await codes.send(contact, { type: 'reset', account });
    });
  const onSubmit = auth.form.handleSubmit((typed) =>
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
    <AuthFrame titleId="user.reset.title" beside={<WhoAsks />} aside={<ToLogin />}>
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
        <ResetForm auth={auth} codes={codes} onSend={send} onSubmit={onSubmit} />
      )}
    </AuthFrame>
  );
}

/** Leads those who know their password to the login. */
function ToLogin() {
  return (
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
  );
}

interface ResetFormProps {
  readonly auth: Auth;
  readonly codes: CodeSending;
  readonly onSend: () => void;
  readonly onSubmit: FormEventHandler;
}

/** The first step: the account, the code that was sent to it and the new password. */
function ResetForm({ auth, codes, onSend, onSubmit }: ResetFormProps) {
  const { form, kind, country } = auth;
  return (
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
        contact={contactOf(auth)}
        codes={codes}
        isForWhoever
        onSend={onSend}
      />
      <NewPasswordFields auth={auth} label={<FormattedMessage id="user.field.freshPassword" />} />
      <FormRefusal text={auth.refusal} />
      <Button type="submit" size="large" wide loading={form.formState.isSubmitting}>
        <FormattedMessage id="user.reset.submit" />
      </Button>
    </form>
  );
}
