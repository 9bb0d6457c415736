import * as kernelModule from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { firstUserId, limitOrder, listing, practiceGenesis } from '../../tools/workload/exchange.ts';
import { shadowed } from './shadow-kernel.ts';

/** Lists a market and lets one user's order meet another's. */
function trade(module: Parameters<typeof shadowed>[0]): void {
  const kernel = shadowed(module).createKernel();
  const apply = (userId: number, body: kernelModule.Command) =>
    kernel.apply({
      seq: kernel.seq + 1,
      timeMs: 1_000 + kernel.seq,
      userId,
      key: null,
      bodyHash: null,
      body,
    });
  for (const body of [practiceGenesis, ...listing(2, 1)]) apply(0, body);
  apply(firstUserId, limitOrder(1, 'buy', 100, 1_000_000));
  apply(firstUserId + 1, limitOrder(1, 'sell', 100, 400_000));
}

describe('kernels with shadows', () => {
  test('agree', () => {
    expect(() => trade(kernelModule)).not.toThrow();
  });

  test('find a snapshot that forgets', () => {
    const fresh = kernelModule.createKernel().snapshot();
    const loadKernel = (bytes: Uint8Array) => {
      const kernel = kernelModule.loadKernel(bytes);
      if (kernel.seq > 3) kernel.snapshot = () => fresh;
      return kernel;
    };
    expect(() => trade({ ...kernelModule, loadKernel })).toThrow();
  });

  test('find a restart that answers otherwise', () => {
    const loadKernel = (bytes: Uint8Array) => {
      const kernel = kernelModule.loadKernel(bytes);
      const apply = kernel.apply.bind(kernel);
      kernel.apply = (envelope) =>
        apply(envelope.body.type === 'placeOrder' ? { ...envelope, body: { type: 'tick' } } : envelope);
      return kernel;
    };
    expect(() => trade({ ...kernelModule, loadKernel })).toThrow(/the restarted kernel answers/);
  });

  test('find bytes of the journal that say something else', () => {
    const decodeEnvelopes = (bytes: Uint8Array) =>
      kernelModule.decodeEnvelopes(bytes).map((envelope) => ({ ...envelope, timeMs: envelope.timeMs + 1 }));
    expect(() => trade({ ...kernelModule, decodeEnvelopes })).toThrow(
      /the replayed kernel has another state/,
    );
  });
});
