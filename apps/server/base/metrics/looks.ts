import { Gauge, type Registry } from 'prom-client';

/** One value of a gauge, with its labels. */
export interface Reading {
  readonly gauge: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** State of a subject for metrics: gauges that one look fills together. */
export interface Look {
  /** Names the subject where its look fails. */
  readonly subject: string;
  /** Help and labels of each gauge, by its name without `candor_`. */
  readonly gauges: Readonly<Record<string, { readonly help: string; readonly labels?: readonly string[] }>>;
  readonly read: () => Promise<readonly Reading[]>;
}

/** Name of the gauge that tells which looks failed. */
const FAILED = 'candor_metrics_failed';

/**
 * Adds the gauges of looks to a registry. Each look is taken once, each time that metrics are asked for. One that fails,
 * as without a database, leaves its gauges without values, and all others are answered still: `candor_metrics_failed` is
 * 1 for its subject.
 */
export function registerLooks(registry: Registry, looks: readonly Look[]): void {
  const taken = looks.map((look) => ({ look, read: together(look) }));
  for (const { look, read } of taken)
    for (const [name, { help, labels = [] }] of Object.entries(look.gauges))
      new Gauge({
        name: `candor_${name}`,
        help,
        labelNames: [...labels],
        registers: [registry],
        async collect() {
          this.reset();
          const readings = await read();
          // a gauge without labels is 0 after a reset, which would be a value nobody saw
          if (labels.length === 0) this.remove();
          for (const { gauge, labels: of = {}, value } of readings ?? [])
            if (gauge === name) this.set(of, value);
        },
      });
  new Gauge({
    name: FAILED,
    help: '1 where the state of a subject could not be read',
    labelNames: ['subject'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { look, read } of taken)
        this.set({ subject: look.subject }, (await read()) === null ? 1 : 0);
    },
  });
}

/** Takes a look once for all who ask while it runs; null where it fails. */
function together({ read }: Look): () => Promise<readonly Reading[] | null> {
  let running: Promise<readonly Reading[] | null> | null = null;
  return () => {
    running ??= read()
      .catch(() => null)
      .finally(() => {
        running = null;
      });
    return running;
  };
}

/** Seconds since 1970 of a time, as Prometheus compares it with `time()`. */
export const timestampOf = (at: Date | number): number => Number(at) / 1_000;
