import { CoinsTable } from '../earn/coins-table.tsx';
import { finance } from '../earn/product.ts';

/** The user's invested coins as a part of the earn assets. */
export const InvestedCoins = () => <CoinsTable product={finance} />;
