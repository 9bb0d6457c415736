import { hash } from 'node:crypto';
import type { custodyDeskCalls, HaltedKind, LostDeposit } from '@candor/api';
import type { Command } from '@candor/kernel';
import { amount, formatDecimal, formatDecimalTrimmed } from '@candor/money';
import { type Db, idOf, readTable } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { decodeCommand, encodeCommand } from '../../engine/outbox/index.ts';
import { readAmount } from '../../engine/values/index.ts';
import {
  actKey,
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
} from '../../operators/operator/index.ts';
import { chainsOf, type ListedChain } from '../chains/index.ts';
import { findTakenBack, markReversed } from '../deposits/index.ts';
import { findHalted, resumeRow } from '../halts/index.ts';
import { readLost } from '../treasury/index.ts';
import {
  endWaiting,
  refuseUncompared,
  resumeWallet,
  type StoppedWallet,
  stoppedWallets,
  waitingForDeposits,
} from '../withdrawals/index.ts';
import { readCustody } from './reader.ts';
import { movementOf, movementTable, reportOf, reportTable } from './tables.ts';

type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

/** Hexadecimal digits of a release's number: 40 bits, which every client reads exactly. */
const NUMBER_DIGITS = 10;
const numberOf = (key: string): number =>
  Number.parseInt(hash('sha256', key).slice(0, NUMBER_DIGITS), 16) + 1;
const NOTHING = '–';
const HOUSE = NOTHING;

type Handlers = DeskHandlers<typeof custodyDeskCalls>;
type Lost = Awaited<ReturnType<typeof readLost>>[number];

/**
 * Custody, as operators meet it: where the coins are, what the ledger says, and the acts on it. A deposit is reversed
 * only where the reader of the chain found that its block left the chain; nobody can name another one.
 */
export const custodyDesk = (deps: DeskDeps): Handlers => ({ ...looks(deps), ...acts(deps) });

function looks(
  deps: DeskDeps,
): Pick<Handlers, 'getCustody' | 'getCustodyMovements' | 'getCustodyReports' | 'getLostDeposits'> {
  const { catalogues, operators } = deps;
  const db = operators.db;
  return {
    getCustody: () => readCustody(deps),
    async getCustodyMovements({ query }) {
      const { rows, nextCursor } = await readTable(db, movementTable, { ...query, where: query });
      return { records: rows.map((row) => movementOf(catalogues.current(), row)), nextCursor };
    },
    async getCustodyReports({ query }) {
      const { rows, nextCursor } = await readTable(db, reportTable, { ...query, where: query });
      return { records: rows.map((row) => reportOf(catalogues.current(), row)), nextCursor };
    },
    async getLostDeposits({ query: { transaction } }) {
      const chains = chainsOf(catalogues.current().mode);
      return (await readLost(db, transaction ?? null)).map((row) => lostOf(chains, row));
    },
  };
}

function lostOf(chains: readonly ListedChain[], row: Lost): LostDeposit {
  const listed = chains.find(({ key }) => key === row.chain)?.assets.find(({ code }) => code === row.coin);
  return {
    id: row.id,
    kind: row.kind,
    transfers: Number(row.transfers),
    network: row.chain,
    transaction: row.transaction_hash,
    block: row.block_number,
    userId: row.user_id === null ? null : idOf(row.user_id),
    address: row.address,
    sender: row.sender,
    contract: row.contract,
    coin: row.coin,
    amount: listed === undefined ? row.amount : formatDecimalTrimmed(BigInt(row.amount), listed.decimals),
    state: row.state,
    time: row.seen_at.getTime(),
  };
}

function acts({
  core,
  catalogues,
  operators,
  proposals,
}: DeskDeps): Pick<Handlers, 'reverseDeposit' | 'resumeWallet' | 'resumeRow' | 'releaseSuspense'> {
  const db = operators.db;
  return {
    async reverseDeposit({ session, params: { id }, body: { reason }, idempotencyKey }) {
      const deposit = await findTakenBack(db, Number(id));
      if (deposit === null) throw new Refusal('NOT_FOUND');
      const { scale } = catalogues.current().asset(deposit.coin);
      const after = {
        user: String(deposit.userId),
        coin: deposit.coin,
        deposit: String(id),
        amount: formatDecimal(deposit.missing, scale),
      };
      const { assetId } = catalogues.current().asset(deposit.coin);
      const [asked] = await core.ask('missingOfDeposits', [{ userId: deposit.userId, assetId }]);
      const command: Of<'reverseDeposit'> = {
        type: 'reverseDeposit',
        depositNo: deposit.depositNo,
        remaining: amount(deposit.remaining),
        withdrawals: await waitingForDeposits(db, deposit, asked?.missing ?? 0n),
      };
      const payload = encodeCommand(command);
      const key = actKey('reverseDeposit', session, idempotencyKey);
      return {
        proposalId: await proposals.propose(session, { act: 'reverseDeposit', after, payload, reason }, key),
      };
    },
    async resumeWallet({ session, params: { network }, body: { reason }, idempotencyKey }) {
      const wallet = await stoppedWallet(db, network);
      await refuseUncompared(db, wallet);
      const key = actKey('resumeWallet', session, idempotencyKey);
      const after = { network, replaced: '0' };
      const proposal = { act: 'resumeWallet', after, payload: network, reason } as const;
      return { proposalId: await proposals.propose(session, proposal, key) };
    },
    async resumeRow({ session, params: { kind, id }, body: { reason }, idempotencyKey }) {
      if ((await findHalted(db, kind, Number(id))) === null) throw new Refusal('NOT_FOUND', { field: 'id' });
      const key = actKey('resumeRow', session, idempotencyKey);
      const after = { kind, row: String(id), detail: NOTHING };
      const proposal = { act: 'resumeRow', after, payload: `${kind} ${id}`, reason } as const;
      return { proposalId: await proposals.propose(session, proposal, key) };
    },
    async releaseSuspense({ session, body: { userId, coin, amount, reason }, idempotencyKey }) {
      const asset = catalogues.current().asset(coin);
      const key = actKey('releaseSuspense', session, idempotencyKey);
      const command: Of<'releaseSuspense'> = {
        type: 'releaseSuspense',
        releaseNo: numberOf(key),
        assetId: asset.assetId,
        reason,
        accountUserId: userId ?? 0,
        amount: readAmount(amount, asset.scale, 'amount'),
      };
      const after = { user: userId === null ? HOUSE : String(userId), coin: asset.code, amount };
      const proposal = { act: 'releaseSuspense', after, payload: encodeCommand(command), reason } as const;
      return { proposalId: await proposals.propose(session, proposal, key) };
    },
  };
}

