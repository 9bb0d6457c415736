import type { BlockRef, ChainTransfer } from '@candor/chains';
import { amount, InvariantError } from '@candor/money';
import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { FAUCET_ADDRESS, type ListedChain } from '../chains/index.ts';
import { boundedEvents } from '../deposits/index.ts';
import { haltRow } from '../halts/index.ts';
import { assertBooking, RECEIPT_TRANSITIONS } from './asserts.ts';
import { noteRemainder } from './remainder.ts';
import type { HouseClass, ReceiptKind } from './schema.ts';
import { fineUnits } from './units.ts';

export interface ReceiptDeps {
  readonly chain: ListedChain;
  readonly promises: Pick<Promises, 'promise'>;
  /** The ledger's asset of a code; undefined if it has none. */
  readonly ledgerAsset: (code: string) => { readonly assetId: number; readonly scale: number } | undefined;
  /** Addresses of the house on this chain. */
  readonly addresses: ReadonlyMap<string, HouseClass>;
  /** True for a transaction of the house's own, on chains that name no sender. */
  readonly isOwn?: (trx: Trx, chain: string, hash: string) => Promise<boolean>;
}

/** Reads transfers to addresses of the house, in the transactions in which the chain's blocks are read. */
export interface HouseReceipts {
  taken(trx: Trx, block: BlockRef, transfers: readonly ChainTransfer[]): Promise<void>;
  /** Books the fundings that the block at `tip` confirms. Returns the promised keys. */
  confirmed(trx: Trx, tip: number): Promise<string[]>;
  /** Takes back what stood in blocks above `ancestor`. Returns the promised keys. */
  left(trx: Trx, ancestor: number): Promise<string[]>;
}

interface Stored {
  readonly receipt_no: bigint;
  readonly coin: string;
  readonly amount: string;
  readonly booked: string | null;
}

export const fundingKey = (fundingNo: number) => `custody-funding:${fundingNo}`;

/** Follows transfers to the house's own addresses and books those that are its funding, each once. */
export const createHouseReceipts = (deps: ReceiptDeps): HouseReceipts => ({
  taken: (trx, block, transfers) => noteTaken(deps, trx, block, transfers),
  confirmed: (trx, tip) => bookConfirmed(deps, trx, tip),
  left: (trx, ancestor) => takeBack(deps, trx, ancestor),
});

async function noteTaken(
  deps: ReceiptDeps,
  trx: Trx,
  block: BlockRef,
  transfers: readonly ChainTransfer[],
): Promise<void> {
  const { chain, addresses } = deps;
  const unlisted: { readonly to: HouseClass; readonly transfer: ChainTransfer }[] = [];
  for (const transfer of transfers) {
    const to = addresses.get(transfer.to);
    if (to === undefined) continue;
    const listed = chain.assets.find(({ code }) => code === transfer.asset?.code);
    if (listed === undefined) {
      unlisted.push({ to, transfer });
      continue;
    }
    await sql`
      update treasury.receipt set left_at = null
      where chain = ${chain.key} and transaction_hash = ${transfer.transactionHash} and left_at is not null`.execute(
      trx,
    );
    await trx
      .insertInto('treasury.receipt')
      .values({
        chain: chain.key,
        transaction_hash: transfer.transactionHash,
        ordinal: transfer.ordinal,
        class: to,
        sender: transfer.from,
        contract: transfer.contract,
        coin: listed.code,
        amount: `${transfer.amount}`,
        kind: await kindOf(deps, trx, transfer),
        block_number: block.number,
        confirmations_needed: listed.confirmations,
        state: 'seen',
        booked: null,
        reversal_no: null,
      })
      .execute();
  }
  await noteUnlisted(deps, trx, block, unlisted);
}

async function kindOf(
  { chain, addresses, isOwn }: ReceiptDeps,
  trx: Trx,
  { from, transactionHash }: ChainTransfer,
): Promise<ReceiptKind> {
  if (isOwn !== undefined) {
    if (await isOwn(trx, chain.key, transactionHash)) return 'internal';
    // Coins that anybody mines are worth nothing: whoever sends them to the house fills its float.
    return chain.isPractice ? 'funding' : 'stranger';
  }
  if (addresses.has(from)) return 'internal';
  if (chain.isPractice && from === FAUCET_ADDRESS) return 'funding';
  const { rows } = await sql`
    select from deposits.address where chain = ${chain.key} and address = ${from}`.execute(trx);
  return rows.length > 0 ? 'internal' : 'stranger';
}

/** Notes tokens that are not listed for the operators, in a bounded number of rows: nothing of them is ever booked. */
async function noteUnlisted(
  deps: ReceiptDeps,
  trx: Trx,
  block: BlockRef,
  transfers: readonly { readonly to: HouseClass; readonly transfer: ChainTransfer }[],
): Promise<void> {
  const events = transfers.map(({ to, transfer }) => ({
    owner: to,
    to,
    transfer,
    transactionHash: transfer.transactionHash,
    contract: transfer.contract,
  }));
  for (const { last, transfers: count } of boundedEvents(events).kept)
    await trx
      .insertInto('treasury.unlisted')
      .values({
        chain: deps.chain.key,
        block_number: block.number,
        transaction_hash: last.transactionHash,
        contract: last.contract ?? '',
        class: last.to,
        sender: last.transfer.from,
        amount: `${last.transfer.amount}`,
        kind: await kindOf(deps, trx, last.transfer),
        transfers: count,
      })
      .execute();
}

