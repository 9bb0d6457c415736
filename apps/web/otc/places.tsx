import { Navigate } from '@tanstack/react-router';

/** OTC begins with its offers. */
export const OtcPlace = () => <Navigate to="/otc/common" replace />;

/** The merchant's pages begin with the dashboard. */
export const MerchantPlace = () => <Navigate to="/merchant/index" replace />;
