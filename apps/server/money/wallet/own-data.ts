import {
  everyPage,
  LEDGER,
  type LeftOut,
  ledgerTable,
  type OwnData,
  onePage,
} from '../../base/records/own-data.ts';
import { type BillsOptions, createBills } from './bills.ts';

const keeps = { keeps: LEDGER };

/** The ledger's records of users: balances, and every change of one up to the cut. */
export function walletOwnData(needs: BillsOptions): OwnData {
  const bills = createBills(needs);
  const all = { coin: null, kind: null, wallet: null } as const;
  return {
    tables: [
      {
        table: 'practice.grant',
        shows: ['asset_id', 'day', 'amount', 'remaining', 'given_back'],
        without: { user_id: 'the owner', key: 'of the request' },
        atClosing: keeps,
      },
    ],
    records: [
      { file: 'ledger-balances', from: [], pages: (_, { balances }) => onePage(Promise.resolve(balances)) },
      {
        file: 'ledger-entries',
        from: [ledgerTable('entries')],
        async *pages(userId, { seq }) {
          for await (const page of everyPage((request) => bills.bills(userId, all, request)))
            yield page.filter((bill) => (bill.seq as number) <= seq);
        },
      },
    ],
  };
}

export const walletLeftOut: readonly LeftOut[] = [
  { table: 'practice.allowance', reason: 'a counter of a day; its grants are shown', atClosing: keeps },
  {
    table: 'outbox.command',
    reason: 'commands on their way to the journal, whose entries are shown',
    atClosing: keeps,
  },
  { table: 'projections.accounts', reason: 'the numbers of accounts', atClosing: keeps },
];
