import { hash } from 'node:crypto';
import type { Db } from '../../base/database/index.ts';
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

const imagesOf = ({ images = [] }: Evidence): string[] => [...new Set(images)];

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
  readonly files: Pick<Files, 'keepNew' | 'read'>;
  readonly now: () => number;
}) {
  /** SHA-256 of order, side, text and the bytes of the pictures. */
  async function hashOf(orderId: number, userId: number, given: Evidence): Promise<string> {
    const pictures = await Promise.all(
      imagesOf(given).map(async (id) => {
        const bytes = await files.read(id);
        return bytes === null ? '' : hash('sha256', bytes);
      }),
    );
    return hash('sha256', JSON.stringify([orderId, userId, given.statement, pictures]));
  }

  return {
    hashOf,
    /**
     * Keeps a statement before the ledger hears of its hash. Nothing else keeps its pictures: no other release lets go of
     * one. @throws Refusal FILE_UNKNOWN
     */
    async keep(orderId: number, userId: number, given: Evidence, evidence: string): Promise<void> {
      const images = imagesOf(given);
      const { statement: text } = given;
      await db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('otc.statement')
          .values({ order_id: orderId, evidence, user_id: userId, text, images, at: new Date(now()) })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        // an earlier try has kept it
        if (numInsertedOrUpdatedRows !== 1n) return;
        for (const id of images) await files.keepNew(trx, 'otc', userId, id);
      });
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
