import { z } from 'zod';

/** The name of the file in each archive that lists its others. */
export const MANIFEST = 'manifest.json';

const archived = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() });

const manifest = z.object({
  format: z.literal(1),
  /** Names the two archives of one backup. */
  backup: z.string(),
  postgresMajor: z.number(),
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
