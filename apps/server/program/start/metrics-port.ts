import { createMetricsApp, type Metrics } from '../../gateway/http/index.ts';
import { openFront } from './front.ts';
import { mountApp } from './mount-app.ts';
import type { Role } from './roles/run-role.ts';

/** Address of the metrics, as the supervisor assigns it; null where nobody asks for them. */
export interface MetricsPlace {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  readonly token: string | null;
}

/** Serves metrics on a port of their own, and reports it to the supervisor. Throws PORT_TAKEN. */
export async function openMetricsPort(
  role: Role,
  metrics: Pick<Metrics, 'text' | 'contentType'>,
): Promise<void> {
  const place = (await role.ask('metrics-place')) as MetricsPlace | null;
  if (place === null) return;
  const { lifecycle, log, notReady } = role;
  const front = await openFront({
    host: place.host,
    port: place.port,
    portVariable: 'METRICS_PORT',
    notReady,
    proxies: [],
    onError: (error) => log.warn({ err: error }, 'a connection for metrics failed'),
  });
  role.tell('metrics-port', front.port);
  const app = await lifecycle.stage(
    'the metrics',
    () => createMetricsApp(metrics, place.token),
    (running) => running.close(),
  );
  await mountApp(lifecycle, app, front);
}
