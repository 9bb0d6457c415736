import type { ErrorKey, JoinRow } from '@candor/api';
import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { ChainLine } from './chain-line.ts';
import { holdWallet, type Linked } from './linked.ts';
import { holdChange, type WalletChanges } from './wallet-change.ts';

export interface JoinsDeps {
  readonly db: Db;
  readonly chain: ChainLine;
  readonly linked: Pick<Linked, 'of'>;
  /** The address that a user joined with; '' for none. */
  readonly joinedWith: (userId: number) => Promise<string>;
  readonly changes: Pick<WalletChanges, 'of'>;
  readonly now: () => number;
}

export type Joins = ReturnType<typeof createJoins>;

/** Nobody's address: an approval is named before a wallet is asked for. */
const NOBODY = '0x0000000000000000000000000000000000000001';
const KNOWN = '23505';

type Row = Selectable<Database['defi.join']>;

/** Calls of `join()` that users send in: each is looked at, and followed until it is confirmed. */
export function createJoins(deps: JoinsDeps) {
  const { db, chain, joinedWith, now } = deps;

  async function shown(row: Row): Promise<JoinRow> {
    const { confirmations } = await chain.chain();
    return joinRowOf(row, confirmations);
  }

  return {
    /** The last call that a user sent in, with the confirmations that it needs; null for none. */
    async last(userId: number, confirmationsNeeded: number): Promise<JoinRow | null> {
      const row = await rows(db)
        .where('user_id', '=', BigInt(userId))
        .orderBy('sent_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : joinRowOf(row, confirmationsNeeded);
    },
    joinedTime: (userId: number, address: string) => joinedTime(db, userId, address),
    /**
     * Takes the hash of a call; the same one again is answered as it stands. A first join opens mining, so `admit` refuses it
     * where that is closed; another wallet for what was earned opens nothing. @throws Refusal for what is no join
     */
    async send(userId: number, text: string, admit: () => Promise<void> | undefined): Promise<JoinRow> {
      const hash = text.toLowerCase();
      const known = await rows(db).where('hash', '=', hash).executeTakeFirst();
      if (known !== undefined && known.user_id !== BigInt(userId)) throw new Refusal('JOIN_HASH_USED');
      if (known !== undefined && known.state !== 'refused') return shown(known);
      const { wallet, moves, opensTime = 0 } = await joiner(deps, userId);
      if (!moves) await admit();
      const { isOpen } = await chain.chain();
      if (!isOpen) throw new Refusal('MINING_REGISTRY_CLOSED');
      const look = await chain.look(hash, wallet?.address ?? NOBODY);
      if (look.state === 'refused' && look.reason === 'APPROVALS_NEVER_ASKED')
        throw new Refusal('APPROVALS_NEVER_ASKED');
      if (wallet === null) throw new Refusal('WALLET_NOT_LINKED');
      if (wallet.kind === 'contract') throw new Refusal('JOIN_CONTRACT_WALLET');
      if (!moves && (await joinedWith(userId)) !== '') throw new Refusal('MINING_JOINED');
      if (opensTime > now()) throw new Refusal('MINING_WALLET_WAITS');
      if (look.state === 'refused') throw new Refusal(look.reason);
      const { confirmations } = look;
      const at = new Date(now());
      return shown(await enter(db, userId, { hash, address: wallet.address, confirmations, moves, at }));
    },
  };
}

const rows = (db: Db) => db.selectFrom('defi.join').selectAll();

/** The wallet whose call joins: the linked one, or one that waited to take its place. @throws Refusal */
async function joiner({ linked, joinedWith, changes }: JoinsDeps, userId: number) {
  const wallet = await linked.of(userId);
  if (wallet === null || (await joinedWith(userId)) === '') return { wallet, moves: false };
  const change = await changes.of(userId);
  if (change === null) return { wallet, moves: false };
  return { wallet: { ...change, kind: 'plain' as const }, moves: true, opensTime: change.opensTime };
}

/** Time at which the call was sent in by which an address joined; null where it is not known. */
async function joinedTime(db: Db, userId: number, address: string): Promise<number | null> {
  const row = await db
    .selectFrom('defi.join')
    .select('sent_at')
    .where('user_id', '=', BigInt(userId))
    .where(sql`lower(address)`, '=', address.toLowerCase())
    // the ledger may know it a moment before its row does
    .where('state', 'in', ['promised', 'joined'])
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : row.sent_at.getTime();
}

/** A call that was looked at and joins. */
interface NewJoin extends Pick<Row, 'hash' | 'address' | 'confirmations' | 'moves'> {
  readonly at: Date;
}

/** Keeps a join with the wallet that it was looked at for. @throws Refusal WALLET_NOT_LINKED, JOIN_PENDING */
async function enter(db: Db, userId: number, { hash, at, ...join }: NewJoin): Promise<Row> {
  const fresh = {
    ...join,
    user_id: BigInt(userId),
    state: 'seen' as const,
    reason: null,
    sent_at: at,
    changed_at: at,
  };
  try {
    return await db.transaction().execute(async (trx) => {
      // the chain was asked without a lock: the wallet may have been unlinked meanwhile
      const held = await (join.moves ? holdChange : holdWallet)(trx, userId);
      if (held !== join.address) throw new Refusal('WALLET_NOT_LINKED');
      return (
        trx
          .insertInto('defi.join')
          .values({ hash, ...fresh })
          // one that was refused, such as by a block that left the chain, may be a join after all
          .onConflict((conflict) => conflict.column('hash').doUpdateSet(fresh))
          .returningAll()
          .executeTakeFirstOrThrow()
      );
    });
  } catch (error) {
    if ((error as { readonly code?: string }).code !== KNOWN) throw error;
    throw new Refusal('JOIN_PENDING');
  }
}

function joinRowOf(row: Row, confirmationsNeeded: number): JoinRow {
  return {
    hash: row.hash,
    address: row.address,
    state: row.state === 'promised' ? 'seen' : row.state,
    reason: row.reason as ErrorKey | null,
    confirmations: Math.min(row.confirmations, confirmationsNeeded),
    confirmationsNeeded,
    time: row.sent_at.getTime(),
  };
}
