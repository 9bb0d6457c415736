import type { ProjectedCommand } from '../source.ts';
import { contractProjection } from './contracts.ts';
import type { ProductRows, ProductTable } from './product-table.ts';
import { secondsProjection } from './seconds.ts';
import { waitingOrdersProjection } from './waiting-orders.ts';

/** What a product reads out of the journal into tables of its own. */
export interface ProductProjection {
  readonly tables: readonly ProductTable[];
  /** Puts the rows of a committed command; `house` tells whether a user is the house, which leaves no rows. */
  project(
    command: ProjectedCommand,
    rows: { product(table: ProductTable): ProductRows },
    house: (userId: number) => boolean,
  ): void;
}

export const productProjections: readonly ProductProjection[] = [
  contractProjection,
  secondsProjection,
  waitingOrdersProjection,
];

export const productTables: readonly ProductTable[] = productProjections.flatMap(({ tables }) => tables);
