import type { Client } from 'pg';

interface Notice {
  /** In the server's language. */
  readonly severity?: string | undefined;
  /** SQLSTATE: class 01 are warnings. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * The warnings of one connection. PostgreSQL answers a commit with success and a warning where it stopped waiting for a
 * synchronous standby: the row then stands on one machine alone.
 */
export class Warnings {
  private first: string | null = null;

  constructor(client: Client) {
    client.on('notice', ({ severity, code, message }: Notice) => {
      if (severity === 'WARNING' || code?.startsWith('01') === true)
        this.first ??= message ?? code ?? 'a warning';
    });
  }

  /** Returns the first warning since the last call, or null. */
  take(): string | null {
    const { first } = this;
    this.first = null;
    return first;
  }
}
