import { type CallData, CallError, type CallInput, type Client, type OperatorCalls } from '@candor/api';
import { FILE_TIMEOUT_MS } from '@candor/products';
import { LostFile, within } from '@candor/ui';

type LoginBody = CallInput<OperatorCalls['operatorLogin']>['body'];
type Proof = NonNullable<LoginBody['proof']>;

/** Solves a challenge in a Web Worker. Rejects where the browser cannot, as on a page without https. */
function solved(challenge: Proof['challenge']): Promise<Proof> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  const solving = new Promise<Proof>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Proof['solution'] | null>) => {
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

/** Takes the first step of a login, and solves a proof of work by itself where the server asks for one. */
export async function provenLogin(
  client: Client<OperatorCalls>,
  body: LoginBody,
): Promise<CallData<OperatorCalls['operatorLogin']>> {
  try {
    return await client.call('operatorLogin', { body });
  } catch (error) {
    const asked = error instanceof CallError && error.key === 'LOGIN_PROOF_NEEDED' ? error.problem : null;
    const challenge = asked?.details?.challenge;
    if (challenge === undefined) throw error;
    const proof = await solved(JSON.parse(challenge)).catch(() => Promise.reject(error));
    return client.call('operatorLogin', { body: { ...body, proof } });
  }
}
