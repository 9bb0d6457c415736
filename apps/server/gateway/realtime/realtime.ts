import type { Server } from 'node:http';
import type { Bus } from '../../base/bus/index.ts';
import { createBudgets } from '../../base/limits/budgets.ts';
import { clientAddressReader } from '../../base/limits/client-address.ts';
import type { RefusalLog } from '../../base/limits/refusal-log.ts';
import { aloneAtDoor, type ShareLimit } from '../../base/limits/shared-limits.ts';
import { passesByItself } from '../../base/work/passing.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { createAccounts } from './accounts.ts';
import { createCatalogue } from './catalogue.ts';
import { type Counters, createCounters } from './counters.ts';
import { createDepth, type DepthSnapshot } from './depth.ts';
import { type Doors, openDoors } from './doors.ts';
import { createMarketFeed, type MarketState } from './feed.ts';
import { createHub } from './hub.ts';
import { keepInStep } from './in-step.ts';
import type { LiveFeed, OpenLiveFeed } from './live-feed.ts';
import { allDetailChannel } from './market-channels.ts';
import type { MqttGateway } from './mqtt.ts';
import { type Pace, startPace } from './pace.ts';
import { servePrivate } from './private-socket.ts';
import { servePublic } from './public-socket.ts';
import { createPulse, type Pulse } from './pulse.ts';
import { createSessionWatch, type Sessions } from './sessions.ts';
import { DEFAULT_SETTINGS, type RealtimeSettings } from './settings.ts';
import { createStatesFeed } from './states-feed.ts';
import { createStepWatch } from './step-watch.ts';

export interface RealtimeOptions {
  /** The HTTP server whose upgrade requests are answered (Fastify's `server`). */
  readonly server: Server;
  readonly core: Pick<CoreLink, 'ask' | 'onCommitted' | 'status'>;
  readonly bus: Bus;
  readonly market: MarketState;
  readonly sessions: Sessions;
  /** The user whose hints of conversations a topic carries; without it no topic is anybody's. */
  readonly chatOwner?: (topic: string) => Promise<number | null>;
  /** The user whom a merchant's number names; without it no number is anybody's. */
  readonly merchantOwner?: (merchantId: number) => Promise<number | null>;
  /** The messages of each subject beside spot's own. */
  readonly feeds: readonly OpenLiveFeed[];
  /** Takes what is refused; whoever made it ends it. */
  readonly refusals: Pick<RefusalLog, 'note'>;
  /** Receives errors of this room. Nothing of it stops the service, and a core that is away is no error. */
  readonly onError: (error: unknown) => void;
  /** Origins of pages on other hosts that may connect, such as https://app.example.com. */
  readonly allowedOrigins?: readonly string[];
  /** True if a proxy of ours sits in front: the address that it saw is then the client's. */
  readonly proxies?: readonly string[];
  readonly settings?: Partial<RealtimeSettings>;
  /** Shares the limits of addresses with the other doors; without it, they count this door only. */
  readonly share?: ShareLimit;
  readonly now?: () => number;
}

/** Figures for /metrics: counters since the start and the present state. */
export interface RealtimeStats extends Readonly<Counters> {
  readonly connections: number;
  readonly mqttClients: number;
  readonly subscriptions: number;
  readonly followedAccounts: number;
  /** The most bytes that wait in one public or private socket. */
  readonly maxBufferedBytes: number;
}

export interface Realtime {
  /** Returns the best levels of the committed book, or null for an unlisted symbol and while `inStep` is false. */
  depthSnapshot(symbol: string, levels: number): DepthSnapshot | null;
  /** True if books, accounts and market are current; otherwise none of them is sent. */
  inStep(): boolean;
  stats(): RealtimeStats;
  /** Closes every connection and stops listening. */
  stop(): Promise<void>;
}

/** Creates the parts that sockets are told from, which no client reaches before the doors are open. */
function createParts(options: RealtimeOptions) {
  const { core, bus, market, sessions, share = aloneAtDoor, now = Date.now } = options;
  const settings: RealtimeSettings = { ...DEFAULT_SETTINGS, ...options.settings };
  const counters = createCounters();
  // Every reader of the core and of the database retries by itself.
  const onError = (error: unknown): void => {
    if (!passesByItself(error)) options.onError(error);
  };
  const onResync = (reason: unknown): void => {
    counters.resyncs += 1;
    onError(reason);
  };
  /** Called on each change, once the doors are open. */
  const steps = { onChange(_inStep: boolean): void {} };
  const { outOfStepMs } = settings;
  const watch = createStepWatch({ core, bus, market, outOfStepMs, onChange: (is) => steps.onChange(is) });
  const { inStep } = watch;
  const catalogue = createCatalogue();
  const snapshots = createBudgets(settings.snapshotBudget, now, share('snapshots'));
  return {
    core,
    bus,
    market,
    sessions,
    share,
    settings,
    now,
    counters,
    onError,
    onResync,
    steps,
    watch,
    inStep,
    catalogue,
    hub: createHub(counters, inStep),
    depth: createDepth(catalogue),
    accounts: createAccounts(core, catalogue, inStep, onResync),
    sessionWatch: createSessionWatch(sessions, onError),
    affordsSnapshot: (userId: number) => snapshots.take(`user ${userId}`, 1) === 'admitted',
  };
}

type Parts = ReturnType<typeof createParts>;

