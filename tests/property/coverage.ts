import type { Applied, Envelope, Kernel } from '@candor/kernel';
import { statusOf } from '../../tools/workload/outcomes.ts';
import type { KernelModule } from './duel.ts';

export type Coverage = Map<string, number>;

/** The same kernel, counting what it comes across. */
export function covered(module: KernelModule, coverage: Coverage): KernelModule {
  return {
    ...module,
    createKernel: () => counting(module.createKernel(), coverage),
    loadKernel: (snapshot) => counting(module.loadKernel(snapshot), coverage),
  };
}

function counting(kernel: Kernel, coverage: Coverage): Kernel {
  const apply = kernel.apply.bind(kernel);
  kernel.apply = (envelope) => {
    const applied = apply(envelope);
    count(envelope, applied, (what) => coverage.set(what, (coverage.get(what) ?? 0) + 1));
    return applied;
  };
  return kernel;
}

function count({ body }: Envelope, { outcome, events }: Applied, met: (what: string) => void): void {
  met(`${body.type} ${outcome.ok ? statusOf(outcome) : outcome.code}`);
  const firing = events.filter((event) => event.type === 'triggerFired');
  if (firing.length > 1) met('several fired');
  if (firing.some((event, i) => i > 0 && event.orderId < firing[i - 1]!.orderId)) met('fired by the fired');
  if (body.type === 'placeOrder' && outcome.ok) {
    if (body.timeInForce === 'FOK') met(`FOK ${statusOf(outcome)}`);
    if (body.quoteAmount !== null) met(`by amount ${statusOf(outcome)}`);
    if (events.length === 0) met('repeated');
  }
  for (const event of events) {
    if (event.type === 'orderDone') met(`done ${event.reason}`);
    if (event.type === 'triggerPlaced') met(`waits ${event.kind} ${event.orderType}`);
    if (event.type === 'triggerFired') met(`fired by ${event.source}`);
    if (event.type === 'triggerDone') met(`waited ${event.code ?? event.reason}`);
    if (event.type === 'orderAmended') met(event.keepsPlace ? 'amended in place' : 'amended anew');
    if (event.type === 'feeTier') met('another fee tier');
    if (event.type === 'index' && event.priceTicks === null) met('index stale');
    if (event.type === 'balance' && event.available > 2n ** 53n) met('balance above 2^53 units');
    if (event.type !== 'trade') continue;
    met('trade');
    if (event.quoteAmount > 2n ** 50n) met('trade above 2^50 units');
  }
}
