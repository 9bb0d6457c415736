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
import { openDoors } from './doors.ts';
import { createMarketFeed, type MarketState } from './feed.ts';
import { jsonFrame, PING_FRAME } from './frame.ts';
import { createHub } from './hub.ts';
import { keepInStep } from './in-step.ts';
import type { LiveFeed, OpenLiveFeed } from './live-feed.ts';
import { allDetailChannel } from './market-channels.ts';
import { startPace } from './pace.ts';
import { servePrivate } from './private-socket.ts';
import { servePublic } from './public-socket.ts';
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

/** Starts the sockets on `server`. Resolves once the books are loaded from the core. */
export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { server, core, bus, market, sessions } = options;
  const settings: RealtimeSettings = { ...DEFAULT_SETTINGS, ...options.settings };
  const now = options.now ?? Date.now;
  const counters = createCounters();
  // Every reader of the core and of the database retries by itself.
  const onError = (error: unknown): void => {
    if (!passesByItself(error)) options.onError(error);
  };
  const onResync = (reason: unknown): void => {
    counters.resyncs += 1;
    onError(reason);
  };

  const catalogue = createCatalogue();
  const { outOfStepMs } = settings;
  const watch = createStepWatch({ core, bus, market, outOfStepMs, onChange: (is) => onStep(is) });
  const { inStep } = watch;
  /** No client is connected before the doors are open. */
  let onStep = (_inStep: boolean): void => {};
  const hub = createHub(counters, inStep);
  const depth = createDepth(catalogue);
  const accounts = createAccounts(core, catalogue, inStep, onResync);
  const sessionWatch = createSessionWatch(sessions, onError);
  const { share = aloneAtDoor } = options;
  const snapshots = createBudgets(settings.snapshotBudget, now, share('snapshots'));
  const affordsSnapshot = (userId: number) => snapshots.take(`user ${userId}`, 1) === 'admitted';
  const personal = { accounts, sessions, sessionWatch, affordsSnapshot, counters, inStep, now, onError };
  // The processes that only read this room's settings and types do not load the broker.
  const { createMqttGateway } = await import('./mqtt.ts');
  const chatOwner = options.chatOwner ?? (async () => null);
  const merchantOwner = options.merchantOwner ?? (async () => null);
  const mqtt = await createMqttGateway({ ...personal, chatOwner, merchantOwner, settings });
  const feed = createMarketFeed({
    bus,
    hub,
    market,
    counters,
    now,
    onRefresh: mqtt.publishRefresh,
    onChat: mqtt.publishChat,
    onSessionEnded: (userId) => void sessionWatch.recheck(userId),
  });
  const stopFollowing = await keepInStep({
    core,
    catalogue,
    depth,
    accounts,
    hub,
    openMarketChannels: () => feed.open([...catalogue.symbols(), ...catalogue.contracts()]),
    onLoaded: watch.setLoaded,
    inStep,
    onResync,
  });
  const stopStates = await createStatesFeed({ core, hub, onError });
  const allDetail = allDetailChannel();
  hub.add(allDetail);
  const feedDeps = { core, bus, accounts, catalogue, hub, now, onError };
  const feeds: LiveFeed[] = options.feeds.map((open) => open(feedDeps));
  const publicDeps = { hub, counters, maxChannels: settings.maxChannels, now };
  const privateDeps = { ...personal, authTimeoutMs: settings.authTimeoutMs };
  const handshakes = share('handshakes');
  const doors = openDoors({
    ...settings,
    server,
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
      flushing.hasten();
      servePublic(publicDeps, connect, refused);
    },
    onPrivate: (userId, connect, refused) => {
      flushing.hasten();
      servePrivate(privateDeps, userId, connect, refused);
    },
    onMqtt: mqtt.accept,
  });

  const beat = (): void => {
    const stands = inStep()
      ? { seq: core.status().committedSeq, marketT: feed.lastMs() }
      : { seq: 0, marketT: 0 };
    const message = { type: 'ping', t: now(), ...stands };
    const frames = Buffer.concat([jsonFrame(message), PING_FRAME]);
    for (const connection of doors.connections) connection.write(frames);
  };
  let missedBus = false;
  const endBusState = bus.onState((state) => {
    if (state === 'back') return;
    missedBus = true;
    feed.forget();
    allDetail.restart([]);
  });
  onStep = (is) => {
    if (!is) {
      missedBus ||= (market.outOfStep?.() ?? null) !== null;
      beat();
      accounts.hold();
      mqtt.hangUp();
      return;
    }
    if (missedBus) feed.restart();
    publishTickers();
    hub.restart();
    // the end of a session may have been among the missed bus messages
    if (missedBus) void sessionWatch.recheck(null).then(accounts.release);
    else accounts.release();
    missedBus = false;
    beat();
  };
  const sweep = (): void => {
    const nowMs = now();
    for (const connection of doors.connections) connection.dropIfDead(nowMs);
  };
  const publishTickers = (): void => {
    const tickers = feed.takeTickers();
    if (tickers === null) return;
    mqtt.publishTickers(tickers);
    allDetail.push(tickers);
  };
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
    every(settings.heartbeatMs, beat),
    every(settings.sweepMs, sweep),
    everyInStep(settings.tickersMs, publishTickers),
    every(settings.sessionCheckMs, () => void sessionWatch.recheck(null)),
  ];

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
      for (const timer of timers) clearInterval(timer);
      flushing.stop();
      onStep = () => {};
      endBusState();
      stopFollowing();
      stopStates();
      for (const live of feeds) live.stop();
      feed.close();
      await doors.close();
      await mqtt.close();
    },
  };
}
