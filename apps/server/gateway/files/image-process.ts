// Decodes what strangers send, in a process that holds no key and opens nothing: see images.ts.
import process from 'node:process';
import type { RewriteFault, Rewritten } from './rewrite.ts';
import { RewriteError, rewriteImage } from './rewrite.ts';

/** The bytes of a file, and the side of the square to cut; null keeps all of the picture. */
export interface ImageOrder {
  readonly bytes: Uint8Array;
  readonly square: number | null;
}

/** The answer to an order. */
export type ImageAnswer = { readonly written: Rewritten } | { readonly fault: RewriteFault };

const answer = (message: ImageAnswer) => process.send?.(message, undefined, undefined, () => {});

process.on('message', ({ bytes, square }: ImageOrder) => {
  rewriteImage(bytes, square).then(
    (written) => answer({ written }),
    (error: unknown) => {
      if (!(error instanceof RewriteError)) throw error;
      answer({ fault: error.key });
    },
  );
});
process.once('disconnect', () => process.exit(0));
