import { useText } from '@candor/ui';
import { AccountPage } from '../shell/account-page.tsx';
import { Devices } from './devices.tsx';
import { Logins } from './logins.tsx';

/** The devices that know the account, and who logged in. */
export function DevicesPage() {
  const text = useText();
  return (
    <AccountPage current="devices">
      <div className="flex flex-col gap-8">
        <h1 className="text-20 font-semibold">{text('menu.devices')}</h1>
        <Devices />
        <Logins />
      </div>
    </AccountPage>
  );
}
