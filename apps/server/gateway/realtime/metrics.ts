import { Counter, Gauge, type Registry } from 'prom-client';
import type { Counters } from './counters.ts';
import type { RealtimeStats } from './realtime.ts';

const COUNTERS: Readonly<Record<keyof Counters, readonly [name: string, help: string]>> = {
  writes: ['writes', 'Writes to sockets; one carries all frames of a flush'],
  bytesSent: ['sent_bytes', 'Bytes handed to sockets'],
  conflated: ['conflated', 'Updates that a slow client got as one later state'],
  droppedSlow: ['dropped_slow', 'Clients dropped for reading too slowly'],
  droppedIdle: ['dropped_idle', 'Clients dropped for giving no sign of life'],
  droppedRate: ['dropped_rate', 'Clients dropped for sending too much'],
  refusedUpgrades: ['refused_upgrades', 'Upgrades refused'],
  malformed: ['malformed', 'Messages of clients that were none'],
  badBusMessages: ['bad_bus_messages', 'Messages of our own that were none'],
  resyncs: ['resyncs', 'Times that state was loaded again from the core'],
  authFailures: ['auth_failures', 'Sockets refused for their token'],
};

const GAUGES = {
  connections: ['connections', 'Open sockets, MQTT included'],
  mqttClients: ['mqtt_clients', 'MQTT clients'],
  subscriptions: ['subscriptions', 'Channels subscribed, over all public sockets'],
  followedAccounts: ['followed_accounts', 'Users with a private connection'],
  maxBufferedBytes: ['max_buffered_bytes', 'Most bytes that wait in one socket'],
} as const satisfies Record<Exclude<keyof RealtimeStats, keyof Counters>, readonly [string, string]>;

/** Adds realtime's counters and gauges to a registry; they are read when they are asked for. */
export function registerRealtimeMetrics(registry: Registry, stats: () => RealtimeStats): void {
  const registers = [registry];
  for (const [key, [name, help]] of Object.entries(COUNTERS)) {
    new Counter({
      name: `candor_realtime_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(stats()[key as keyof Counters]);
      },
    });
  }
  for (const [key, [name, help]] of Object.entries(GAUGES)) {
    new Gauge({
      name: `candor_realtime_${name}`,
      help,
      registers,
      collect() {
        this.set(stats()[key as keyof typeof GAUGES]);
      },
    });
  }
}
