import type { ChainAsset, FeeEstimate } from '@candor/chains';
import { InvariantError, parseDecimal } from '@candor/money';
import { sql } from 'kysely';
import { type Signed, SignerError } from '../../../signer/index.ts';
import { idOf, kyselyOf } from '../../base/database/index.ts';
import { readFinality } from '../chains/index.ts';
import { haltRow } from '../halts/index.ts';
import { judgeHalted, judgeLeft } from './alarms.ts';
import { assertGasNonce, assertMovement, assertRaised, leaving } from './asserts.ts';
import { assertBytes, followEndedMovements, followMovement, raisedFee } from './movements.ts';
import type { FollowingSweeps, Movement, SweeperDeps, SweeperRoom } from './sweeper-room.ts';
import { GAS_ROOM_PERCENT, SWEEP_FEE_CEILING, treasuryTermsOf } from './terms.ts';

/** Empties deposit addresses into the hot wallet. */
export interface Sweeper {
  /** Follows what is under way and begins what is due. One call at a time. */
  round(): Promise<void>;
}

/** Sweeps begun in one round. */
const BATCH = 20;

/**
 * Moves credited deposits from users' addresses to the hot wallet, from a threshold on and under a fee ceiling. A token's
 * sweep is paid with gas from a wallet of its own, so that nothing here takes a nonce of withdrawals. What is swept is what
 * was credited, never the balance: coins that nobody explained stay where they are for the support list.
 */
export async function openSweeper(deps: SweeperDeps): Promise<Sweeper> {
  const [hotAddress, gasAddress] = await Promise.all([deps.signer.hotAddress(), deps.signer.gasAddress()]);
  const room: SweeperRoom = {
    ...deps,
    db: kyselyOf(deps.pool),
    hotAddress,
    gasAddress,
  };
  const { db, chain, adapter, alarm } = room;
  const native = chain.assets.find(({ contract }) => contract === null);
  if (native === undefined) throw new Error(`${chain.key} has no coin of its own`);

  return {
    async round() {
      const open = await db
        .selectFrom('treasury.movement')
        .selectAll()
        .where('chain', '=', chain.key)
        .where('ended_at', 'is', null)
        .orderBy('movement_no')
        .execute();
      // One that its signer refuses or its node does not know holds up no other.
      const alone = async (address: string, step: () => Promise<void>): Promise<void> => {
        try {
          await step();
        } catch (error) {
          alarm(`The sweep of ${address} waits: ${(error as Error).message}`);
        }
      };
      const following: FollowingSweeps = { ...room, finality: readFinality(adapter, chain) };
      /** Gas that has its confirmations is there to be used, although it is followed on. */
      const usable = new Set<Movement>();
      let fee: FeeEstimate | null = null;
      const theFee = async () => {
        fee ??= await adapter.feeEstimate();
        return fee;
      };
      const raise = async (movement: Movement) => raiseFee(room, native, movement, await theFee());
      for (const movement of open)
        if (movement.halted === null)
          await alone(movement.address, () =>
            orHaltMovement(room, movement, async () => {
              assertMovement(movement);
              if (movement.raw === null) await signMovement(room, movement);
              else if (
                (await followMovement(following, movement, raise)) !== 'waits' &&
                movement.kind === 'gas'
              )
                usable.add(movement);
            }),
          );
      await followEndedMovements(following);
      await judgeLeft(db, chain, room.now());
      await judgeHalted(db, chain, room.now());
      const busy = new Set(open.filter((each) => !usable.has(each)).map(({ address }) => address));
      for (const due of await dueSweeps(room)) {
        if (busy.has(due.address)) continue;
        busy.add(due.address);
        await alone(due.address, async () => begin(room, native, due, await theFee()));
      }
    },
  };
}

/** Runs a step of a movement, and halts it where its assert fails: its address is left alone until two operators resume it. */
async function orHaltMovement(
  { db, alarm, now }: SweeperRoom,
  { movement_no, kind, address }: Movement,
  step: () => Promise<unknown>,
): Promise<void> {
  try {
    await step();
  } catch (error) {
    const isOfSigner = error instanceof SignerError && error.code === 'INVARIANT';
    const broken = isOfSigner ? new InvariantError(`MOVEMENT_SIGNER: ${error.message}`) : error;
    if (!(broken instanceof InvariantError)) throw error;
    await haltRow(db, 'movement', movement_no, broken, now());
    alarm(`The ${kind} of ${address} is halted: ${broken.message}`);
  }
}

interface Due {
  readonly address: string;
  readonly index: number;
  readonly coin: string;
  /** Confirmed deposits that were not swept, in base units of the chain. */
  readonly units: bigint;
}

