import { EmptyState, useText } from '@candor/ui';
import { Navigate } from '@tanstack/react-router';
import { useUser } from '../data/index.ts';
import { AccountPage } from '../shell/account-page.tsx';

const MERCHANT = 2;

/** The place of a part that is not open yet: its heading, and plainly that there is nothing. */
function Place({ id }: { readonly id: 'merchant' }) {
  const text = useText();
  return (
    <AccountPage current={id}>
      <div className="flex flex-col gap-4">
        <h1 className="text-20 font-semibold">{text(`menu.${id}`)}</h1>
        <EmptyState
          className="border-y"
          title={text(`account.place.${id}`)}
          text={text(`account.place.${id}.text`)}
        />
      </div>
    </AccountPage>
  );
}

/** Page for merchants alone; anybody else is led to the account. */
export function MerchantPage() {
  const user = useUser();
  if (user !== null && user.is_merchant !== MERCHANT) return <Navigate to="/account/center/info" replace />;
  return <Place id="merchant" />;
}

/** The account centre begins with the account's details. */
export function AccountCentre() {
  return <Navigate to="/account/center/info" replace />;
}
