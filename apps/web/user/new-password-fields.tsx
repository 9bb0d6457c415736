import { PasswordField } from '@candor/ui';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { AuthForm } from './use-auth-form.ts';
import { checkConfirmation, checkNewPassword } from './validation.ts';

export interface NewPasswordFieldsProps {
  readonly auth: AuthForm;
  readonly label: ReactNode;
}

/** A password that is chosen, and its confirmation. */
export function NewPasswordFields({ auth, label }: NewPasswordFieldsProps) {
  const { form } = auth;
  return (
    <>
      <PasswordField
        {...form.register('password', {
          validate: (password) => auth.words(checkNewPassword(password)),
          // a confirmation that nobody has typed yet is not wrong
          onChange: () => {
            if (form.getValues('confirmPassword') !== '') void form.trigger('confirmPassword');
          },
        })}
        label={label}
        description={<FormattedMessage id="user.invalid.password" />}
        autoComplete="new-password"
        error={auth.error('password')}
      />
      <PasswordField
        {...form.register('confirmPassword', {
          validate: (confirmation) => auth.words(checkConfirmation(form.getValues('password'), confirmation)),
        })}
        label={<FormattedMessage id="user.field.confirmPassword" />}
        autoComplete="new-password"
        error={auth.error('confirmPassword')}
      />
    </>
  );
}
