import type { PriceAlertKind, PriceAlertSource } from '@candor/api';
import type { PriceTicks } from '@candor/money';
import { type Minute, Minutes } from './minutes.ts';
import { MovingExtremes } from './moving-extremes.ts';
import { AlertQueue } from './queue.ts';

const MILLION = 1_000_000;

/** An alert as prices look at it. */
export interface WaitingAlert {
  readonly alertId: number;
  /** Counts its terms. */
  readonly version: number;
  readonly source: PriceAlertSource;
  readonly watchedId: number;
  readonly kind: PriceAlertKind;
  /** The trigger of `above` and `below`; null else. */
  readonly priceTicks: PriceTicks | null;
  /** The change of `rise` and `fall`, and the time of it; null else. */
  readonly movePpm: number | null;
  readonly windowMinutes: number | null;
}

/** An alert whose price came, with that price. */
export interface CrossedAlert {
  readonly alert: WaitingAlert;
  readonly priceTicks: PriceTicks;
  readonly timeMs: number;
}

/** Alerts on a change within one time. */
interface Changes {
  readonly extremes: MovingExtremes;
  readonly rises: AlertQueue;
  readonly falls: AlertQueue;
}

/** One price that alerts follow. */
class Watched {
  readonly above = new AlertQueue();
  readonly below = new AlertQueue();
  readonly changes = new Map<number, Changes>();
  readonly minutes = new Minutes();
  now: { readonly ticks: PriceTicks; readonly timeMs: number } | null = null;
  /** Minutes before are kept already. */
  keptMs = 0;

  changesOf(windowMinutes: number): Changes {
    const known = this.changes.get(windowMinutes);
    if (known !== undefined) return known;
    const extremes = new MovingExtremes(windowMinutes * 60_000);
    for (const { startMs, low, high } of this.minutes.all) {
      extremes.add(startMs, low);
      extremes.add(startMs, high);
    }
    const made = { extremes, rises: new AlertQueue(), falls: new AlertQueue() };
    this.changes.set(windowMinutes, made);
    return made;
  }

  /** The queue of an alert, and its key there. */
  placeOf({ kind, priceTicks, movePpm, windowMinutes }: WaitingAlert): readonly [AlertQueue, number] {
    if (kind === 'above') return [this.above, priceTicks!];
    if (kind === 'below') return [this.below, -priceTicks!];
    const { rises, falls } = this.changesOf(windowMinutes!);
    return [kind === 'rise' ? rises : falls, movePpm!];
  }

  /** Takes out the alerts that the present price fires. */
  takeCrossed(): number[] {
    if (this.now === null) return [];
    const { ticks, timeMs } = this.now;
    const taken = [...this.above.takeTo(ticks), ...this.below.takeTo(-ticks)];
    for (const [windowMinutes, { extremes, rises, falls }] of this.changes) {
      if (rises.size + falls.size === 0) {
        this.changes.delete(windowMinutes);
        continue;
      }
      const [low, high] = [extremes.low(timeMs), extremes.high(timeMs)];
      if (low !== null) taken.push(...rises.takeTo(ppmOf(ticks, low) - MILLION));
      if (high !== null) taken.push(...falls.takeTo(MILLION - ppmOf(ticks, high, true)));
    }
    return taken;
  }
}

/** A price as parts per million of another, rounded so that no change counts before it is whole. */
function ppmOf(ticks: number, of: number, up = false): number {
  const [numerator, denominator] = [BigInt(ticks) * BigInt(MILLION), BigInt(of)];
  return Number(up ? (numerator + denominator - 1n) / denominator : numerator / denominator);
}

/**
 * The alerts that wait, and the prices that they follow. An alert goes off at the first price that is at its trigger or
 * beyond, whether the price came there or jumped: a price between two others is not needed. It is taken out then.
 */
export class AlertBook {
  readonly #watched = new Map<string, Watched>();
  readonly #alerts = new Map<number, WaitingAlert>();

  get size(): number {
    return this.#alerts.size;
  }

  /** Adds an alert, in place of its older terms; returns it if the present price fires it. */
  put(alert: WaitingAlert): readonly CrossedAlert[] {
    const known = this.#alerts.get(alert.alertId);
    if (known !== undefined && known.version >= alert.version) return [];
    this.remove(alert.alertId);
    const watched = this.#of(alert.source, alert.watchedId);
    const [queue, key] = watched.placeOf(alert);
    queue.add(key, alert.alertId);
    this.#alerts.set(alert.alertId, alert);
    return this.#crossed(watched);
  }

  remove(alertId: number): void {
    const alert = this.#alerts.get(alertId);
    if (alert === undefined) return;
    this.#alerts.delete(alertId);
    const [queue, key] = this.#of(alert.source, alert.watchedId).placeOf(alert);
    queue.remove(key, alertId);
  }

  /** Shows a price, and returns the alerts that it fires. A stale index is no price: it is not shown. */
  see(
    source: PriceAlertSource,
    watchedId: number,
    ticks: PriceTicks,
    timeMs: number,
  ): readonly CrossedAlert[] {
    const watched = this.#of(source, watchedId);
    watched.now = { ticks, timeMs };
    watched.minutes.add(timeMs, ticks);
    for (const { extremes } of watched.changes.values()) extremes.add(timeMs, ticks);
    return this.#crossed(watched);
  }

  /** An index that went stale: until its next price nothing is compared with the last one. */
  forget(source: PriceAlertSource, watchedId: number): void {
    this.#of(source, watchedId).now = null;
  }

  /** Begins with the minutes that were kept, before any alert is put. */
  begin(source: PriceAlertSource, watchedId: number, minutes: readonly Minute[]): void {
    this.#of(source, watchedId).minutes.begin(minutes);
  }

  /** The minutes that are not kept yet of prices on which a change is awaited. */
  minutesToKeep(): readonly (Minute & { readonly source: PriceAlertSource; readonly watchedId: number })[] {
    return [...this.#watched].flatMap(([key, { changes, minutes, keptMs }]) => {
      if (changes.size === 0) return [];
      const [source, id] = key.split(' ') as [PriceAlertSource, string];
      const fresh = minutes.all.filter(({ startMs }) => startMs >= keptMs);
      return fresh.map((minute) => ({ ...minute, source, watchedId: Number(id) }));
    });
  }

  /** From now on the minutes that ended before that time are no longer given to keep. */
  kept(untilMs: number): void {
    for (const watched of this.#watched.values()) if (watched.changes.size > 0) watched.keptMs = untilMs;
  }

  #of(source: PriceAlertSource, watchedId: number): Watched {
    const key = `${source} ${watchedId}`;
    const known = this.#watched.get(key);
    if (known !== undefined) return known;
    const made = new Watched();
    this.#watched.set(key, made);
    return made;
  }

  #crossed(watched: Watched): readonly CrossedAlert[] {
    return watched.takeCrossed().map((alertId) => {
      const alert = this.#alerts.get(alertId)!;
      this.#alerts.delete(alertId);
      const { ticks, timeMs } = watched.now!;
      return { alert, priceTicks: ticks, timeMs };
    });
  }
}
