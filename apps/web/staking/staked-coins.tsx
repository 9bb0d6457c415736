import { CoinsTable } from '../earn/coins-table.tsx';
import { staking } from '../earn/product.ts';

/** The user's staked coins as a part of the earn assets. */
export const StakedCoins = () => <CoinsTable product={staking} />;
