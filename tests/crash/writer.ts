/**
 * A process that is made to be killed: opens the engine, sends a seeded flow of orders and tells each answer on its
 * output before it sends the next lot. Output to a pipe is written at once, so what was told survives the process.
 */

import { type Engine, JournalError } from '@candor/journal';
import { idOf } from '@candor/kernel';
import { OrderFlow } from '../../tools/workload/exchange.ts';
import { statusOf } from '../../tools/workload/outcomes.ts';
import { open, symbols, users } from './support-process.ts';

const [connectionString, seed, inFlight, takeOver] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
];

async function send(engine: Engine, flow: OrderFlow, sender: number): Promise<never> {
  for (let sent = 0; ; sent++) {
    const next = flow.next(Date.now());
    const key = next.body.type === 'placeOrder' ? `place:${seed}-${process.pid}-${sender}-${sent}` : null;
    const submission = { ...next, key, bodyHash: key === null ? null : '00' };
    const kind = submission.body.type;
    try {
      const { seq, outcome } = await engine.submit(submission);
      const orderId = outcome.ok ? idOf(outcome) : 0;
      console.log(
        `ack ${seq} ${kind} ${outcome.ok ? (statusOf(outcome) ?? 'done') : outcome.code} ${orderId}`,
      );
      if (outcome.ok && statusOf(outcome) === 'open')
        flow.openOrders.push({ userId: submission.userId, orderId });
    } catch (error) {
      const code = error instanceof JournalError ? error.code : String(error);
      console.log(`refused ${kind} ${code} ${key ?? '-'}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const engine = await open(connectionString, { takeOver: takeOver === 'take-over' });
console.log(`ready ${engine.status().committedSeq}`);
const flow = new OrderFlow(Number(seed), users, symbols);
await Promise.all(Array.from({ length: Number(inFlight) }, (_, sender) => send(engine, flow, sender)));