async function bookConfirmed(deps: ReceiptDeps, trx: Trx, tip: number): Promise<string[]> {
  const { chain } = deps;
  const { rows } = await sql<Stored>`
    select receipt_no, coin, amount, booked from treasury.receipt
    where chain = ${chain.key} and state = 'seen' and kind = 'funding' and halted is null
      and block_number <= ${tip} + 1 - confirmations_needed
    order by receipt_no for update`.execute(trx);
  const keys: string[] = [];
  for (const { receipt_no, coin, amount: text, booked } of rows) {
    const { assetId, ofChain, ofLedger, ledgerDown } = unitsOf(deps, coin);
    const fine = ofChain(BigInt(text));
    const units = ledgerDown(fine);
    const short = await shortageOf(trx, chain.key, coin);
    const filled = units < short.lacking ? units : short.lacking;
    const own = units - filled;
    // before anything of it is written: the others of the block go on
    const broken = brokenOf(() =>
      assertBooking(
        { receipt_no, amount: text, booked },
        { fine, units, ofUnits: ofLedger(units), filled, own },
      ),
    );
    if (broken !== null) {
      await haltRow(trx, 'receipt', receipt_no, broken, null);
      continue;
    }
    await sql`
      update treasury.receipt set state = 'booked', booked = ${own}
      where receipt_no = ${receipt_no} and state = any(${RECEIPT_TRANSITIONS.into('booked')})`.execute(trx);
    await noteRemainder(trx, { chain: chain.key, coin, units: fine - ofLedger(units) });
    if (filled > 0n)
      await sql`
        update treasury.alarm set details = ${`${short.lacking - filled}`}
        where alarm_no = ${short.alarmNo}`.execute(trx);
    if (own > 0n) keys.push(await fund(deps, trx, idOf(receipt_no), { assetId, units: own }));
  }
  return keys;
}

async function takeBack(deps: ReceiptDeps, trx: Trx, ancestor: number): Promise<string[]> {
  const { chain } = deps;
  const above = sql`chain = ${chain.key} and block_number > ${ancestor}`;
  const { rows } = await sql<Stored & { reversal_no: bigint }>`
    update treasury.receipt
    set state = 'reversed', left_at = now(), reversal_no = nextval(pg_get_serial_sequence('treasury.receipt', 'receipt_no'))
    where ${above} and state = any(${RECEIPT_TRANSITIONS.into('reversed')}) returning receipt_no, coin, amount, booked, reversal_no`.execute(
    trx,
  );
  await sql`
    update treasury.receipt set state = 'gone'
    where ${above} and state = any(${RECEIPT_TRANSITIONS.into('gone')})`.execute(trx);
  await sql`delete from treasury.unlisted where ${above}`.execute(trx);
  const keys: string[] = [];
  for (const { coin, amount: text, booked, reversal_no } of rows) {
    const { assetId, ofChain, ofLedger } = unitsOf(deps, coin);
    const units = BigInt(booked ?? 0);
    await noteRemainder(trx, { chain: chain.key, coin, units: ofLedger(units) - ofChain(BigInt(text)) });
    if (units > 0n) keys.push(await fund(deps, trx, idOf(reversal_no), { assetId, units: -units }));
  }
  return keys;
}

/** Promises a funding to the ledger; below 0 it is taken back. Returns the key of the promise. */
async function fund(
  { promises }: ReceiptDeps,
  trx: Trx,
  fundingNo: number,
  { assetId, units }: { readonly assetId: number; readonly units: bigint },
): Promise<string> {
  const key = fundingKey(fundingNo);
  await promises.promise(trx, {
    key,
    userId: 0,
    body: { type: 'fundCustody', fundingNo, assetId, amount: amount(units) },
  });
  return key;
}

function unitsOf({ chain, ledgerAsset }: ReceiptDeps, coin: string) {
  const listed = chain.assets.find(({ code }) => code === coin);
  const ledger = ledgerAsset(coin);
  if (listed === undefined || ledger === undefined) throw new Error(`${coin} is not listed any more`);
  return { ...fineUnits(listed.decimals, ledger.scale), assetId: ledger.assetId };
}

/** Returns the assert that failed; null where all hold. */
function brokenOf(check: () => void): InvariantError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof InvariantError) return error;
    throw error;
  }
}

/**
 * Returns what the chain lacks of a coin, in base units of the ledger: the house's coins fill it before they are its float, as
 * that loss is the house's. 0 where no alarm says it.
 */
async function shortageOf(
  trx: Trx,
  chain: string,
  coin: string,
): Promise<{ readonly alarmNo: bigint; readonly lacking: bigint }> {
  const { rows } = await sql<{ alarm_no: bigint; details: string }>`
    select alarm_no, details from treasury.alarm
    where chain = ${chain} and coin = ${coin} and kind = 'shortage' and ended_at is null for update`.execute(
    trx,
  );
  const [open] = rows;
  return { alarmNo: open?.alarm_no ?? 0n, lacking: BigInt(open?.details ?? 0) };
}
