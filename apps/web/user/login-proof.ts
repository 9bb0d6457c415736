import { CallError, type CallInput, type Calls } from '@candor/api';
import { FILE_TIMEOUT_MS } from '@candor/products';
import { LostFile, within } from '@candor/ui';

export type LoginProof = NonNullable<CallInput<Calls['login']>['body']['proof']>;

/** Reads the challenge out of a refusal; null for any other error. */
export function challengeOf(error: unknown): LoginProof['challenge'] | null {
  if (!(error instanceof CallError) || error.key !== 'LOGIN_PROOF_NEEDED') return null;
  const challenge = error.problem?.details?.challenge;
  return challenge === undefined ? null : (JSON.parse(challenge) as LoginProof['challenge']);
}

/** Solves a challenge in a Web Worker. Rejects where the browser cannot, as on a page without https. */
export function solveProof(challenge: LoginProof['challenge']): Promise<LoginProof> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  const solving = new Promise<LoginProof>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<LoginProof['solution'] | null>) => {
      if (data === null) return reject(new Error('the proof of work took too long'));
      resolve({ challenge, solution: { counter: data.counter, derivedKey: data.derivedKey } });
    });
    worker.addEventListener('error', () => reject(new Error('the proof of work failed')));
  });
  worker.postMessage(challenge);
  // its script may hang as any other file
  return within(FILE_TIMEOUT_MS, solving, () => new LostFile('ChunkLoadError')).finally(() =>
    worker.terminate(),
  );
}
