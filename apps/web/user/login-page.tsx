import { Button, loneLinkClass, PasswordField } from '@candor/ui';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useServices } from '../data/index.ts';
import { destinationOf } from '../shell/destination.ts';
import { usePlan } from '../shell/plan.ts';
import { AccountField } from './account-field.tsx';
import { AsideLink } from './aside-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { WhoAsks } from './beside-form.tsx';
import { FormRefusal } from './form-refusal.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { type FirstStep, firstStepOf, SecondStep } from './second-step.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useProvenLogin } from './use-proven-login.ts';
import { accountOf, checkPasswordGiven, kindTyped } from './validation.ts';

const route = getRouteApi('/shell/user/login');

/** Login by account name, email or phone. */
export function LoginPage() {
  const { session } = useServices();
  const router = useRouter();
  const plan = usePlan();
  const { from } = route.useSearch();
  const auth = useAuthForm();
  const { form, kind } = auth;
  const { login, isSolving } = useProvenLogin();
  const [step, setStep] = useState<FirstStep | null>(null);
  const enter = () => router.history.replace(destinationOf(from, plan, '/home/index'));

  const onSubmit = form.handleSubmit((typed) =>
    auth.submit(async () => {
      const fields = { ...auth.fields(typed), kind: kindTyped(kind, typed.account) };
      try {
        await login({ type: fields.kind, account: accountOf(fields), password: typed.password });
      } catch (error) {
        const next = firstStepOf(error);
        if (next === null) throw error;
        setStep(next);
        return;
      }
      enter();
    }),
  );

  return (
    <AuthFrame
      titleId="user.login.title"
      beside={<WhoAsks />}
      aside={<AsideLink id="user.login.aside" to="/user/register" from={from} />}
    >
      {step !== null ? (
        <SecondStep
          type="login"
          step={step}
          submitId="user.login.submit"
          onSubmit={async (factor, code) => {
            await session.completeLogin({ ticket: step.ticket, kind: factor, code });
            enter();
          }}
          onBack={() => setStep(null)}
        />
      ) : (
        <>
          <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
            <AccountField auth={auth} kindOf={kindTyped} />
            <PasswordField
              {...form.register('password', {
                validate: (password) => auth.words(checkPasswordGiven(password)),
              })}
              label={<FormattedMessage id="user.field.password" />}
              autoComplete="current-password"
              error={auth.error('password')}
            />
            <Link to="/user/reset" className={`${loneLinkClass} self-start text-14`}>
              <FormattedMessage id="user.login.forgot" />
            </Link>
            <Link to="/user/recover" className={`${loneLinkClass} self-start text-14`}>
              <FormattedMessage id="shell.recoveryLink" />
            </Link>
            <p className="text-13 text-ink-3">
              <FormattedMessage id="user.login.names" />
            </p>
            <FormRefusal text={auth.refusal} />
            <p role="status" className="text-14 text-ink-2 empty:hidden">
              {isSolving && <FormattedMessage id="user.login.proof" />}
            </p>
            <Button type="submit" size="large" wide loading={form.formState.isSubmitting}>
              <FormattedMessage id="user.login.submit" />
            </Button>
          </form>
          <PasskeyLogin onEntered={enter} />
        </>
      )}
    </AuthFrame>
  );
}
