import { Button } from '@candor/ui';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../common/error-words.ts';
import { hasPasskeys, signWithPasskey } from '../common/passkeys.ts';
import { useServices } from '../data/index.ts';
import { FormRefusal } from './form-refusal.tsx';

/** Login by a passkey, without a name or a password; nothing where this browser has none. */
export function PasskeyLogin({ onEntered }: { readonly onEntered: () => void }) {
  const { client, session } = useServices();
  const intl = useIntl();
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!hasPasskeys()) return null;

  const login = async () => {
    setPending(true);
    setRefusal(null);
    try {
      const options = await client.call('getPasskeyLogin');
      const response = await signWithPasskey(options).catch(() => null);
      if (response === null) {
        setRefusal(intl.formatMessage({ id: 'user.login.passkeyCancelled' }));
        return;
      }
      await session.enter(await client.call('passkeyLogin', { body: { response } }));
      onEntered();
    } catch (error) {
      setRefusal(wordsOf(intl, error));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="flex flex-col gap-5">
      <Button variant="quiet" size="large" wide loading={isPending} onClick={() => void login()}>
        <Fingerprint aria-hidden="true" className="size-4" strokeWidth={1.75} />
        {intl.formatMessage({ id: 'user.login.passkey' })}
      </Button>
      <FormRefusal text={refusal} />
    </div>
  );
}
