import { Navigate } from '@tanstack/react-router';
import { useUser } from '../data/index.ts';

const MERCHANT = 2;

/** The merchant's dashboard; anybody else is led to the account. */
export function MerchantPage() {
  const user = useUser();
  if (user !== null && user.is_merchant !== MERCHANT) return <Navigate to="/account/center/info" replace />;
  return <Navigate to="/merchant/index" replace />;
}

/** The account centre begins with the account's details. */
export function AccountCentre() {
  return <Navigate to="/account/center/info" replace />;
}
