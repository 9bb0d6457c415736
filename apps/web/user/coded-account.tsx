import { CodeField } from '../forms/code-field.tsx';
import type { CodeSending } from '../forms/use-codes.ts';
import { AccountField, type AccountFieldProps } from './account-field.tsx';
import { checkCodeGiven } from './validation.ts';

interface CodedAccountProps extends Pick<AccountFieldProps, 'auth' | 'kinds' | 'describe'> {
  readonly codes: CodeSending;
  readonly type: 'register' | 'reset';
}

/** The account of a registration or a reset, and the code that proves its email or phone. */
export function CodedAccount({ auth, codes, type, ...account }: CodedAccountProps) {
  const { form, kind } = auth;
  return (
    <>
      <AccountField {...account} auth={auth} onKindChange={codes.reset} />
      {kind !== 'account' && (
        <CodeField
          registration={form.register('code', {
            validate: (code) => auth.words(checkCodeGiven(code, true)),
            // a name has no code: one that was typed for a contact is not sent with it
            shouldUnregister: type === 'register',
          })}
          error={auth.error('code')}
          contact={kind}
          codes={codes}
          isForWhoever={type === 'reset'}
          onSend={() => void auth.sendCode((to) => codes.send(kind, { type, account: to }))}
        />
      )}
    </>
  );
}
