import { AUTH_TIMEOUT_MS, FLUSH_MS, HEARTBEAT_MS } from '@candor/api';
import type { BudgetSettings } from '../../base/limits/budgets.ts';
import type { InputLimits } from './allowance.ts';
import type { ConnectionLimits } from './connection.ts';

export interface RealtimeSettings extends ConnectionLimits, InputLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerIp: number;
  /** Upgrade requests of one address. */
  readonly handshakeBudget: BudgetSettings;
  /** Budget of one address over all its sockets, in the units of `InputLimits`. */
  readonly addressBudget: BudgetSettings;
  /** Accounts that one user has read from the core and sent whole, over all sockets. */
  readonly snapshotBudget: BudgetSettings;
  /** Channels that one public socket may hold. */
  readonly maxChannels: number;
  /** Maximum size of one message from a client. */
  readonly maxMessageBytes: number;
  readonly flushMs: number;
  /** The interval of flushes while nobody is connected. */
  readonly idleFlushMs: number;
  readonly heartbeatMs: number;
  /** The server counts as out of step when the bus is more than this behind. */
  readonly outOfStepMs: number;
  /** Interval at which connections are looked over for dead ones. */
  readonly sweepMs: number;
  readonly authTimeoutMs: number;
  /** Interval at which the sessions behind private connections are asked for again. */
  readonly sessionCheckMs: number;
  /** Shortest interval between two publications of `all_symbol_detail`. */
  readonly tickersMs: number;
  /** Interval at which the countdowns of second contracts are sent. */
  readonly countdownMs: number;
  /** The longest MQTT keepalive. */
  readonly maxKeepaliveS: number;
}

export const DEFAULT_SETTINGS: RealtimeSettings = {
  maxConnections: 20_000,
  maxConnectionsPerIp: 100,
  maxChannels: 128,
  maxMessageBytes: 8_192,
  maxBufferedBytes: 1_048_576,
  messageBurst: 512,
  messagesPerSecond: 64,
  inputBurstBytes: 65_536,
  inputBytesPerSecond: 8_192,
  handshakeBudget: { burst: 200, perSecond: 20 },
  addressBudget: { burst: 8_192, perSecond: 1_000 },
  snapshotBudget: { burst: 20, perSecond: 2 },
  flushMs: FLUSH_MS,
  idleFlushMs: 1_000,
  heartbeatMs: HEARTBEAT_MS,
  outOfStepMs: 2_000,
  sweepMs: 1_000,
  stallMs: 15_000,
  idleMs: 30_000,
  authTimeoutMs: AUTH_TIMEOUT_MS,
  sessionCheckMs: 60_000,
  tickersMs: 1_000,
  countdownMs: 1_000,
  maxKeepaliveS: 120,
};