/** Reads which row a proposal names. */
function rowOf(payload: string): { readonly kind: HaltedKind; readonly no: number } {
  const [kind, no] = payload.split(' ');
  return { kind: kind as HaltedKind, no: Number(no) };
}

/** @throws Refusal NOT_FOUND where the chain's wallet is not stopped */
async function stoppedWallet(db: Db, chain: string): Promise<StoppedWallet> {
  const [wallet] = await stoppedWallets(db, chain);
  if (wallet === undefined) throw new Refusal('NOT_FOUND', { field: 'network' });
  return wallet;
}

/** The acts on custody: the user reads of each where the approval stands, with the proposer's reason. */
export function custodyFourEyes({
  core,
  operators,
  touches,
  outbox,
  catalogues,
  reviews,
  now,
}: Pick<
  DeskDeps,
  'core' | 'operators' | 'touches' | 'outbox' | 'catalogues' | 'reviews' | 'now'
>): FourEyesActs<'reverseDeposit' | 'resumeWallet' | 'resumeRow' | 'releaseSuspense'> {
  const db = operators.db;
  const scaleOf = (coin: string) => catalogues.current().asset(coin).scale;
  return {
    resumeWallet: {
      async before(network) {
        const [wallet] = await stoppedWallets(operators.db, network);
        if (wallet === undefined) throw new Refusal('OPERATOR_PROPOSAL_OUTDATED');
        // Nobody ends more payments than both operators saw.
        return { network, replaced: String(wallet.replaced) };
      },
      effect: (network) => ({ within: (trx) => resumeWallet(trx, outbox, network, now()) }),
    },
    resumeRow: {
      async before(payload) {
        const { kind, no } = rowOf(payload);
        const row = await findHalted(db, kind, no);
        if (row === null) throw new Refusal('OPERATOR_PROPOSAL_OUTDATED');
        // Nobody resumes a row that was halted for something else than both operators saw.
        return { kind, row: String(no), detail: row.cause };
      },
      effect(payload) {
        const { kind, no } = rowOf(payload);
        return { within: (trx) => resumeRow(trx, kind, no) };
      },
    },
    reverseDeposit: {
      async before(payload) {
        const { depositNo, remaining } = decodeCommand(payload) as Of<'reverseDeposit'>;
        // The chain may have taken it again meanwhile: then nothing is left to reverse, or another amount.
        if ((await findTakenBack(db, depositNo))?.remaining !== remaining)
          throw new Refusal('OPERATOR_PROPOSAL_OUTDATED');
        return null;
      },
      effect(payload) {
        const command = decodeCommand(payload) as Of<'reverseDeposit'>;
        return {
          command,
          async beside(trx, operator, reason) {
            const userId = await markReversed(trx, command, scaleOf);
            const areEnded = await endWaiting(trx, reviews, command.withdrawals, now());
            if (userId === null || !areEnded) throw new Refusal('OPERATOR_PROPOSAL_OUTDATED');
            const about = { act: 'depositReversed', depositNo: command.depositNo } as const;
            await touches.note(trx, { userId, operator, reason, ...about });
          },
        };
      },
    },
    releaseSuspense: {
      async before(payload) {
        const { accountUserId, assetId, amount } = decodeCommand(payload) as Of<'releaseSuspense'>;
        const none = { depositNos: [], fundingNos: [], costNos: [], withdrawalNos: [] };
        const { assets } = await core.ask('custodyFigures', [assetId], none);
        if (amount > (assets[0]?.suspense ?? 0n))
          throw new Refusal('INSUFFICIENT_BALANCE', { field: 'amount' });
        if (accountUserId !== 0 && !(await core.ask('hasAccount', accountUserId)))
          throw new Refusal('NOT_FOUND', { field: 'userId' });
        return null;
      },
      effect(payload) {
        const command = decodeCommand(payload) as Of<'releaseSuspense'>;
        const { accountUserId: userId, reason, releaseNo } = command;
        return {
          command,
          beside: async (trx, operator) => {
            if (userId === 0) return;
            await touches.note(trx, {
              userId,
              operator,
              act: 'suspenseReleased',
              reason,
              correctionNo: releaseNo,
            });
          },
        };
      },
    },
  };
}
