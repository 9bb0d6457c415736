import { createHash } from 'node:crypto';
import type { AppliedCommand } from '@candor/journal';
import type { KernelView } from '@candor/kernel';
import { NO_TICK_HASH, tickBytes } from '@candor/prices';
import type { Check } from './check.ts';

/**
 * Verifies the recorder's chain. Each record is numbered one above the last and contains its hash, and its own hash
 * matches its bytes. After the first tick with a record, every tick has one.
 */
export class TickChainCheck implements Check {
  readonly name = 'records of the tick chain';
  count = 0;
  private lastNo = 0;
  private lastHash = NO_TICK_HASH;
  private isBroken = false;

  /** Reports only the first bad tick: no later one can follow. */
  see({ envelope, outcome }: AppliedCommand, _view: KernelView, report: (what: string) => void): void {
    const { body, seq } = envelope;
    if (this.isBroken || body.type !== 'indexTick' || !outcome.ok) return;
    const wrong = (why: string) => {
      this.isBroken = true;
      report(`Tick ${body.tickNo} (command ${seq}) breaks the recorder's chain: ${why}.`);
    };
    const { record, tickNo, chainedMs, quotes } = body;
    if (record === undefined || chainedMs === undefined) {
      if (this.lastNo > 0) wrong(`it has no record, though record ${this.lastNo} came before`);
      return;
    }
    const { no, previousHash, hash } = record;
    if (no !== this.lastNo + 1) wrong(`it is record ${no} after record ${this.lastNo}`);
    else if (previousHash !== this.lastHash)
      wrong(`it follows ${previousHash}, and the last record's hash is ${this.lastHash}`);
    else {
      const bytes = tickBytes({ no, previousHash, tickNo, chainedMs, quotes });
      const own = createHash('sha256').update(bytes).digest('hex');
      if (own !== hash) wrong(`its hash is stated as ${hash}; its bytes give ${own}`);
    }
    this.count += 1;
    this.lastNo = no;
    this.lastHash = hash;
  }

  end(view: KernelView, report: (what: string) => void): void {
    const { recordNo, hash } = view.chain;
    if (recordNo !== undefined && !this.isBroken && (recordNo !== this.lastNo || hash !== this.lastHash))
      report(`The kernel's last record is ${recordNo}, the journal's ${this.lastNo}.`);
  }
}
