import type { LinkedWalletRow } from '@candor/api';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import { createLogins, type LoginsDeps } from './logins.ts';

/** PostgreSQL's code of a row that is there already. */
const KNOWN = '23505';

export interface LinkedDeps extends LoginsDeps {
  /** The address that a user joined with; '' for none. */
  readonly joinedWith: (userId: number) => Promise<string>;
}

/** A wallet of a user, as it is stored. */
export interface LinkedWallet {
  readonly address: string;
  readonly chainId: number;
  readonly kind: 'plain' | 'contract';
  readonly linkedMs: number;
}

export type Linked = ReturnType<typeof createLinked>;

/** Wallets of users: linked by a signature of a text that was issued here, and unlinked while nothing depends on them. */
export function createLinked({ db, chain, joinedWith, now }: LinkedDeps) {
  const logins = createLogins({ db, chain, now });

  async function boundBy(userId: number): Promise<LinkedWalletRow['bound']> {
    if ((await joinedWith(userId)) !== '') return 'joined';
    return (await hasJoin(db, userId, ['seen', 'promised'])) ? 'joining' : null;
  }

  async function row(userId: number): Promise<LinkedWalletRow | null> {
    const wallet = await walletOf(db, userId);
    if (wallet === null) return null;
    const { address, chainId, kind, linkedMs } = wallet;
    return { address, chainId, kind, time: linkedMs, bound: await boundBy(userId) };
  }

  return {
    of: (userId: number) => walletOf(db, userId),
    row,
    isLinked: (address: string) => isLinked(db, address),
    issue: logins.issue,
    /** Checks the signature of an issued text. The message is used up by `use` alone. @throws Refusal for all else */
    async signed(userId: number, message: string, signature: string) {
      const { nonce, address, chainId, kind } = await logins.read(userId, message, signature);
      if (kind === null) throw new Refusal('WALLET_AUTHORIZATION_FAILED');
      return { address, chainId, kind, use: (trx: Trx) => logins.use(nonce, trx) };
    },
    /** Links the wallet that signed an issued text, which then is used up. @throws Refusal for all else */
    async link(userId: number, message: string, signature: string): Promise<LinkedWalletRow> {
      const { nonce, address, chainId, kind } = await logins.read(userId, message, signature);
      await logins.use(nonce);
      if (kind === null) throw new Refusal('WALLET_AUTHORIZATION_FAILED');
      const known = await walletOf(db, userId);
      if (known !== null && known.address !== address) throw new Refusal('WALLET_ALREADY_LINKED');
      if (known === null && (await isAwaitedByAnother(db, userId, address)))
        throw new Refusal('MINING_ADDRESS_TAKEN');
      if (known === null) await addWallet(db, userId, { address, chainId, kind, linkedMs: now() });
      return (await row(userId))!;
    },
    /** @throws Refusal WALLET_NOT_LINKED, WALLET_BOUND */
    async unlink(userId: number, address: string, enter: EnterAnswer): Promise<null> {
      // no transaction waits for the ledger's answer; a join that ends after it is seen by its row
      const hasJoined = (await joinedWith(userId)) !== '';
      await db.transaction().execute(async (trx) => {
        await enter.begin(trx);
        // a join that is sent in meanwhile holds the wallet, or finds it gone
        requireLinked(await holdWallet(trx, userId), address);
        if (hasJoined || (await hasJoin(trx, userId, ['seen', 'promised', 'joined'])))
          throw new Refusal('WALLET_BOUND');
        await trx.deleteFrom('defi.wallet').where('user_id', '=', BigInt(userId)).execute();
        await trx.deleteFrom('defi.login').where('user_id', '=', BigInt(userId)).execute();
        await enter(trx, null);
      });
      return null;
    },
    /** Refuses to unlink a wallet that something depends on. @throws Refusal WALLET_NOT_LINKED, WALLET_BOUND */
    async requireFree(userId: number, address: string): Promise<void> {
      requireLinked((await walletOf(db, userId))?.address ?? null, address);
      if ((await boundBy(userId)) !== null) throw new Refusal('WALLET_BOUND');
    },
  };
}

async function walletOf(db: Db, userId: number): Promise<LinkedWallet | null> {
  const row = await db
    .selectFrom('defi.wallet')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { address, chain_id, kind, linked_at } = row;
  return { address, chainId: chain_id, kind, linkedMs: linked_at.getTime() };
}

/** True for an address that is linked to anybody. */
async function isLinked(db: Db, address: string): Promise<boolean> {
  const known = await db
    .selectFrom('defi.wallet')
    .select('user_id')
    .where('address', '=', address)
    .executeTakeFirst();
  return known !== undefined;
}

/** @throws Refusal MINING_ADDRESS_TAKEN where another user linked the address meanwhile */
async function addWallet(
  db: Db,
  userId: number,
  { address, chainId, kind, linkedMs }: LinkedWallet,
): Promise<void> {
  try {
    await db
      .insertInto('defi.wallet')
      .values({
        user_id: BigInt(userId),
        address,
        chain_id: chainId,
        kind,
        linked_at: new Date(linkedMs),
      })
      .execute();
  } catch (error) {
    if ((error as { readonly code?: string }).code !== KNOWN) throw error;
    throw new Refusal('MINING_ADDRESS_TAKEN');
  }
}

async function hasJoin(
  within: Db | Trx,
  userId: number,
  states: readonly ('seen' | 'promised' | 'joined')[],
): Promise<boolean> {
  const join = await within
    .selectFrom('defi.join')
    .select('hash')
    .where('user_id', '=', BigInt(userId))
    .where('state', 'in', states)
    .limit(1)
    .executeTakeFirst();
  return join !== undefined;
}

/** True for an address that waits to take the place of another user's wallet. */
async function isAwaitedByAnother(db: Db, userId: number, address: string): Promise<boolean> {
  const change = await db
    .selectFrom('defi.wallet_change')
    .select('user_id')
    .where('address', '=', address)
    .where('user_id', '<>', BigInt(userId))
    .executeTakeFirst();
  return change !== undefined;
}

/** @throws Refusal WALLET_NOT_LINKED unless an address is the one that is linked */
function requireLinked(linked: string | null, address: string): void {
  if (linked === null || linked.toLowerCase() !== address.toLowerCase())
    throw new Refusal('WALLET_NOT_LINKED', { field: 'address' });
}

/** Holds a user's wallet as it stands until the transaction ends. Returns its address; null where none is linked. */
export async function holdWallet(trx: Trx, userId: number): Promise<string | null> {
  const held = await trx
    .selectFrom('defi.wallet')
    .select('address')
    .where('user_id', '=', BigInt(userId))
    .forUpdate()
    .executeTakeFirst();
  return held?.address ?? null;
}
