import { isNewPassword } from '@candor/api';
import {
  type ActForm,
  Checkbox,
  FormField,
  ManagedName,
  PasswordField,
  toasts,
  useActForm,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { loginNameOf } from '../common/login-name.ts';
import { passwordHash } from '../common/password-hash.ts';
import { useClient, useSecurityChanged, useUser } from '../data/index.ts';
import { EndKeys } from './end-keys.tsx';
import { SettingForm, type SettingFormOptions } from './form-frame.tsx';

interface Passwords {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

const EMPTY: Passwords = { oldPassword: '', newPassword: '', confirmPassword: '' };

interface OldPasswordProps {
  readonly act: ActForm<Passwords>;
  readonly autoComplete: 'current-password' | 'off';
}

function OldPassword({ act, autoComplete }: OldPasswordProps) {
  const text = useText();
  return (
    <FormField act={act} name="oldPassword" prompt="ui.required.oldPassword">
      {(field) => (
        <PasswordField {...field} label={text('account.password.old')} autoComplete={autoComplete} />
      )}
    </FormField>
  );
}

function NewPasswords({ act }: { readonly act: ActForm<Passwords> }) {
  const text = useText();
  return (
    <>
      <FormField
        act={act}
        name="newPassword"
        prompt="ui.required.newPassword"
        check={(password) => (isNewPassword(password) ? null : text('error.PASSWORD_INVALID'))}
      >
        {(field) => (
          <PasswordField
            {...field}
            label={text('account.password.new')}
            description={text('account.password.rule')}
            autoComplete="new-password"
          />
        )}
      </FormField>
      <FormField
        act={act}
        name="confirmPassword"
        prompt="ui.required.confirmPassword"
        check={(again, { newPassword }) => (again === newPassword ? null : text('error.PASSWORDS_DIFFER'))}
      >
        {(field) => (
          <PasswordField {...field} label={text('account.password.confirm')} autoComplete="new-password" />
        )}
      </FormField>
    </>
  );
}

/** Changes the login password. */
export function LoginPasswordForm({ onDone }: Pick<SettingFormOptions, 'onDone'>) {
  const client = useClient();
  const text = useText();
  const changed = useSecurityChanged();
  const user = useUser();
  const [endsKeys, setEndsKeys] = useState(true);
  const act = useActForm<Passwords>({
    defaultValues: EMPTY,
    send: ({ oldPassword, newPassword }, sending) => {
      const body = {
        oldPassword: passwordHash(oldPassword),
        newPassword: passwordHash(newPassword),
        endApiKeys: endsKeys,
      };
      return client.call('updatePwd', { body }, sending);
    },
    onDone: () => {
      toasts.success(text('account.password.changed'));
      onDone();
    },
    onSettled: changed,
  });
  return (
    <SettingForm
      label={text('account.password.changeLogin')}
      act={act}
      submit={text('account.password.change')}
    >
      {user !== null && <ManagedName value={loginNameOf(user)} />}
      <OldPassword act={act} autoComplete="current-password" />
      <NewPasswords act={act} />
      <EndKeys ends={endsKeys} onEndsChange={setEndsKeys} />
    </SettingForm>
  );
}

/** Sets the fund password, or changes it by the current one or by other factors. */
export function FundPasswordForm({ security, onDone }: SettingFormOptions) {
  const client = useClient();
  const text = useText();
  const changed = useSecurityChanged();
  const [isForgotten, setForgotten] = useState(false);
  // what the form was opened for: the answer changes it before the page leads away
  const [isSet] = useState(security.fundPassword);
  const act = useActForm<Passwords>({
    defaultValues: EMPTY,
    send: (typed, sending) => {
      const newPassword = passwordHash(typed.newPassword);
      if (!isSet) return client.call('tardPwdSet', { body: { newPassword } }, sending);
      const old = isForgotten ? {} : { oldPassword: passwordHash(typed.oldPassword) };
      return client.call('tradePwd', { body: { ...old, newPassword } }, sending);
    },
    onDone: () => {
      toasts.success(text('account.password.fundSaved'));
      onDone();
    },
    onSettled: changed,
  });
  return (
    <SettingForm
      label={text(isSet ? 'account.password.changeFund' : 'account.password.setFund')}
      act={act}
      submit={text(isSet ? 'account.password.change' : 'account.password.set')}
    >
      {isSet && !isForgotten && <OldPassword act={act} autoComplete="off" />}
      {isSet && (
        <Checkbox checked={isForgotten} onCheckedChange={setForgotten}>
          {text('account.password.forgotten')}
        </Checkbox>
      )}
      <NewPasswords act={act} />
    </SettingForm>
  );
}