/** Opens the gateway of MQTT. */
async function openMqtt(parts: Parts, options: RealtimeOptions): Promise<MqttGateway> {
  // The processes that only read this room's settings and types do not load the broker.
  const { createMqttGateway } = await import('./mqtt.ts');
  const chatOwner = options.chatOwner ?? (async () => null);
  const merchantOwner = options.merchantOwner ?? (async () => null);
  return createMqttGateway({ ...parts, chatOwner, merchantOwner });
}

/** Follows the market and the journal. Resolves once the books are loaded from the core. */
async function follow(parts: Parts, mqtt: MqttGateway) {
  const { core, hub, catalogue, watch, sessionWatch, onError } = parts;
  const feed = createMarketFeed({
    ...parts,
    onRefresh: mqtt.publishRefresh,
    onChat: mqtt.publishChat,
    onSessionEnded: (userId) => void sessionWatch.recheck(userId),
  });
  const stopFollowing = await keepInStep({
    ...parts,
    openMarketChannels: () => feed.open([...catalogue.symbols(), ...catalogue.contracts()]),
    onLoaded: watch.setLoaded,
  });
  const stopStates = await createStatesFeed({ core, hub, onError });
  const allDetail = allDetailChannel();
  hub.add(allDetail);
  return {
    feed,
    allDetail,
    stop() {
      stopFollowing();
      stopStates();
    },
  };
}

/** Opens the doors to sockets. `onComing` is called before a public or private one is served. */
function openTo(parts: Parts, options: RealtimeOptions, mqtt: MqttGateway, onComing: () => void): Doors {
  const { settings, share, now, counters, onError, hub } = parts;
  const publicDeps = { hub, counters, maxChannels: settings.maxChannels, now };
  const privateDeps = { ...parts, authTimeoutMs: settings.authTimeoutMs };
  const handshakes = share('handshakes');
  return openDoors({
    ...settings,
    server: options.server,
    counters,
    now,
    onError,
    maxConnectionsPerIp: Math.ceil(settings.maxConnectionsPerIp / handshakes.doors),
    budgets: createBudgets(settings.addressBudget, now, share('sockets')),
    handshakes: createBudgets(settings.handshakeBudget, now, handshakes),
    allowedOrigins: options.allowedOrigins ?? [],
    clientIp: clientAddressReader(options.proxies ?? []),
    refusals: options.refusals,
    onPublic: (connect, refused) => {
      onComing();
      servePublic(publicDeps, connect, refused);
    },
    onPrivate: (userId, connect, refused) => {
      onComing();
      servePrivate(privateDeps, userId, connect, refused);
    },
    onMqtt: mqtt.accept,
  });
}

/** Starts what recurs: flushes, heartbeats, tickers, countdowns and the looks at connections and sessions. */
function startTimers(parts: Parts, doors: Doors, pulse: Pulse, feeds: readonly LiveFeed[]): Pace {
  const { settings, hub, sessionWatch, inStep, onError } = parts;
  const guarded = (work: () => unknown) => () => {
    try {
      work();
    } catch (error) {
      onError(error);
    }
  };
  const inStepOnly = (work: () => void) => guarded(() => inStep() && work());
  const every = (intervalMs: number, work: () => unknown) => setInterval(guarded(work), intervalMs);
  const everyInStep = (intervalMs: number, work: () => void) => setInterval(inStepOnly(work), intervalMs);
  /** Sends what is new. */
  const flush = (): void => {
    hub.flush();
    for (const live of feeds) live.flush?.();
  };
  // Without a connection the channels only keep up with the market.
  const flushing = startPace({
    busyMs: settings.flushMs,
    idleMs: settings.idleFlushMs,
    isIdle: () => doors.connections.size === 0,
    work: inStepOnly(flush),
  });
  const timers = [
    ...feeds.flatMap(({ beat }) => (beat === undefined ? [] : [everyInStep(settings.countdownMs, beat)])),
    every(settings.heartbeatMs, pulse.beat),
    every(settings.sweepMs, pulse.sweep),
    everyInStep(settings.tickersMs, pulse.publishTickers),
    every(settings.sessionCheckMs, () => void sessionWatch.recheck(null)),
  ];
  return {
    hasten: flushing.hasten,
    stop() {
      for (const timer of timers) clearInterval(timer);
      flushing.stop();
    },
  };
}

/** Starts the sockets on `server`. Resolves once the books are loaded from the core. */
export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const parts = createParts(options);
  const { inStep, depth, hub, accounts, counters, steps } = parts;
  const mqtt = await openMqtt(parts, options);
  const followed = await follow(parts, mqtt);
  const { feed, allDetail } = followed;
  const feeds = options.feeds.map((open) => open(parts));
  const doors = openTo(parts, options, mqtt, () => timers.hasten());
  const pulse = createPulse({ ...parts, feed, allDetail, mqtt, doors });
  steps.onChange = pulse.turn;
  const timers = startTimers(parts, doors, pulse, feeds);

  return {
    depthSnapshot: (symbol, levels) => (inStep() ? depth.snapshot(symbol, levels) : null),
    inStep,
    stats() {
      let maxBufferedBytes = 0;
      for (const { bufferedBytes } of doors.connections) {
        maxBufferedBytes = Math.max(maxBufferedBytes, bufferedBytes);
      }
      return {
        ...counters,
        connections: doors.count(),
        mqttClients: mqtt.clientCount(),
        subscriptions: hub.subscriptionCount(),
        followedAccounts: accounts.followed(),
        maxBufferedBytes,
      };
    },
    async stop() {
      timers.stop();
      steps.onChange = () => {};
      pulse.stop();
      followed.stop();
      for (const live of feeds) live.stop();
      feed.close();
      await doors.close();
      await mqtt.close();
    },
  };
}
