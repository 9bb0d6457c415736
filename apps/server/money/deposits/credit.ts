import { amount, assert, InvariantError, parseDecimal } from '@candor/money';
import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import type { Promised, Promises } from '../../engine/outbox/index.ts';
import type { DepositAsset, ListedChain } from '../chains/index.ts';
import { assertSeen, assertShares, haltDeposit, LARGEST_CREDIT, leaving } from './asserts.ts';
import { toChain, toLedger } from './units.ts';

/** An asset of the ledger. */
export interface LedgerAsset {
  readonly assetId: number;
  readonly scale: number;
}

/** Means by which confirmed deposits reach the ledger. */
export interface CreditDeps {
  readonly promises: Pick<Promises, 'promiseAll'>;
  /** The ledger's asset of a code; undefined if it has none. */
  readonly ledgerAsset: (code: string) => LedgerAsset | undefined;
  /** Called with what an operator must hear of. */
  readonly alarm?: (line: string) => void;
}

interface Confirmed {
  readonly deposit_no: bigint;
  readonly user_id: bigint;
  readonly coin: string;
  readonly amount: string;
  readonly decimals: number;
  readonly transaction_hash: string;
  readonly ordinal: number;
  readonly block_hash: string;
  readonly credited: bigint | null;
  readonly turn: number;
  readonly returned_amount: string | null;
  readonly remaining: bigint | null;
  readonly standing: string | null;
}

/** Returns the amount from which a deposit is large, in base units of the chain. */
export function largeFrom({ large, decimals }: DepositAsset): bigint {
  const from = parseDecimal(large.from, decimals);
  if (from === null) throw new RangeError(`${large.from} has more than ${decimals} decimals`);
  return from;
}

export const creditKey = (depositNo: number) => `deposit:${depositNo}`;

/**
 * Credits the deposits that the block at `tip` confirms, each by one promised command, in the caller's transaction; large
 * ones only in blocks up to `final`, none of a token whose units are in doubt, and none of a transaction whose earlier
 * transfer to the user is taken back: which is the same one is not decided yet.
 * An amount below the ledger's scale or the minimum stays as the user's dust and counts with the next
 * deposit: the deposits that stand are always exactly what is credited plus the dust. A deposit whose assert fails is
 * halted alone. Returns the promised keys.
 */
export async function creditConfirmed(
  trx: Trx,
  chain: ListedChain,
  { tip, final }: { readonly tip: number; readonly final: number },
  deps: CreditDeps,
): Promise<string[]> {
  const { rows } = await sql<Confirmed>`
    select deposit_no, user_id, coin, amount, decimals, transaction_hash, ordinal, block_hash, credited, turn,
      returned_amount, remaining,
      (select hash from deposits.block b where b.chain = deposit.chain and b.number = block_number) as standing
    from deposits.deposit
    where chain = ${chain.key} and state = 'seen' and halted is null and block_number <= ${tip} + 1 - confirmations_needed
      and (not is_large or block_number <= ${final}::bigint)
      and not exists (
        select from deposits.delisted l
        where l.chain = deposit.chain and l.coin = deposit.coin and l.reason <> 'amounts')
      and not exists (
        select from deposits.deposit t
        where t.chain = deposit.chain and t.transaction_hash = deposit.transaction_hash
          and t.user_id = deposit.user_id and t.coin = deposit.coin
          and t.state in ('taken-back', 'returned', 'reduced'))
    order by deposit_no for update`.execute(trx);
  const dusts = await lockDusts(trx, chain.key, rows);
  const ends: Ended[] = [];
  const promised: Promised[] = [];
  for (const deposit of rows) {
    let end: Ended;
    try {
      end = confirm(chain, deposit, dusts, deps);
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error;
      await haltDeposit(trx, deposit.deposit_no, error, deps.alarm);
      continue;
    }
    ends.push(end);
    if (end.state !== 'credited') continue;
    const depositNo = idOf(deposit.deposit_no);
    promised.push({
      key: creditKey(depositNo),
      userId: 0,
      body: {
        type: 'creditDeposit',
        depositNo,
        accountUserId: idOf(deposit.user_id),
        assetId: end.assetId,
        amount: amount(end.credited ?? 0n),
        chain: chain.key,
        transaction: deposit.transaction_hash,
        ordinal: deposit.ordinal,
      },
    });
  }
  await endAll(trx, ends);
  await writeDusts(trx, chain.key, dusts);
  await deps.promises.promiseAll(trx, promised);
  return promised.map(({ key }) => key);
}

