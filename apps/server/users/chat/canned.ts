import type { CannedAnswer, Language } from '@candor/api';
import type { Db } from '../../base/database/index.ts';

/** A field of an answer that is kept for reuse: it is filled in before the answer is sent. */
const FIELD = /\{[\p{L}_][\p{L}\p{Nd}_]*\}/u;

/** True for a text in which a field is not filled in. */
export const hasEmptyField = (text: string): boolean => FIELD.test(text);

/** The answers that are kept for reuse, by code. */
export async function readCanned(db: Db): Promise<CannedAnswer[]> {
  const rows = await db.selectFrom('chat.canned').selectAll().orderBy('code').execute();
  return rows.map((row) => ({
    code: row.code,
    texts: row.texts as Partial<Record<Language, string>>,
    changeTime: row.changed_at.getTime(),
    operator: row.operator,
  }));
}
