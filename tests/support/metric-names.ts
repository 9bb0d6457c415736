import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './program.ts';

/** Names of our metrics that the alerts and the dashboard ask for. */
export function askedMetrics(): readonly string[] {
  const texts = ['alerts.yml', 'grafana.json'].map((file) =>
    readFileSync(join(root, 'monitoring', file), 'utf8'),
  );
  return [...new Set(texts.flatMap((text) => text.match(/\bcandor_\w+/g) ?? []))].sort();
}

/** Names that a scrape can be asked for; a histogram has three. */
export function scrapedMetrics(scrape: string): ReadonlySet<string> {
  const types = [...scrape.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    types.flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    ),
  );
}
