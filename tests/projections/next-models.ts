import { billsModel } from '../../packages/projections/products/bills/bills.ts';
import { spotModel } from '../../packages/projections/products/spot/spot.ts';
import { fillsTable } from '../../packages/projections/products/spot/tables.ts';
import type { ReadModel } from '../../packages/projections/read-model.ts';
import { readModels } from '../../packages/projections/read-models.ts';
import { defineTable, int8, type TypedTable } from '../../packages/projections/table.ts';
import type { Rows, TableRows } from '../../packages/projections/table-rows.ts';

/** Fills with a column more, which may not be null. */
export const nextFills = defineTable({
  name: fillsTable.name,
  version: fillsTable.version + 1,
  rows: fillsTable.rows,
  key: ['user_id', 'trade_id'],
  columns: { ...fillsTable.columns, price_by_lots: { ...int8, earlier: '-1' } },
  indexes: [['order_id', 'price_by_lots']],
});

/** The product's tables with entries and fills of the next version. */
export function nextModels(): readonly ReadModel[] {
  const nextEntries = billsModel.tables.map((table) => ({ ...table, version: table.version + 1 }));
  const bills: ReadModel = {
    ...billsModel,
    tables: nextEntries,
    project: (command, rows, isHouse) =>
      billsModel.project(command, swapped(rows, billsModel.tables[0], nextEntries[0]), isHouse),
  };
  const spot: ReadModel = {
    ...spotModel,
    tables: spotModel.tables.map((table) => (table === fillsTable ? nextFills : table)),
    project: (command, rows, isHouse) => spotModel.project(command, withProduct(rows), isHouse),
  };
  return Object.entries(readModels).map(([name, model]) =>
    name === 'spot' ? spot : name === 'bills' ? bills : model,
  );
}

function swapped(rows: Pick<Rows, 'of'>, from: unknown, to: unknown): Pick<Rows, 'of'> {
  return { of: (table) => rows.of(table === from ? (to as typeof table) : table) };
}

function withProduct(rows: Pick<Rows, 'of'>): Pick<Rows, 'of'> {
  return {
    of(table) {
      if ((table as unknown) !== fillsTable) return rows.of(table);
      const put: TableRows<typeof fillsTable.columns>['put'] = (row) =>
        rows.of(nextFills).put({ ...row, price_by_lots: BigInt(row.price_ticks) * BigInt(row.lots) });
      return { put } as unknown as TableRows<typeof table extends TypedTable<infer Set> ? Set : never>;
    },
  };
}
