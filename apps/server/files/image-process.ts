// Decodes what strangers send, in a process that holds no key and opens nothing: see images.ts.
import process from 'node:process';
import type { RewriteFault, Rewritten } from './rewrite.ts';
import { RewriteError, rewriteImage } from './rewrite.ts';

/** The answer to the bytes of a file. */
export type ImageAnswer = { readonly written: Rewritten } | { readonly fault: RewriteFault };

const answer = (message: ImageAnswer) => process.send?.(message, undefined, undefined, () => {});

process.on('message', (bytes: Uint8Array) => {
  rewriteImage(bytes).then(
    (written) => answer({ written }),
    (error: unknown) => {
      if (!(error instanceof RewriteError)) throw error;
      answer({ fault: error.key });
    },
  );
});
process.once('disconnect', () => process.exit(0));
