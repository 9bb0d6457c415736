import type { Engine, Submission } from '@candor/journal';

/** Keeps `inFlight` commands under way until all are answered. Returns commands a second; throws on a refusal. */
export async function flood(
  engine: Engine,
  submissions: readonly Submission[],
  inFlight: number,
): Promise<number> {
  let next = 0;
  const startMs = performance.now();
  await new Promise<void>((resolve, reject) => {
    let answered = 0;
    const send = () => {
      const submission = submissions[next++];
      if (submission === undefined) return;
      engine.submit(submission).then(() => {
        answered += 1;
        if (answered === submissions.length) resolve();
        else send();
      }, reject);
    };
    for (let sender = 0; sender < inFlight; sender++) send();
  });
  return submissions.length / ((performance.now() - startMs) / 1000);
}
