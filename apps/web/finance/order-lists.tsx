import { OrdersFile } from '../earn/orders-file.tsx';
import { OrdersTable } from '../earn/orders-table.tsx';
import { finance } from '../earn/product.ts';

/** All finance orders as a list of the order centre. */
export const Investments = () => <OrdersTable product={finance} status={undefined} inset />;

/** The same as a file. */
export const InvestmentsFile = () => <OrdersFile product={finance} status={undefined} />;
