import { everyPage, LEDGER, type OwnData } from '../own-data.ts';
import type { Deposits } from './reads.ts';

const keeps = { keeps: LEDGER };

/** What this room keeps about users: deposits, and the addresses that are theirs for ever. */
export const depositsOwnData = (deposits: Pick<Deposits, 'log'>): OwnData => ({
  tables: [
    {
      table: 'deposits.address',
      shows: ['chain', 'address', 'assigned_at'],
      without: { user_id: 'the owner', derivation_index: 'of the house', batch: 'of the house' },
      atClosing: { keeps: 'an address is given to one account, so that no payment reaches another' },
    },
    {
      table: 'deposits.dust',
      shows: ['chain', 'coin', 'amount'],
      without: { user_id: 'the owner' },
      atClosing: keeps,
    },
    {
      table: 'deposits.faucet_payment',
      shows: ['payment_no', 'chain', 'coin', 'amount', 'address', 'transaction_hash', 'requested_at'],
      without: {
        ...{ user_id: 'the owner', key: 'of the request', nonce: 'of the house' },
        raw_transaction: 'the bytes stand on the chain',
      },
      atClosing: keeps,
    },
  ],
  records: [
    {
      file: 'deposits',
      from: [{ table: 'deposits.deposit', atClosing: keeps }],
      pages: (userId) => everyPage((page) => deposits.log(userId, null, page)),
    },
  ],
});
