import { expect, test } from 'vitest';
import { createKernel, loadKernel } from './machine.ts';

test('the kernels of these tests run three ways: live, restarted after each command, and replayed', () => {
  const kernel = createKernel();
  // The shadows' `apply` stands in front of the kernel's own.
  expect(Object.hasOwn(kernel, 'apply')).toBe(true);
  expect(Object.hasOwn(loadKernel(kernel.snapshot()), 'apply')).toBe(true);
});
