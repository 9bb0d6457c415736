import { vi } from 'vitest';
import type * as kernelModule from '../../packages/kernel/index.ts';
import { shadowed } from './shadow-kernel.ts';

/** All kernels that the kernel's own tests make run three ways. */
vi.mock('../../packages/kernel/machine.ts', async (importOriginal) => {
  const machine = await importOriginal<Pick<typeof kernelModule, 'createKernel' | 'loadKernel'>>();
  const parts = await Promise.all([
    vi.importActual<typeof kernelModule>('../../packages/kernel/codec/envelopes.ts'),
    vi.importActual<typeof kernelModule>('../../packages/kernel/events/result.ts'),
    vi.importActual<typeof kernelModule>('../../packages/kernel/events/pack.ts'),
  ]);
  return { ...machine, ...shadowed(Object.assign({}, ...parts, machine)) };
});
