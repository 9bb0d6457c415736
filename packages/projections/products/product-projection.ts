import type { ProjectedCommand } from '../source.ts';
import type { ProductRows, ProductTable } from './product-table.ts';

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