interface Ended {
  readonly depositNo: bigint | number;
  readonly state: 'credited' | 'dust' | 'unlisted';
  /** In base units of the ledger; null for what no ledger holds. */
  readonly credited: bigint | null;
  readonly assetId: number;
}

/** Dust of users by coin while a block is credited. */
type Dusts = Map<string, { readonly userId: bigint; readonly coin: string; amount: bigint }>;

const dustKey = ({ user_id, coin }: Pick<Confirmed, 'user_id' | 'coin'>) => `${user_id} ${coin}`;

/** Decides on one confirmed deposit, and takes its dust along. */
function confirm(chain: ListedChain, deposit: Confirmed, dusts: Dusts, deps: CreditDeps): Ended {
  const { deposit_no: depositNo } = deposit;
  assertSeen(deposit);
  const asset = chain.assets.find(({ code }) => code === deposit.coin);
  const ledger = deps.ledgerAsset(deposit.coin);
  const dust = dusts.get(dustKey(deposit));
  const unlisted = { depositNo, state: 'unlisted', credited: null, assetId: 0 } as const;
  if (asset === undefined || ledger === undefined || dust === undefined) return unlisted;
  const total = dust.amount + BigInt(deposit.amount);
  const minimum = parseDecimal(asset.minimum, deposit.decimals) ?? 0n;
  const units = total < minimum ? 0n : toLedger(total, deposit.decimals, ledger.scale);
  if (units >= LARGEST_CREDIT) return unlisted;
  const credited = units > 0n ? units : 0n;
  const ofChain = toChain(credited, deposit.decimals, ledger.scale);
  assertShares(deposit, { total, credited: ofChain, dust: total - ofChain });
  dust.amount = total - ofChain;
  return { depositNo, state: credited === 0n ? 'dust' : 'credited', credited, assetId: ledger.assetId };
}

/** Locks the dust of all owners of these deposits, in an order that is the same for everybody. */
async function lockDusts(trx: Trx, chain: string, deposits: readonly Confirmed[]): Promise<Dusts> {
  const keys = new Map(deposits.map((deposit) => [dustKey(deposit), deposit]));
  const owners = [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, deposit]) => deposit);
  if (owners.length === 0) return new Map();
  const { rows } = await sql<{ user_id: bigint; coin: string; amount: string }>`
    insert into deposits.dust as d (chain, user_id, coin, amount)
    select ${chain}, user_id, coin, 0
    from unnest(
      ${owners.map(({ user_id }) => user_id)}::bigint[], ${owners.map(({ coin }) => coin)}::text[]
    ) as o (user_id, coin)
    on conflict (chain, user_id, coin) do update set amount = d.amount
    returning user_id, coin, amount`.execute(trx);
  return new Map(
    rows.map((row) => [dustKey(row), { userId: row.user_id, coin: row.coin, amount: BigInt(row.amount) }]),
  );
}

async function writeDusts(trx: Trx, chain: string, dusts: Dusts): Promise<void> {
  const all = [...dusts.values()];
  if (all.length === 0) return;
  await sql`
    update deposits.dust as d set amount = n.amount
    from unnest(
      ${all.map(({ userId }) => userId)}::bigint[], ${all.map(({ coin }) => coin)}::text[],
      ${all.map((each) => `${each.amount}`)}::numeric[]
    ) as n (user_id, coin, amount)
    where d.chain = ${chain} and d.user_id = n.user_id and d.coin = n.coin`.execute(trx);
}

async function endAll(trx: Trx, ends: readonly Ended[]): Promise<void> {
  if (ends.length === 0) return;
  for (const { state } of ends) leaving('seen', state);
  const { numAffectedRows } = await sql`
    update deposits.deposit as d set state = e.state, credited = e.credited, ended_at = now()
    from unnest(
      ${ends.map(({ depositNo }) => depositNo)}::bigint[], ${ends.map(({ state }) => state)}::text[],
      ${ends.map(({ credited }) => (credited === null ? null : `${credited}`))}::bigint[]
    ) as e (deposit_no, state, credited)
    where d.deposit_no = e.deposit_no and d.state = 'seen'`.execute(trx);
  assert(numAffectedRows === BigInt(ends.length), 'DEPOSIT_NOT_ENDED', { deposits: ends.length });
}
