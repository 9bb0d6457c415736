import { EventEmitter } from 'node:events';

export const parentPort = null;
export const workerData = null;

interface SnapshotWorker {
  snapshot(connectionString: string): Promise<unknown>;
}

/** Stands in for a worker thread: the same code, on the same turns. */
export class Worker extends EventEmitter {
  private ended = false;

  constructor(url: URL, { workerData: data }: { workerData: { readonly connectionString: string } }) {
    super();
    void this.run(url, data.connectionString);
  }

  async terminate(): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    this.emit('exit', 1);
  }

  private async run(url: URL, connectionString: string): Promise<void> {
    const { snapshot } = (await import(url.href)) as SnapshotWorker;
    try {
      const answer = await snapshot(connectionString);
      if (!this.ended) this.emit('message', answer);
    } catch (error) {
      if (!this.ended) this.emit('error', error);
    }
    await this.terminate();
  }
}
