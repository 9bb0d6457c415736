import { hash } from 'node:crypto';
import type { Db, Trx } from '../../base/database/index.ts';
import type { Files } from '../../gateway/files/index.ts';

export interface Evidence {
  readonly statement: string;
  readonly images?: readonly string[] | undefined;
}

export interface StatementRow {
  readonly evidence: string;
  readonly userId: number;
  readonly text: string;
  readonly images: readonly string[];
  readonly atMs: number;
}

/**
 * Statements of appeals with their pictures. The journal keeps the hash of each, so that nothing of it can be changed or
 * taken out afterwards without being seen.
 */
export function createStatements({
  db,
  files,
  now,
}: {
  readonly db: Db;
  readonly files: Pick<Files, 'keep' | 'fingerprint' | 'read'>;
  readonly now: () => number;
}) {
  /** SHA-256 of order, side, text and the bytes of the pictures. */
  async function hashOf(
    orderId: number,
    userId: number,
    { statement, images = [] }: Evidence,
  ): Promise<string> {
    const pictures = await Promise.all(
      images.map(async (id) => {
        const bytes = await files.read(id);
        return bytes === null ? '' : hash('sha256', bytes);
      }),
    );
    return hash('sha256', JSON.stringify([orderId, userId, statement, pictures]));
  }

  return {
    hashOf,
    /** Keeps a statement before the ledger hears of its hash. @throws Refusal FILE_UNKNOWN */
    async keep(orderId: number, userId: number, given: Evidence, evidence: string): Promise<void> {
      const images = [...new Set(given.images ?? [])];
      if (images.length > 0) await db.transaction().execute((trx: Trx) => files.keep(trx, userId, images));
      await db
        .insertInto('otc.statement')
        .values({
          order_id: orderId,
          evidence,
          user_id: userId,
          text: given.statement,
          images,
          at: new Date(now()),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    /** The statements of an order that the journal names, in its order. */
    async of(orderId: number, named: readonly string[]): Promise<StatementRow[]> {
      if (named.length === 0) return [];
      const rows = await db
        .selectFrom('otc.statement')
        .selectAll()
        .where('order_id', '=', BigInt(orderId))
        .where('evidence', 'in', [...named])
        .execute();
      const byHash = new Map(rows.map((row) => [row.evidence, row]));
      return named.flatMap((evidence) => {
        const row = byHash.get(evidence);
        if (row === undefined) return [];
        const { user_id, text, images, at } = row;
        return [{ evidence, userId: Number(user_id), text, images, atMs: at.getTime() }];
      });
    },
  };
}

export type Statements = ReturnType<typeof createStatements>;
