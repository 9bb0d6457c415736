import type { Amount } from '@candor/money';
import {
  type DataRow,
  LEDGER,
  type LeftOut,
  type OwnData,
  type OwnTable,
} from '../../base/records/own-data.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';

const keeps = { keeps: LEDGER };
const OF_OWNER = 'withdrawal_no in (select withdrawal_no from withdrawals.withdrawal where user_id = $1)';
const OF_HOUSE = 'of the house';

/** Clocks, payments and approvals of withdrawals, the address book and the whitelist. */
const OF_WITHDRAWALS: readonly OwnTable[] = [
  {
    table: 'withdrawals.step',
    where: OF_OWNER,
    shows: ['withdrawal_no', 'step_no', 'state', 'reason', 'at'],
    atClosing: keeps,
  },
  {
    table: 'withdrawals.transaction',
    where: OF_OWNER,
    shows: ['withdrawal_no', 'hash', 'signed_at'],
    without: { raw: 'the bytes stand on the chain', gas: OF_HOUSE, max_fee: OF_HOUSE, tip: OF_HOUSE },
    atClosing: keeps,
  },
  {
    table: 'withdrawals.spend',
    where: OF_OWNER,
    shows: ['withdrawal_no', 'hash', 'fee', 'at', 'ended_at'],
    without: {
      chain: 'of the withdrawal',
      block_hash: 'the block stands on the chain',
      left_at: 'the steps of the withdrawal say when it left the chain',
      raw: 'the bytes stand on the chain',
      psbt: 'the bytes stand on the chain',
      keys: OF_HOUSE,
      rate: OF_HOUSE,
      change: OF_HOUSE,
      change_index: OF_HOUSE,
    },
    atClosing: keeps,
  },
  {
    table: 'withdrawals.approval',
    where: OF_OWNER,
    shows: ['withdrawal_no', 'round', 'signed_at'],
    without: {
      operator_id: 'another person',
      operator: 'another person',
      public_key: 'of the operator',
      signature: 'of the operator',
    },
    atClosing: keeps,
  },
  {
    table: 'withdrawals.address',
    shows: ['chain', 'address', 'label', 'saved_at'],
    without: { user_id: 'the owner' },
    atClosing: 'delete',
  },
  {
    table: 'withdrawals.setting',
    shows: ['whitelist'],
    without: { user_id: 'the owner' },
    atClosing: 'delete',
  },
];

/** Columns of a withdrawal that its owner reads as they are stored, and its two amounts. */
const SHOWN = [
  'withdrawal_no',
  'chain',
  'coin',
  'address',
  'amount',
  'fee',
  'state',
  'reason',
  'deadline',
  'requested_at',
  'ended_at',
  'confirmations',
  'review_round',
  'reference',
  'confirm_by',
  'confirmed_at',
  'first_code_at',
  'paid_at',
];

/** A withdrawal to its owner, with amounts in decimals. */
function lineOf(catalogues: CatalogueFollower, row: DataRow): DataRow {
  const text = (units: unknown) =>
    amountText(catalogues.current(), Number(row.asset_id), BigInt(String(units)) as Amount);
  return {
    ...Object.fromEntries(SHOWN.map((column) => [column, row[column]])),
    amount: text(row.amount),
    fee: text(row.fee),
  };
}

/** Records of users in this room: withdrawals with their clocks, the address book and the whitelist. */
export const withdrawalsOwnData = ({ catalogues }: { readonly catalogues: CatalogueFollower }): OwnData => ({
  tables: [
    {
      table: 'withdrawals.withdrawal',
      shows: [...SHOWN, 'asset_id'],
      without: {
        user_id: 'the owner',
        value_usdt: 'of the limit of the day',
        nonce: OF_HOUSE,
        first_gas: OF_HOUSE,
        first_max_fee: OF_HOUSE,
        first_tip: OF_HOUSE,
        approvals_expire: OF_HOUSE,
        fee_ceiling: OF_HOUSE,
        block_number: 'the block stands on the chain',
        block_hash: 'the block stands on the chain',
        left_at: 'its steps say when it left the chain',
        halted: OF_HOUSE,
        halted_at: OF_HOUSE,
        payout_approver: 'another person',
        payout_approver_name: 'another person',
      },
      line: (row) => lineOf(catalogues, row),
      atClosing: keeps,
    },
    ...OF_WITHDRAWALS,
  ],
});

export const withdrawalsLeftOut: readonly LeftOut[] = [
  {
    table: 'withdrawals.payload',
    reason: 'ids of encrypted requests, so that none is taken twice',
    atClosing: 'delete',
  },
];
