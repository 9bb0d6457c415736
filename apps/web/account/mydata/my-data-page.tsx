import { useText } from '@candor/ui';
import { AccountPage } from '../../shell/account-page.tsx';
import { CloseAccount } from './closing.tsx';
import { Exports } from './exports.tsx';

/** Everything about the user as a file, and the end of the account. */
export function MyDataPage() {
  const text = useText();
  return (
    <AccountPage current="mydata">
      <div className="flex flex-col gap-8">
        <h1 className="text-20 font-semibold">{text('mydata.title')}</h1>
        <Exports />
        <CloseAccount />
      </div>
    </AccountPage>
  );
}
