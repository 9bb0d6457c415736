import type { Amount } from '@candor/money';
import { everyPage, LEDGER, type OwnData, type OwnTable } from '../../base/records/own-data.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { Deposits } from './reads.ts';

export interface DepositsDataNeeds {
  readonly deposits: Pick<Deposits, 'log'>;
  readonly catalogues: CatalogueFollower;
}

const keeps = { keeps: LEDGER };

/** Addresses of users, and what came to them over chains beside deposits. */
const OF_CHAINS: readonly OwnTable[] = [
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
    table: 'deposits.unlisted',
    shows: [
      'chain',
      'contract',
      'transfers',
      'amount',
      'address',
      'sender',
      'transaction_hash',
      'block_number',
      'seen_at',
    ],
    without: { unlisted_no: 'of the house', block_hash: 'of the house', user_id: 'the owner' },
    atClosing: keeps,
  },
  {
    table: 'deposits.faucet_payment',
    shows: [
      'payment_no',
      'chain',
      'coin',
      'amount',
      'address',
      'transaction_hash',
      'requested_at',
      'refused_at',
    ],
    without: {
      user_id: 'the owner',
      key: 'of the request',
      nonce: 'of the house',
      raw_transaction: 'the bytes stand on the chain',
    },
    atClosing: keeps,
  },
];

/** Records of users in this room: deposits, and the addresses that are theirs for ever. */
export const depositsOwnData = ({ deposits, catalogues }: DepositsDataNeeds): OwnData => ({
  tables: [
    ...OF_CHAINS,
    {
      table: 'deposits.recharge',
      shows: [
        'recharge_no',
        'method',
        'bank',
        'coin',
        'amount',
        'note',
        'screenshot',
        'state',
        'reason',
        'submitted_at',
        'ended_at',
        'asset_id',
      ],
      without: {
        user_id: 'the owner',
        key: 'of the request',
        fingerprint: 'computed from the picture',
        eyes: 'of the review',
        review_round: 'of the review',
        first_approver: 'another person',
        first_name: 'another person',
      },
      line: ({ recharge_no, method, bank, coin, amount, note, screenshot, state, reason, ...row }) => ({
        recharge_no,
        method,
        bank,
        coin,
        note,
        screenshot,
        state,
        reason,
        amount: amountText(catalogues.current(), Number(row.asset_id), BigInt(String(amount)) as Amount),
        submitted_at: row.submitted_at,
        ended_at: row.ended_at,
      }),
      atClosing: { ...keeps, sets: { note: '', fingerprint: null } },
    },
  ],
  records: [
    {
      file: 'deposits',
      from: [
        { table: 'deposits.deposit', atClosing: keeps },
        {
          table: 'deposits.pooled',
          atClosing: { keeps: 'it ends with the next block, or leaves the pool' },
        },
      ],
      pages: (userId) => everyPage((page) => deposits.log(userId, null, page, (id) => id)),
    },
  ],
});