/** Addresses whose confirmed and unswept deposits reach the threshold of their coin. */
async function dueSweeps({ db, chain }: SweeperRoom): Promise<Due[]> {
  const due: Due[] = [];
  for (const asset of chain.assets) {
    const terms = treasuryTermsOf(asset.code);
    if (terms === null) continue;
    const threshold = parseDecimal(terms.sweepFrom, asset.decimals) ?? 0n;
    const { rows } = await sql<{ address: string; derivation_index: bigint; units: string }>`
      with arrived as (
        select address, sum(amount) as units from deposits.deposit
        where chain = ${chain.key} and coin = ${asset.code} and state in ('credited', 'dust') group by address),
      moved as (
        select address, sum(amount) as units from treasury.movement
        where chain = ${chain.key} and coin = ${asset.code} and kind = 'sweep' and state not in ('failed', 'lost')
        group by address),
      burnt as (
        select address, sum(case when kind = 'sweep' then coalesce(fee_paid, 0) else -amount end) as units
        from treasury.movement
        where chain = ${chain.key} and ${asset.contract === null} and state in ('done', 'failed') group by address)
      select a.address, a.derivation_index,
        arrived.units - coalesce(moved.units, 0) - coalesce(burnt.units, 0) as units
      from arrived join deposits.address a on a.chain = ${chain.key} and a.address = arrived.address
      left join moved on moved.address = a.address left join burnt on burnt.address = a.address
      where arrived.units - coalesce(moved.units, 0) - coalesce(burnt.units, 0) >= ${threshold.toString()}::numeric
      order by units desc limit ${BATCH}`.execute(db);
    due.push(
      ...rows.map(({ address, derivation_index, units }) => ({
        address,
        index: idOf(derivation_index),
        coin: asset.code,
        units: BigInt(units),
      })),
    );
  }
  return due;
}

async function begin(room: SweeperRoom, native: ChainAsset, due: Due, fee: FeeEstimate): Promise<void> {
  const { adapter, hotAddress } = room;
  const asset = room.chain.assets.find(({ code }) => code === due.coin)!;
  const head = await adapter.head();
  const there = await adapter.balanceAt(due.address, asset, head.hash);
  // Less than was credited: reconciliation says it; nothing is swept that is not there.
  const units = there < due.units ? there : due.units;
  if (units <= 0n) return;
  const nonce = await adapter.minedNonce(due.address);
  const build = (amount: bigint) =>
    adapter.buildPayment({ from: due.address, to: hotAddress, asset, amount, nonce, fee });
  const unsigned = await build(asset.contract === null ? units / 2n : units);
  const price = unsigned.gas * fee.maxFeePerGas;
  if (price > SWEEP_FEE_CEILING) return;
  const movement = {
    index: due.index,
    address: due.address,
    gas: unsigned.gas,
    fee,
  };
  if (asset.contract === null) {
    if (units > price)
      await bind(room, { ...movement, kind: 'sweep', coin: due.coin, amount: units - price, nonce });
    return;
  }
  const gasThere = await adapter.balanceAt(due.address, native, head.hash);
  if (gasThere >= price)
    await bind(room, { ...movement, kind: 'sweep', coin: due.coin, amount: units, nonce });
  else await bindGas(room, native, { ...movement, amount: (price * GAS_ROOM_PERCENT) / 100n - gasThere });
}

interface Begun {
  readonly index: number;
  readonly address: string;
  readonly gas: bigint;
  readonly fee: FeeEstimate;
  readonly amount: bigint;
}

/** Gives out the gas wallet's next nonce: its transactions follow each other, none waits for a sweep. */
async function bindGas(room: SweeperRoom, native: ChainAsset, begun: Begun): Promise<void> {
  const { adapter, db, chain, gasAddress, alarm } = room;
  const head = await adapter.head();
  if ((await adapter.balanceAt(gasAddress, native, head.hash)) < begun.amount)
    return alarm(`The wallet that pays the gas of sweeps is empty: ${gasAddress}`);
  // A nonce that is bound and not signed is a gap: what is signed after it could not be mined.
  const unsigned = await db
    .selectFrom('treasury.movement')
    .select('movement_no')
    .where('chain', '=', chain.key)
    .where('kind', '=', 'gas')
    .where('state', '=', 'bound')
    .limit(1)
    .executeTakeFirst();
  if (unsigned !== undefined) return;
  const { last } = await db
    .selectFrom('treasury.movement')
    .select(({ fn }) => fn.max('nonce').as('last'))
    .where('chain', '=', chain.key)
    .where('kind', '=', 'gas')
    .where('state', '<>', 'lost')
    .executeTakeFirstOrThrow();
  const mined = await adapter.minedNonce(gasAddress);
  const nonce = Math.max(mined, (last ?? -1) + 1);
  const gas = { ...begun, kind: 'gas', coin: native.code, gas: 21_000n, nonce } as const;
  await bind(room, gas, (movement) => assertGasNonce(movement, movement.nonce, { mined, last }));
}

