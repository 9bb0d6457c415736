import type { Tables } from '../../base/database/index.ts';
import { ENDS_SQL } from './address-ends.ts';

export const migrations: Tables = {
  sql: `
  create table withdrawals.withdrawal (
    withdrawal_no bigint generated always as identity primary key,
    user_id bigint not null,
    chain text not null,
    coin text not null,
    asset_id integer not null,
    address text not null,
    -- Arrives at the address.
    amount bigint not null check (amount > 0),
    fee bigint not null check (fee >= 0),
    -- In base units of USDT, at the request: what the limit of the day counts.
    value_usdt bigint not null,
    state text not null,
    reason text,
    deadline timestamptz,
    requested_at timestamptz not null,
    ended_at timestamptz,
    -- Bound to it from the first signature on.
    nonce integer,
    confirmations integer not null default 0,
    -- Gas and fees of the first signature, bound with the nonce: a payer that was killed asks for the same
    -- bytes.
    first_gas text,
    first_max_fee text,
    first_tip text,
    -- Counts how often operators were asked; signatures are those of one round.
    review_round integer not null default 0,
    -- From then on the approvals of the round are worth nothing.
    approvals_expire timestamptz,
    -- The most that operators let it pay to the network, in base units of the chain's own coin.
    fee_ceiling text,
    -- Of the bank that paid it; null for what no bank has paid.
    reference text,
    -- The operator who approved a payout by bank before it was paid.
    payout_approver bigint,
    payout_approver_name text,
    -- How the code for a first-used address is sent; null where none is needed.
    confirm_by text,
    confirmed_at timestamptz,
    -- When the first code was sent, or was refused for good; until then it is sent by the house itself.
    first_code_at timestamptz,
    -- The block that holds its payment, as the chain was last seen; null while none does.
    block_number integer,
    block_hash text,
    -- When its payment had the confirmations of its coin; null before, for a large amount, and after its block
    -- was lost.
    paid_at timestamptz,
    -- Since when a payment that a block held is in none; null while all is well.
    left_at timestamptz,
    -- The assert that failed of it; it is passed over until two operators resume it.
    halted text,
    halted_at timestamptz,
    unique (chain, nonce)
  );
  create index withdrawal_of_user on withdrawals.withdrawal (user_id, withdrawal_no);
  create index withdrawal_open on withdrawals.withdrawal (withdrawal_no) where ended_at is null;
  create index withdrawal_ends on withdrawals.withdrawal (user_id, (${ENDS_SQL}));
  create index withdrawal_confirming on withdrawals.withdrawal (requested_at)
    where state = 'confirming' and first_code_at is null;
  create index withdrawal_of_day on withdrawals.withdrawal (user_id, requested_at);
  create index withdrawal_of_block on withdrawals.withdrawal (chain, block_number);
  create index withdrawal_failed on withdrawals.withdrawal (chain, address) where reason = 'recipient';
  create index withdrawal_halted on withdrawals.withdrawal (withdrawal_no) where halted is not null;
  create index withdrawal_left on withdrawals.withdrawal (chain) where left_at is not null;
  create table withdrawals.step (
    withdrawal_no bigint not null references withdrawals.withdrawal,
    step_no integer not null,
    state text not null,
    reason text,
    at timestamptz not null,
    primary key (withdrawal_no, step_no)
  );
  create table withdrawals.transaction (
    hash text primary key,
    withdrawal_no bigint not null references withdrawals.withdrawal,
    raw text not null,
    gas text not null,
    max_fee text not null,
    tip text not null,
    signed_at timestamptz not null
  );
  create index transaction_of on withdrawals.transaction (withdrawal_no);
  -- The wallet that pays on a chain. Its row is locked while a nonce is given out.
  create table withdrawals.wallet (
    chain text primary key,
    address text not null,
    next_nonce integer not null,
    -- Why nothing is signed any more until a person has looked; null while all is well.
    stopped text,
    -- Operators whose keys the signer accepts, as it last said.
    approvers integer not null default 0,
    stop_cause text,
    stopped_at timestamptz,
    -- The count of mined payments when it stopped: two operators resumed it knowing that others took nonces below.
    seen_nonce integer not null default 0
  );
  -- The fee of a coin, in base units of the ledger, and when the payer last had an estimate.
  create table withdrawals.network (
    chain text not null,
    coin text not null,
    fee bigint not null,
    at timestamptz not null,
    changed_at timestamptz not null default 'epoch',
    -- The fee that this one replaced; accepted for a while from 'changed_at' on.
    earlier_fee bigint,
    primary key (chain, coin)
  );
  create table withdrawals.address (
    user_id bigint not null,
    chain text not null,
    address text not null,
    label text not null,
    saved_at timestamptz not null,
    primary key (user_id, chain, address)
  );
  create table withdrawals.setting (
    user_id bigint primary key,
    whitelist boolean not null
  );
  -- An operator's signature over the whole payment. Rows are only added.
  create table withdrawals.approval (
    withdrawal_no bigint not null references withdrawals.withdrawal,
    round integer not null,
    operator_id bigint not null,
    operator text not null,
    public_key text not null,
    signature text not null,
    signed_at timestamptz not null,
    primary key (withdrawal_no, round, operator_id),
    unique (withdrawal_no, round, public_key)
  );
  -- Ids of encrypted requests that were taken: none is taken twice.
  create table withdrawals.payload (
    user_id bigint not null,
    jti text not null,
    expires_at timestamptz not null,
    primary key (user_id, jti)
  );
  create index payload_over on withdrawals.payload (expires_at);
  -- A version of a payment, stored before it is signed; a merge belongs to no withdrawal.
  create table withdrawals.spend (
    chain text not null,
    -- The id of its transaction, which signatures do not change.
    hash text not null,
    withdrawal_no bigint references withdrawals.withdrawal,
    psbt text not null,
    -- The keys of its inputs, as the signer takes them.
    keys text not null,
    fee numeric(78) not null,
    -- Per virtual byte.
    rate numeric(78) not null,
    -- Goes back to the hot wallet as the last output; 0 for none.
    change numeric(78) not null,
    change_index integer not null,
    raw text,
    at timestamptz not null,
    -- A merge that is final, or that can never be.
    ended_at timestamptz,
    -- The block that holds a merge, as the chain was last seen; null while none does.
    block_hash text,
    -- Since when a merge that a block held is in none.
    left_at timestamptz,
    primary key (chain, hash)
  );
  create index spend_of on withdrawals.spend (withdrawal_no);
  -- An output that a payment spends, bound to it for ever: a signed version may exist.
  create table withdrawals.spend_input (
    chain text not null,
    hash text not null,
    index integer not null,
    withdrawal_no bigint,
    amount numeric(78) not null,
    address_index integer,
    primary key (chain, hash, index)
  );
  create index spend_input_of on withdrawals.spend_input (withdrawal_no);
  -- Addresses of the house, past ones too: nothing is withdrawn to them.
  create table withdrawals.house_address (
    chain text not null,
    address text not null,
    primary key (chain, address)
  );
  create index house_address_is on withdrawals.house_address (lower(address));
`,
};
