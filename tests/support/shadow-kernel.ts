import { isDeepStrictEqual } from 'node:util';
import type * as kernelModule from '@candor/kernel';
import type { Applied, Envelope, Kernel } from '@candor/kernel';

type Module = Pick<
  typeof kernelModule,
  | 'createKernel'
  | 'loadKernel'
  | 'encodeEnvelopes'
  | 'decodeEnvelopes'
  | 'encodeUnstamped'
  | 'decodeUnstamped'
  | 'digestEvents'
  | 'packResults'
  | 'unpackResults'
>;

/**
 * Runs a kernel three ways at once: live; restarted from its snapshot after each command; and replayed from the
 * journal's bytes. `apply` throws if they differ in an answer, an event or the state, or if another process would
 * decode a different command or event.
 */
export function shadowed(module: Module): Pick<Module, 'createKernel' | 'loadKernel'> {
  return {
    createKernel: (hints) =>
      shadow(module, module.createKernel({ ...hints, audit: true }), module.createKernel()),
    loadKernel: (snapshot, hints) =>
      shadow(module, module.loadKernel(snapshot, hints), module.loadKernel(snapshot)),
  };
}

function shadow(module: Module, live: Kernel, replayed: Kernel): Kernel {
  let restarted = module.loadKernel(live.snapshot());
  const apply = live.apply.bind(live);
  live.apply = (envelope) => {
    const applied = apply(envelope);
    restarted = module.loadKernel(restarted.snapshot());
    compare(module, envelope, live, applied, 'restarted', restarted, restarted.apply(envelope));
    const [read] = isJournaled(module, envelope)
      ? module.decodeEnvelopes(module.encodeEnvelopes([envelope]))
      : [];
    compare(module, envelope, live, applied, 'replayed', replayed, replayed.apply(read ?? envelope));
    if (read !== undefined) compareSent(module, envelope, read);
    compareHeard(module, envelope, applied);
    return applied;
  };
  return live;
}

/** A body of wrong types is no journal's: the engine refuses it before it is written. */
function isJournaled(module: Module, envelope: Envelope): boolean {
  try {
    module.encodeEnvelopes([envelope]);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Verifies that a command sent as bytes is decoded and journaled as if it came from this process. */
function compareSent(module: Module, envelope: Envelope, journaled: Envelope): void {
  const { packed, ...read } = module.decodeUnstamped(module.encodeUnstamped(envelope));
  const { seq, timeMs } = envelope;
  if (!isDeepStrictEqual({ seq, timeMs, ...read }, journaled))
    throw new Error(`command ${seq} (${envelope.body.type}) is read as ${words(read)}`);
  const bytes = [module.encodeEnvelopes([envelope]), module.encodeEnvelopes([journaled], [packed])] as const;
  if (!isDeepStrictEqual(...bytes))
    throw new Error(`command ${seq} (${envelope.body.type}) has other bytes where it came as bytes`);
}

/** Verifies that another process decodes the same events. */
function compareHeard(module: Module, envelope: Envelope, applied: Applied): void {
  const said = [applied, applied];
  const heard = module.unpackResults(module.packResults(said));
  const plain = (results: readonly Applied[]) => results.map(({ outcome, events }) => ({ outcome, events }));
  if (!isDeepStrictEqual(plain(heard), plain(said)))
    throw new Error(
      `command ${envelope.seq} (${envelope.body.type}): another process hears ${words(plain(heard))} instead of ` +
        words(plain(said)),
    );
  // Results without a tape are encoded event by event.
  const again = module.unpackResults(module.packResults(heard));
  if (!isDeepStrictEqual(plain(again), plain(said)))
    throw new Error(`command ${envelope.seq} (${envelope.body.type}) changes when it is passed on`);
}

function compare(
  module: Module,
  envelope: Envelope,
  live: Kernel,
  applied: Applied,
  name: string,
  kernel: Kernel,
  result: Applied,
): void {
  const what = `command ${envelope.seq} (${envelope.body.type})`;
  const outcomes = [applied.outcome, result.outcome].map((outcome) => words(outcome));
  if (outcomes[0] !== outcomes[1])
    throw new Error(`${what}: the ${name} kernel answers ${outcomes[1]}, the live one ${outcomes[0]}`);
  if (module.digestEvents([applied]) !== module.digestEvents([result]))
    throw new Error(
      `${what}: the ${name} kernel tells ${words(result.events)}, the live one ${words(applied.events)}`,
    );
  if (kernel.stateHash() !== live.stateHash())
    throw new Error(`${what}: the ${name} kernel has another state than the live one`);
}

function words(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part));
}
