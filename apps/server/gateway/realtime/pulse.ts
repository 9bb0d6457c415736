import type { Bus } from '../../base/bus/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Accounts } from './accounts.ts';
import type { Doors } from './doors.ts';
import type { MarketFeed, MarketState } from './feed.ts';
import { jsonFrame, PING_FRAME } from './frame.ts';
import type { Hub } from './hub.ts';
import type { allDetailChannel } from './market-channels.ts';
import type { MqttGateway } from './mqtt.ts';
import type { SessionWatch } from './sessions.ts';

export interface PulseDeps {
  readonly core: Pick<CoreLink, 'status'>;
  readonly bus: Pick<Bus, 'onState'>;
  readonly market: Pick<MarketState, 'outOfStep'>;
  readonly feed: MarketFeed;
  readonly hub: Hub;
  readonly allDetail: ReturnType<typeof allDetailChannel>;
  readonly accounts: Accounts;
  readonly mqtt: Pick<MqttGateway, 'publishTickers' | 'hangUp'>;
  readonly doors: Pick<Doors, 'connections'>;
  readonly sessionWatch: SessionWatch;
  readonly inStep: () => boolean;
  readonly now: () => number;
}

/** The messages that all connections get together: heartbeats, tickers, and the turns in and out of step. */
export interface Pulse {
  /** Sends a heartbeat with the places up to which this process stands, or zeros while it is out of step. */
  beat(): void;
  /** Sends the tickers, if one changed. */
  publishTickers(): void;
  /** Drops dead connections. */
  sweep(): void;
  /** Turns all connections to the new state: what they have is out of date, or they get it whole. */
  turn(isInStep: boolean): void;
  stop(): void;
}

export function createPulse(deps: PulseDeps): Pulse {
  const { core, bus, market, feed, hub, allDetail, accounts, mqtt, doors, sessionWatch, inStep, now } = deps;

  const beat = (): void => {
    const stands = inStep()
      ? { seq: core.status().committedSeq, marketT: feed.lastMs() }
      : { seq: 0, marketT: 0 };
    const message = { type: 'ping', t: now(), ...stands };
    const frames = Buffer.concat([jsonFrame(message), PING_FRAME]);
    for (const connection of doors.connections) connection.write(frames);
  };
  const publishTickers = (): void => {
    const tickers = feed.takeTickers();
    if (tickers === null) return;
    mqtt.publishTickers(tickers);
    allDetail.push(tickers);
  };
  let missedBus = false;
  const endBusState = bus.onState((state) => {
    if (state === 'back') return;
    missedBus = true;
    feed.forget();
    allDetail.restart([]);
  });

  return {
    beat,
    publishTickers,
    sweep() {
      const nowMs = now();
      for (const connection of doors.connections) connection.dropIfDead(nowMs);
    },
    turn(isInStep) {
      if (!isInStep) {
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
    },
    stop: endBusState,
  };
}
