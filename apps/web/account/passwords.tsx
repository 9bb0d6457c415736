import { isNewPassword } from '@candor/api';
import {
  ActDialog,
  type ActForm,
  Badge,
  Button,
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
import { type Security, useClient, useSecurityChanged, useUser } from '../data/index.ts';
import { EndKeys } from './end-keys.tsx';
import { useHoldText } from './hold-text.ts';
import { Setting } from './section.tsx';

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
    <FormField act={act} name="oldPassword">
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
        check={(again, { newPassword }) => (again === newPassword ? null : text('error.PASSWORDS_DIFFER'))}
      >
        {(field) => (
          <PasswordField {...field} label={text('account.password.confirm')} autoComplete="new-password" />
        )}
      </FormField>
    </>
  );
}

function LoginPasswordDialog({
  holdHours,
  onClose,
}: {
  readonly holdHours: number;
  readonly onClose: () => void;
}) {
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
      onClose();
    },
    onSettled: changed,
  });
  return (
    <ActDialog
      title={text('account.password.changeLogin')}
      description={text('account.hold.before', { hours: holdHours })}
      act={act}
      submit={text('account.password.change')}
      onOpenChange={onClose}
    >
      {user !== null && <ManagedName value={loginNameOf(user)} />}
      <OldPassword act={act} autoComplete="current-password" />
      <NewPasswords act={act} />
      <EndKeys ends={endsKeys} onEndsChange={setEndsKeys} />
    </ActDialog>
  );
}

function FundPasswordDialog({
  security,
  onClose,
}: {
  readonly security: Security;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const text = useText();
  const changed = useSecurityChanged();
  const holdText = useHoldText();
  const [isForgotten, setForgotten] = useState(false);
  const isSet = security.fundPassword;
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
      onClose();
    },
    onSettled: changed,
  });
  return (
    <ActDialog
      title={text(isSet ? 'account.password.changeFund' : 'account.password.setFund')}
      description={holdText(security, !isSet)}
      act={act}
      submit={text(isSet ? 'account.password.change' : 'account.password.set')}
      onOpenChange={onClose}
    >
      {isSet && !isForgotten && <OldPassword act={act} autoComplete="off" />}
      {isSet && (
        <Checkbox checked={isForgotten} onCheckedChange={setForgotten}>
          {text('account.password.forgotten')}
        </Checkbox>
      )}
      <NewPasswords act={act} />
    </ActDialog>
  );
}

/** The login password and the fund password, with the dialogs that change them. */
export function Passwords({
  security,
  only,
}: {
  readonly security: Security;
  /** The one that is shown; both without it. */
  readonly only?: 'login' | 'fund';
}) {
  const text = useText();
  const [open, setOpen] = useState<'login' | 'fund' | null>(null);
  const close = () => setOpen(null);
  return (
    <div>
      {only !== 'fund' && (
        <Setting title={text('account.password.login')} text={text('account.password.loginText')}>
          <Button variant="quiet" onClick={() => setOpen('login')}>
            {text('account.password.change')}
          </Button>
        </Setting>
      )}
      {only !== 'login' && (
        <Setting
          title={text('account.password.fund')}
          text={text('account.password.fundText')}
          state={security.fundPassword && <Badge>{text('account.state.on')}</Badge>}
        >
          <Button variant="quiet" onClick={() => setOpen('fund')}>
            {text(security.fundPassword ? 'account.password.change' : 'account.password.set')}
          </Button>
        </Setting>
      )}
      {open === 'login' && <LoginPasswordDialog holdHours={security.holdHours} onClose={close} />}
      {open === 'fund' && <FundPasswordDialog security={security} onClose={close} />}
    </div>
  );
}
