import { everyPage, type LeftOut, ledgerTable, type OwnData } from '../../base/records/own-data.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { placedPage } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { otcOrderFacts } from './rows.ts';

export interface OtcDataNeeds {
  readonly history: History;
  readonly catalogues: CatalogueFollower;
}

/** Orders of a user on either side, statements, ratings and applications. The other side's name and payment details are in none. */
export function otcOwnData({ history, catalogues }: OtcDataNeeds): OwnData {
  const orders = ledgerTable('otc_orders');
  return {
    tables: [
      {
        table: 'otc.verdict',
        where: 'application_id in (select application_id from otc.application where user_id = $1)',
        shows: ['application_id', 'verdict', 'reason', 'at'],
        without: {
          operator_id: 'another person',
          operator: 'another person: users read the role',
        },
        atClosing: 'delete',
      },
      {
        table: 'otc.application',
        shows: [
          'application_id',
          'nickname',
          'about',
          'state',
          'reason',
          'submitted_at',
          'due_at',
          'decided_at',
        ],
        without: { user_id: 'the owner', nickname_key: 'the nickname as it is compared' },
        atClosing: 'delete',
      },
      {
        table: 'otc.merchant',
        shows: ['merchant_id', 'nickname', 'since'],
        without: { user_id: 'the owner', nickname_key: 'the nickname as it is compared' },
        atClosing: 'delete',
      },
      {
        table: 'otc.statement',
        shows: ['order_id', 'evidence', 'text', 'images', 'at'],
        without: { user_id: 'the owner' },
        atClosing: { keeps: 'evidence of an order of two, which the journal names by its hash' },
      },
      {
        table: 'otc.rating',
        shows: ['order_id', 'is_good', 'text', 'answer', 'rated_at'],
        without: { user_id: 'the owner', rated_id: 'another person' },
        atClosing: 'delete',
      },
    ],
    records: [
      {
        file: 'otc-orders',
        from: [
          { ...orders, owner: 'buyer_id' },
          { ...orders, owner: 'seller_id' },
        ],
        pages: (userId) =>
          everyPage(async ({ cursor, limit }) => {
            const { rows, next } = await history.otc.orders(userId, {}, cursor, limit);
            const catalogue = catalogues.current();
            const records = rows.map((record) => otcOrderFacts(catalogue, record, userId));
            return placedPage(history, { records, nextCursor: next });
          }),
      },
    ],
  };
}

export const otcLeftOut: readonly LeftOut[] = [
  {
    table: 'otc.trader',
    reason: 'if the identity check stands, and the keyed hash of the document, as the ledger was told',
    atClosing: { keeps: 'a person stays the same person after an account is closed' },
  },
];