/** Writes what is about to be signed, so that a kill in between signs the same. */
async function bind(
  room: SweeperRoom,
  { kind, coin, index, address, amount, nonce, gas, fee }: Begun & Pick<Movement, 'kind' | 'coin' | 'nonce'>,
  check: (movement: Movement) => void = () => {},
): Promise<void> {
  const movement = await room.db
    .insertInto('treasury.movement')
    .values({
      chain: room.chain.key,
      kind,
      coin,
      derivation_index: index,
      address,
      amount: `${amount}`,
      nonce,
      gas: `${gas}`,
      max_fee: `${fee.maxFeePerGas}`,
      tip: `${fee.maxPriorityFeePerGas}`,
      raw: null,
      hash: null,
      state: 'bound',
      block_number: null,
      block_hash: null,
      left_at: null,
      fee_paid: null,
      cost: null,
      ended_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await orHaltMovement(room, movement, async () => {
    assertMovement(movement);
    check(movement);
    await signMovement(room, movement);
  });
}

/**
 * Signs a movement for a higher fee under its nonce. A sweep of the chain's own coin pays it from its amount; one of a token
 * gets more gas first where its address lacks it, and none is raised above the ceiling. Returns false for what waits.
 */
async function raiseFee(
  room: SweeperRoom,
  native: ChainAsset,
  movement: Movement,
  fee: FeeEstimate,
): Promise<boolean> {
  const raisedTo = raisedFee(movement, fee);
  const amount = await raisedAmount(room, native, movement, raisedTo);
  if (amount === null) return false;
  assertRaised(movement, { ...raisedTo, amount });
  const { maxFeePerGas, maxPriorityFeePerGas } = raisedTo;
  await signMovement(room, {
    ...movement,
    amount: `${amount}`,
    max_fee: `${maxFeePerGas}`,
    tip: `${maxPriorityFeePerGas}`,
  });
  return true;
}

/** The amount that a movement has for a higher fee; null where it is not raised now. */
async function raisedAmount(
  room: SweeperRoom,
  native: ChainAsset,
  { kind, coin, amount, gas, max_fee, address, derivation_index }: Movement,
  fee: FeeEstimate,
): Promise<bigint | null> {
  const { adapter, db, chain } = room;
  if (kind === 'gas') return BigInt(amount);
  const price = BigInt(gas) * fee.maxFeePerGas;
  if (price > SWEEP_FEE_CEILING) return null;
  if (coin === native.code) {
    const left = BigInt(amount) - (price - BigInt(gas) * BigInt(max_fee));
    return left > 0n ? left : null;
  }
  const gasThere = await adapter.balanceAt(address, native, (await adapter.head()).hash);
  if (gasThere >= price) return BigInt(amount);
  const given = await db
    .selectFrom('treasury.movement')
    .select('movement_no')
    .where('chain', '=', chain.key)
    .where('kind', '=', 'gas')
    .where('address', '=', address)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const begun = { index: idOf(derivation_index), address, gas: 21_000n, fee };
  if (given === undefined)
    await bindGas(room, native, { ...begun, amount: (price * GAS_ROOM_PERCENT) / 100n - gasThere });
  return null;
}

/**
 * Signs, stores the bytes with what they say, and sends them: a version that its signer refuses leaves no trace. Gas is noted
 * as the house's own before anybody can see it.
 */
async function signMovement(room: SweeperRoom, movement: Movement): Promise<void> {
  const { db, chain, signer, adapter, noteHouseTransaction } = room;
  const { amount, max_fee, tip, earlier } = movement;
  const asset = chain.assets.find(({ code }) => code === movement.coin)!;
  const request = {
    chainId: adapter.chainId,
    index: idOf(movement.derivation_index),
    nonce: movement.nonce,
    amount,
    gas: movement.gas,
    maxFeePerGas: max_fee,
    maxPriorityFeePerGas: tip,
  };
  const { hash, raw }: Signed =
    movement.kind === 'gas'
      ? await signer.signGas(request)
      : await signer.signSweep({ ...request, asset: { code: asset.code, contract: asset.contract } });
  assertBytes(room, movement, { hash, raw });
  await db.transaction().execute(async (trx) => {
    if (movement.kind === 'gas') await noteHouseTransaction(trx, chain.key, hash);
    await trx
      .updateTable('treasury.movement')
      .set({
        hash,
        raw,
        state: 'signed',
        amount,
        max_fee,
        tip,
        earlier: movement.hash === null ? earlier : [...earlier, movement.hash],
      })
      .where('movement_no', '=', movement.movement_no)
      .where('state', '=', leaving(movement.state, 'signed'))
      .returning('movement_no')
      .executeTakeFirstOrThrow();
  });
  await adapter.broadcast(raw);
}
