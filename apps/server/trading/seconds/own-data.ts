import { everyPage, ledgerTable, type OwnData } from '../../base/records/own-data.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { placed } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { receiptOf, secondOfRecord, secondRowOf, ticketOf } from './rows.ts';

export interface SecondsDataNeeds {
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly now: () => number;
}

/** The ledger's records of users' second contracts, each with its receipt. */
export const secondsOwnData = ({ history, catalogues, now }: SecondsDataNeeds): OwnData => ({
  records: [
    {
      file: 'seconds-contracts',
      from: [ledgerTable('second_contracts'), ledgerTable('second_ends'), ledgerTable('second_judgements')],
      pages: (userId) =>
        everyPage(async ({ cursor, limit }) => {
          const beforeId = cursor === null ? null : Number(cursor);
          const found = await history.seconds.contracts({
            userId,
            symbolId: null,
            beforeId,
            limit,
            ended: false,
          });
          const catalogue = catalogues.current();
          const seconds = found.map((record) => ({ ...secondOfRecord(record), record }));
          const records = (await placed(history, seconds)).map(({ record, journal, ...second }) => {
            const { terms, simulated, end } = second;
            const ticket = ticketOf(catalogue, terms, simulated);
            return {
              ...secondRowOf(catalogue, second, now()),
              receipt: end === null ? null : receiptOf(catalogue, ticket, end, terms.assetId),
              judgement: record.judgement,
              journal: end === null ? null : journal,
            };
          });
          const last = found.length < limit ? undefined : found.at(-1);
          return { records, nextCursor: last === undefined ? null : String(last.terms.contractId) };
        }),
    },
  ],
});
