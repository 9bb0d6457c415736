import { z } from 'zod';

/** The name of the file in each archive that lists its others. */
export const MANIFEST = 'manifest.json';

const archived = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() });

const manifest = z.object({
  /** 2 where the database is not the embedded one: what knows only 1 refuses it. */
  format: z.union([z.literal(1), z.literal(2)]),
  /** Names the two archives of one backup. */
  backup: z.string(),
  /** Version of the embedded server, or of the one that was dumped. */
  postgresMajor: z.number(),
  /** Form of the database in the archive: the embedded cluster’s files, a dump of a server of one’s own, or not at all. */
  database: z.enum(['cluster', 'dump', 'none']).default('cluster'),
  /** The journal's last row that the copy is sure to hold. */
  journal: z.object({ batchNo: z.number(), seq: z.number(), hash: z.string() }),
  files: z.array(archived),
});

export type Manifest = z.infer<typeof manifest>;

/** Returns the list of an archive; null for a text that is none, or one of a newer format. */
export function readManifest(text: string): Manifest | null {
  try {
    return manifest.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
