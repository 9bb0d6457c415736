import { assert } from '../../assert.ts';

interface Due {
  readonly tickNo: number;
  readonly contractId: number;
}

/** Contracts by the tick that they wait for, those of one tick by their ids. */
export class TickQueue {
  private readonly heap: Due[] = [];

  get first(): Due | undefined {
    return this.heap[0];
  }

  push(tickNo: number, contractId: number): void {
    const { heap } = this;
    const due = { tickNo, contractId };
    let at = heap.length;
    heap.push(due);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(due, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = due;
  }

  /** Takes the first away. */
  pop(): void {
    const { heap } = this;
    const last = heap.pop();
    assert(last !== undefined, 'a contract that leaves the queue was in it');
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(a: Due, b: Due): boolean {
  return a.tickNo < b.tickNo || (a.tickNo === b.tickNo && a.contractId < b.contractId);
}
