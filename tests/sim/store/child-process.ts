import { EventEmitter } from 'node:events';
import type { SnapshotAnswer } from '../../../packages/journal/snapshot-replay.ts';

interface SnapshotCode {
  snapshotByReplay(connectionString: string): Promise<SnapshotAnswer>;
}

/** Stands in for the process that makes a snapshot: the same code, on the same turns of the loop. */
class SnapshotChild extends EventEmitter {
  private ended = false;
  private readonly code: URL;

  constructor(code: URL) {
    super();
    this.code = code;
  }

  send(connectionString: string): void {
    void this.run(connectionString);
  }

  kill(): void {
    if (this.ended) return;
    this.ended = true;
    this.emit('disconnect');
  }

  private async run(connectionString: string): Promise<void> {
    const { snapshotByReplay } = (await import(this.code.href)) as SnapshotCode;
    const answer = await snapshotByReplay(connectionString);
    if (!this.ended) this.emit('message', answer);
    this.kill();
  }
}

/** Starts what would be a process of its own: the code that it runs stands beside `file`. */
export function fork(file: string): SnapshotChild {
  return new SnapshotChild(new URL('snapshot-replay.ts', `file://${file}`));
}
