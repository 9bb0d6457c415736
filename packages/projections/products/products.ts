import { contractProjection } from './contracts.ts';
import { marginProjection } from './margin.ts';
import type { ProductProjection } from './product-projection.ts';
import type { ProductTable } from './product-table.ts';
import { secondsProjection } from './seconds.ts';
import { waitingOrdersProjection } from './waiting-orders.ts';

export const productProjections: readonly ProductProjection[] = [
  contractProjection,
  secondsProjection,
  marginProjection,
  waitingOrdersProjection,
];

export const productTables: readonly ProductTable[] = productProjections.flatMap(({ tables }) => tables);
