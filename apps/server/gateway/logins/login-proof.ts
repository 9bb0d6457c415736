import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { LoginProof } from '@candor/api';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

const ALGORITHM = 'PBKDF2/SHA-256';
const LIFETIME_MS = 5 * 60_000;
/** Iterations of one try, and tries until it is solved: some tenths of a second on a laptop, a few seconds on a phone. */
const COST = 1_000;
const LEAST_TRIES = 500;
const MOST_TRIES = 1_500;

/** Proofs of work for logins: a guesser pays more for a try than the server does, and a person waits a moment. */
export interface LoginProofs {
  /**
   * Counts a proof as used. Without one, or with one that is wrong, expired or used, it refuses with a new challenge.
   * @throws Refusal LOGIN_PROOF_NEEDED
   */
  use(proof: LoginProof | null): Promise<void>;
}

/**
 * Proofs whose challenges are signed with a key, so that the server keeps none that is open. Only hashes of used ones
 * are kept, until they expire.
 */
export function createLoginProofs(db: Db, key: Uint8Array | null): LoginProofs {
  const secret = key ?? randomBytes(32);
  const secretOf = (name: string) => createHmac('sha256', secret).update(`candor ${name}`).digest('hex');
  const secrets = {
    hmacSignatureSecret: secretOf('login challenge'),
    hmacKeySignatureSecret: secretOf('login solution'),
  };

  async function ask(): Promise<never> {
    const challenge = await createChallenge({
      algorithm: ALGORITHM,
      cost: COST,
      deriveKey,
      ...secrets,
      counter: randomInt(LEAST_TRIES, MOST_TRIES),
      // the library reads the machine's clock when it verifies
      expiresAt: new Date(Date.now() + LIFETIME_MS),
    });
    throw new Refusal('LOGIN_PROOF_NEEDED', { details: { challenge: JSON.stringify(challenge) } });
  }

  return {
    async use(proof) {
      if (proof === null) return ask();
      const { challenge, solution } = proof;
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      if (!verified) return ask();
      const { signature, parameters } = challenge;
      const expires = new Date(parameters.expiresAt * 1_000);
      await sql`delete from identity.used_proof where expires_at < ${new Date()}`.execute(db);
      const { rows } = await sql`
        insert into identity.used_proof (proof_hash, expires_at)
        values (${createHash('sha256').update(signature).digest()}, ${expires})
        on conflict do nothing returning 1`.execute(db);
      if (rows.length === 0) return ask();
    },
  };
}
