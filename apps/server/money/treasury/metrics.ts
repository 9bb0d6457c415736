import { sql } from 'kysely';
import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { kyselyOf } from '../../base/database/index.ts';

/** Counts the alarms of custody that are open, read from the database each time that metrics are asked for. */
export function registerCustodyMetrics(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'candor_custody_alarms',
    help: 'Open alarms of custody, by chain and kind',
    labelNames: ['chain', 'kind'],
    registers: [registry],
    async collect() {
      this.reset();
      // Without a database all other metrics are still answered, and this one has no value.
      const found = await sql<{ chain: string; kind: string; count: number }>`
        select chain, kind, (count(*) filter (where ended_at is null))::int as count
        from treasury.alarm group by chain, kind`
        .execute(kyselyOf(pool))
        .catch(() => null);
      const rows = found?.rows ?? [];
      for (const { chain, kind, count } of rows) this.set({ chain, kind }, count);
    },
  });
}
