import { createKernel, type Envelope, type KernelEvent } from '@candor/kernel';
import { expect } from 'vitest';
import type { Check } from '../../apps/verifier/checks/check.ts';

/** Returns the findings of a verifier's check over all commands of a journal, each event changed first. */
export function reportsOf(
  check: Check,
  journal: readonly Envelope[],
  change: (event: KernelEvent) => KernelEvent,
): string[] {
  const reports: string[] = [];
  const kernel = createKernel();
  for (const envelope of journal) {
    const { outcome, events } = kernel.apply(envelope);
    check.see({ stamp: envelope, envelope, outcome, events: events.map(change) }, kernel, (what) =>
      reports.push(what),
    );
  }
  expect(check.count).toBeGreaterThan(0);
  return reports;
}
