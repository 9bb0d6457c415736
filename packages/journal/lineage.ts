import { KERNEL_VERSION } from '@candor/kernel';
import type { Client } from 'pg';
import { JournalError } from './errors.ts';

/** A kernel that was released: its version, and the SHA-256 of its bundle in hex. */
export interface ReleasedKernel {
  readonly version: string;
  readonly codeHash: string;
}

/**
 * The released kernels, oldest first: this program takes over what they left, and a verifier runs their code. A release adds
 * the version that it replaces (`node tools/older-kernel.ts` makes its bundle).
 */
export const RELEASED_KERNELS: readonly ReleasedKernel[] = [
  { version: 'core-13', codeHash: '56888f596c481cd0ed8c7ac3fe8984afb80d3afe342a9708d8c818adea921135' },
];

/**
 * Refuses a journal that a later version went on with, or one older than the last release, before anything of it is taken or changed. Throws KERNEL_NEWER.
 * @param own the version of this program's kernel
 */
export async function refuseNewerKernel(client: Client, own: string = KERNEL_VERSION): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    `SELECT version FROM journal.kernels WHERE no =
       (SELECT kernel_no FROM journal.batches ORDER BY batch_no DESC LIMIT 1)`,
  );
  const version = rows[0]?.version;
  if (version === undefined || version === own) return;
  const before = RELEASED_KERNELS.map((kernel) => kernel.version);
  const known = before.includes(own) ? before.slice(0, before.indexOf(own)) : before;
  if (!known.includes(version))
    throw new JournalError(
      'KERNEL_NEWER',
      `This journal goes on under kernel ${version}, which this version of Candor with kernel ${own} does not know: ` +
        'start the version that wrote it.',
    );
}
