import { Button, linkClass, PasswordField, TextField } from '@candor/ui';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { useServices } from '../data/index.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { AccountField } from './account-field.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { destinationOf } from './destination.ts';
import { FormRefusal } from './form-refusal.tsx';
import { useAuthForm } from './use-auth-form.ts';
import {
  accountOf,
  checkAccount,
  checkConfirmation,
  checkInviteCode,
  checkNewPassword,
} from './validation.ts';

const route = getRouteApi('/shell/user/register');

/** Registration by account name, email or phone; an invite code is optional. */
export function RegisterPage() {
  usePageTitle('auth.register.title');
  const { session } = useServices();
  const router = useRouter();
  const { from, invite_code: inviteCode } = route.useSearch();
  const auth = useAuthForm();
  const { form, kind, callingCode } = auth;

  useEffect(() => {
    if (inviteCode !== undefined) form.setValue('inviteCode', inviteCode);
  }, [inviteCode, form]);

  const onSubmit = form.handleSubmit((typed) =>
    auth.submit(async () => {
      await session.register({
        type: kind,
        account: accountOf(auth.fields(typed)),
        password: typed.password,
        confirmPassword: typed.confirmPassword,
        invite_code: typed.inviteCode.trim(),
      });
      const screens = Object.keys(router.routesByPath);
      router.history.replace(destinationOf(from, screens, '/assets/index?key=overview'));
    }),
  );

  return (
    <AuthFrame
      titleId="auth.register.title"
      aside={
        <FormattedMessage
          id="auth.register.aside"
          values={{
            link: (text) => (
              <Link
                key="login"
                to="/user/login"
                search={from === undefined ? {} : { from }}
                className={linkClass}
              >
                {text}
              </Link>
            ),
          }}
        />
      }
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <AccountField
          kind={kind}
          onKindChange={auth.changeKind}
          callingCode={callingCode}
          onCallingCodeChange={auth.setCallingCode}
          registration={form.register('account', {
            validate: (account) => auth.words(checkAccount({ kind, account, callingCode })),
          })}
          error={auth.error('account')}
          describe
        />
        <PasswordField
          {...form.register('password', {
            validate: (password) => auth.words(checkNewPassword(password)),
            deps: ['confirmPassword'],
          })}
          label={<FormattedMessage id="auth.field.newPassword" />}
          description={<FormattedMessage id="auth.hint.password" />}
          autoComplete="new-password"
          maxLength={20}
          error={auth.error('password')}
        />
        <PasswordField
          {...form.register('confirmPassword', {
            validate: (confirmation) =>
              auth.words(checkConfirmation(form.getValues('password'), confirmation)),
          })}
          label={<FormattedMessage id="auth.field.confirmPassword" />}
          autoComplete="new-password"
          maxLength={20}
          error={auth.error('confirmPassword')}
        />
        <TextField
          {...form.register('inviteCode', { validate: (code) => auth.words(checkInviteCode(code)) })}
          label={<FormattedMessage id="auth.field.inviteCode" />}
          autoComplete="off"
          maxLength={16}
          error={auth.error('inviteCode')}
        />
        <FormRefusal text={auth.refusal} />
        <Button type="submit" size="large" wide loading={form.formState.isSubmitting}>
          <FormattedMessage id="auth.register.submit" />
        </Button>
      </form>
    </AuthFrame>
  );
}
