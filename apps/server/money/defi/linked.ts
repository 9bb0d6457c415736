import { randomBytes } from 'node:crypto';
import type { LinkedWalletRow } from '@candor/api';
import { normaliseAddress } from '@candor/chains';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import type { ChainLine } from './chain-line.ts';
import { LOGIN_MS, loginMessage } from './login-message.ts';

const NONCE_BYTES = 16;
/** PostgreSQL's code of a row that is there already. */
const KNOWN = '23505';

export interface LinkedDeps {
  readonly db: Db;
  readonly chain: ChainLine;
  /** The address that a user joined with; '' for none. */
  readonly joinedWith: (userId: number) => Promise<string>;
  readonly now: () => number;
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
  async function of(userId: number): Promise<LinkedWallet | null> {
    const row = await db
      .selectFrom('defi.wallet')
      .selectAll()
      .where('user_id', '=', BigInt(userId))
      .executeTakeFirst();
    if (row === undefined) return null;
    const { address, chain_id, kind, linked_at } = row;
    return { address, chainId: chain_id, kind, linkedMs: linked_at.getTime() };
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

  async function boundBy(userId: number): Promise<LinkedWalletRow['bound']> {
    if ((await joinedWith(userId)) !== '') return 'joined';
    return (await hasJoin(db, userId, ['seen', 'promised'])) ? 'joining' : null;
  }

  /** True for an address that waits to take the place of another user's wallet. */
  async function isAwaitedByAnother(userId: number, address: string): Promise<boolean> {
    const change = await db
      .selectFrom('defi.wallet_change')
      .select('user_id')
      .where('address', '=', address)
      .where('user_id', '<>', BigInt(userId))
      .executeTakeFirst();
    return change !== undefined;
  }

  async function row(userId: number): Promise<LinkedWalletRow | null> {
    const wallet = await of(userId);
    if (wallet === null) return null;
    const { address, chainId, kind, linkedMs } = wallet;
    return { address, chainId, kind, time: linkedMs, bound: await boundBy(userId) };
  }

  async function requireOpen(userId: number, message: string): Promise<{ nonce: string; address: string }> {
    const login = await db
      .selectFrom('defi.login')
      .selectAll()
      .where('user_id', '=', BigInt(userId))
      .executeTakeFirst();
    // compared whole: another domain, chain or nonce, and one newline more, are all another text
    if (login === undefined || login.message !== message) throw new Refusal('WALLET_MESSAGE_UNKNOWN');
    if (login.used_at !== null) throw new Refusal('WALLET_MESSAGE_UNKNOWN');
    if (login.expires_at.getTime() <= now()) throw new Refusal('WALLET_MESSAGE_UNKNOWN');
    return { nonce: login.nonce, address: login.address };
  }

  /** Ends a message. @throws Refusal WALLET_MESSAGE_UNKNOWN where another request ended it meanwhile */
  async function use(nonce: string, trx: Db | Trx = db): Promise<void> {
    const used = await trx
      .updateTable('defi.login')
      .set({ used_at: new Date(now()) })
      .where('nonce', '=', nonce)
      .where('used_at', 'is', null)
      .returning('nonce')
      .executeTakeFirst();
    if (used === undefined) throw new Refusal('WALLET_MESSAGE_UNKNOWN');
  }

  /** Checks the signature of an issued text. The message is used up by `use` alone. @throws Refusal for all else */
  async function signed(userId: number, message: string, signature: string) {
    const { nonce, address } = await requireOpen(userId, message);
    const { chainId } = await chain.chain();
    const kind = await chain.signatory(address, message, signature);
    if (kind === null) throw new Refusal('WALLET_AUTHORIZATION_FAILED');
    return { address, chainId, kind, use: (trx: Trx) => use(nonce, trx) };
  }

  return {
    of,
    row,
    signed,
    /** True for an address that is linked to anybody. */
    async isLinked(address: string): Promise<boolean> {
      const known = await db
        .selectFrom('defi.wallet')
        .select('user_id')
        .where('address', '=', address)
        .executeTakeFirst();
      return known !== undefined;
    },
    /** Issues the text that a wallet signs. It replaces the user's earlier one. @throws Refusal MINING_CHAIN_AWAY */
    async issue(userId: number, text: string, origin: URL) {
      const { chainId } = await chain.chain();
      const address = normaliseAddress(chainId, text);
      if (address === null) throw new Refusal('INVALID_INPUT', { field: 'address' });
      const issuedMs = now();
      const nonce = randomBytes(NONCE_BYTES).toString('hex');
      const message = loginMessage({ origin, address, chainId, nonce, issuedMs });
      const fresh = {
        nonce,
        address,
        chain_id: chainId,
        message,
        expires_at: new Date(issuedMs + LOGIN_MS),
        used_at: null,
      };
      await db
        .insertInto('defi.login')
        .values({ user_id: BigInt(userId), ...fresh })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
        .execute();
      return { message, address, chainId, expiresAt: issuedMs + LOGIN_MS };
    },
    /** Links the wallet that signed an issued text, which then is used up. @throws Refusal for all else */
    async link(userId: number, message: string, signature: string): Promise<LinkedWalletRow> {
      const { nonce, address } = await requireOpen(userId, message);
      const { chainId } = await chain.chain();
      const kind = await chain.signatory(address, message, signature);
      await use(nonce);
      if (kind === null) throw new Refusal('WALLET_AUTHORIZATION_FAILED');
      const known = await of(userId);
      if (known !== null && known.address !== address) throw new Refusal('WALLET_ALREADY_LINKED');
      if (known === null && (await isAwaitedByAnother(userId, address)))
        throw new Refusal('MINING_ADDRESS_TAKEN');
      if (known === null)
        try {
          await db
            .insertInto('defi.wallet')
            .values({
              user_id: BigInt(userId),
              address,
              chain_id: chainId,
              kind,
              linked_at: new Date(now()),
            })
            .execute();
        } catch (error) {
          if ((error as { readonly code?: string }).code !== KNOWN) throw error;
          throw new Refusal('MINING_ADDRESS_TAKEN');
        }
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
    requireFree,
  };

  /** Refuses to unlink a wallet that something depends on. @throws Refusal WALLET_NOT_LINKED, WALLET_BOUND */
  async function requireFree(userId: number, address: string): Promise<void> {
    requireLinked((await of(userId))?.address ?? null, address);
    if ((await boundBy(userId)) !== null) throw new Refusal('WALLET_BOUND');
  }
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
