import { randomBytes } from 'node:crypto';
import { normaliseAddress } from '@candor/chains';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { ChainLine } from './chain-line.ts';
import { LOGIN_MS, loginMessage } from './login-message.ts';

const NONCE_BYTES = 16;

export interface LoginsDeps {
  readonly db: Db;
  readonly chain: ChainLine;
  readonly now: () => number;
}

/** Texts that wallets sign: each is issued to one user, for one address, and used up once. */
export function createLogins({ db, chain, now }: LoginsDeps) {
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

  return {
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
    /**
     * Reads an issued text and says who signed it; the kind is null for a signature of anybody else. The text is used up by
     * `use` alone. @throws Refusal WALLET_MESSAGE_UNKNOWN, MINING_CHAIN_AWAY
     */
    async read(userId: number, message: string, signature: string) {
      const { nonce, address } = await requireOpen(userId, message);
      const { chainId } = await chain.chain();
      const kind = await chain.signatory(address, message, signature);
      return { nonce, address, chainId, kind };
    },
    /** Ends a message. @throws Refusal WALLET_MESSAGE_UNKNOWN where another request ended it meanwhile */
    async use(nonce: string, trx: Db | Trx = db): Promise<void> {
      const used = await trx
        .updateTable('defi.login')
        .set({ used_at: new Date(now()) })
        .where('nonce', '=', nonce)
        .where('used_at', 'is', null)
        .returning('nonce')
        .executeTakeFirst();
      if (used === undefined) throw new Refusal('WALLET_MESSAGE_UNKNOWN');
    },
  };
}
