import { OrdersFile } from '../earn/orders-file.tsx';
import { OrdersTable } from '../earn/orders-table.tsx';
import { staking } from '../earn/product.ts';

/** All staking orders as a list of the order centre. */
export const StakingOrders = () => <OrdersTable product={staking} status={undefined} inset />;

/** The same as a file. */
export const StakingFile = () => <OrdersFile product={staking} status={undefined} />;
