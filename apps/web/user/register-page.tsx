import { Button, TextField, useActKit } from '@candor/ui';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useServices, useTerms } from '../data/index.ts';
import { useCodes } from '../forms/use-codes.ts';
import { destinationOf } from '../shell/destination.ts';
import { usePlan } from '../shell/plan.ts';
import { AsideLink } from './aside-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { FirstSteps } from './beside-form.tsx';
import { CodedAccount } from './coded-account.tsx';
import { FormRefusal } from './form-refusal.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { createRegistering } from './registering.ts';
import { TermsLine } from './terms-line.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { accountOf, checkInviteCode } from './validation.ts';

const route = getRouteApi('/shell/user/register');

/** Registration by account name, email or phone; an invite code is optional. */
export function RegisterPage() {
  const { session } = useServices();
  const { newKey } = useActKit();
  const [register] = useState(() => createRegistering(session, newKey));
  const router = useRouter();
  const plan = usePlan();
  const { from, invite_code: inviteCode } = route.useSearch();
  const auth = useAuthForm();
  const { form, kind } = auth;
  const codes = useCodes();
  const terms = useTerms(null);

  useEffect(() => {
    if (inviteCode !== undefined) form.setValue('inviteCode', inviteCode);
  }, [inviteCode, form]);

  const onSubmit = form.handleSubmit((typed) =>
    auth.submit(async () => {
      // nobody accepts what the page has not shown: a press waits for the terms, and the next one accepts them
      if (terms.data === undefined) {
        await terms.refetch({ throwOnError: true });
        return;
      }
      await register({
        type: kind,
        account: accountOf(auth.fields(typed)),
        password: typed.password,
        confirmPassword: typed.confirmPassword,
        ...(kind === 'account' ? {} : { code: typed.code.trim() }),
        invite_code: typed.inviteCode.trim(),
        ...(terms.data === null ? {} : { termsVersion: terms.data.currentVersion }),
      });
      router.history.replace(destinationOf(from, plan, '/assets/index?key=overview'));
    }),
  );

  return (
    <AuthFrame
      titleId="user.register.title"
      beside={<FirstSteps />}
      aside={<AsideLink id="user.register.aside" to="/user/login" from={from} />}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <CodedAccount auth={auth} codes={codes} type="register" describe />
        {kind === 'account' && (
          <p className="border-l-2 border-warn pl-3 text-13 text-ink-2">
            <FormattedMessage id="user.register.nameOnly" />
          </p>
        )}
        <NewPasswordFields auth={auth} label={<FormattedMessage id="user.field.newPassword" />} />
        <TextField
          {...form.register('inviteCode', { validate: (code) => auth.words(checkInviteCode(code)) })}
          label={<FormattedMessage id="user.field.inviteCode" />}
          autoComplete="off"
          maxLength={16}
          description={<FormattedMessage id="user.register.inviter" />}
          error={auth.error('inviteCode')}
        />
        <TermsLine terms={terms} />
        <FormRefusal text={auth.refusal} />
        <Button type="submit" size="large" wide loading={form.formState.isSubmitting}>
          <FormattedMessage id="user.register.submit" />
        </Button>
      </form>
    </AuthFrame>
  );
}
