import { Button, linkClass, PasswordField } from '@candor/ui';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { useServices } from '../data/index.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { AccountField } from './account-field.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { destinationOf } from './destination.ts';
import { FormRefusal } from './form-refusal.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { accountOf, checkAccount, checkPasswordGiven } from './validation.ts';

const route = getRouteApi('/shell/user/login');

/** Login by account name, email or phone. */
export function LoginPage() {
  usePageTitle('auth.login.title');
  const { session } = useServices();
  const router = useRouter();
  const { from } = route.useSearch();
  const auth = useAuthForm();
  const { form, kind, callingCode } = auth;

  const onSubmit = form.handleSubmit((typed) =>
    auth.submit(async () => {
      const fields = auth.fields(typed);
      await session.login({ type: kind, account: accountOf(fields), password: typed.password });
      router.history.replace(destinationOf(from, Object.keys(router.routesByPath), '/home/index'));
    }),
  );

  return (
    <AuthFrame
      titleId="auth.login.title"
      aside={
        <FormattedMessage
          id="auth.login.aside"
          values={{
            link: (text) => (
              <Link
                key="register"
                to="/user/register"
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
          describe={false}
        />
        <PasswordField
          {...form.register('password', { validate: (password) => auth.words(checkPasswordGiven(password)) })}
          label={<FormattedMessage id="auth.field.password" />}
          autoComplete="current-password"
          maxLength={128}
          error={auth.error('password')}
        />
        <FormRefusal text={auth.refusal} />
        <Button type="submit" size="large" wide loading={form.formState.isSubmitting}>
          <FormattedMessage id="auth.login.submit" />
        </Button>
      </form>
    </AuthFrame>
  );
}
