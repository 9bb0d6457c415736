import { useText } from '@candor/ui';
import { AccountPage } from '../../shell/account-page.tsx';
import { Levels } from './levels.tsx';

/** The identity check in the account centre. */
export function KycPage() {
  const text = useText();
  return (
    <AccountPage current="verification">
      <div className="flex flex-col gap-3">
        <h1 className="text-20 font-semibold">{text('menu.verification')}</h1>
        <Levels />
      </div>
    </AccountPage>
  );
}
