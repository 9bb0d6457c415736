import { type KeyedNoise, overGauss } from './keyed-noise.ts';

/** The grid of simulated time. */
export const STEP_MS = 250;

const LEVELS = 25;
/** Steps in a cell of the top level; half as many in each level below. */
const TOP_STEPS = 2 ** LEVELS;
const DAY_MS = 86_400_000;
/** Volatility clusters in the cells of these levels: from 24 days down to 32 seconds. */
const CLUSTER_FROM = 2;
const CLUSTER_TO = 18;
const CLUSTER = 0.19;
const CALM_OR_STORM = overGauss((gauss) => Math.exp(CLUSTER * gauss - CLUSTER * CLUSTER));
const TOP_CHANNEL = 200;
const CLUSTER_CHANNEL = 100;

export interface WalkShape {
  /** Standard deviation of a day's change. */
  readonly dailyDeviation: number;
  /** Standard deviation around 0 over years: a walk that comes back. */
  readonly wideDeviation: number;
}

/**
 * A random walk that is a function of the time alone: any moment can be asked, in any order, and the answer is always
 * the same. Anchors lie 97 days apart; between them each half is bridged by a displacement of its own (a Brownian
 * bridge), scaled by a cascade of multipliers so that calm and storm cluster at every scale.
 */
export class Walk {
  readonly #noise: KeyedNoise;
  readonly #wideDeviation: number;
  readonly #deviations: Float64Array;
  /** The top cell of the time asked last, and the steps from its begin to that time. */
  #top = -1;
  #steps = 0;
  readonly #lefts = new Float64Array(LEVELS + 1);
  readonly #rights = new Float64Array(LEVELS + 1);
  readonly #storms = new Float64Array(LEVELS + 1);

  constructor(noise: KeyedNoise, shape: WalkShape) {
    this.#noise = noise;
    this.#wideDeviation = shape.wideDeviation;
    this.#deviations = Float64Array.from({ length: LEVELS }, (_, level) => {
      const lengthMs = (STEP_MS * TOP_STEPS) / 2 ** level;
      return (shape.dailyDeviation * Math.sqrt(lengthMs / DAY_MS)) / 2;
    });
  }

  /** Returns the value of the walk at `timeMs`, in natural logarithms. */
  at(timeMs: number): number {
    const leaf = Math.floor(timeMs / STEP_MS);
    const top = Math.floor(leaf / TOP_STEPS);
    const steps = leaf - top * TOP_STEPS;
    // the highest bit that differs from the last time's identifies the first level that is another cell
    let level = Math.clz32(steps ^ this.#steps) - (31 - LEVELS);
    if (top !== this.#top) {
      this.#enterTop(top);
      level = 1;
    }
    this.#steps = steps;
    for (; level <= LEVELS; level++) this.#enter(level, steps);
    return this.#lefts[LEVELS]!;
  }

  /** Storminess at the last time asked: 1 on the average of squares. */
  get storm(): number {
    return this.#storms[LEVELS]!;
  }

  #enterTop(top: number): void {
    this.#top = top;
    this.#lefts[0] = this.#wideDeviation * this.#noise.gauss(TOP_CHANNEL, top);
    this.#rights[0] = this.#wideDeviation * this.#noise.gauss(TOP_CHANNEL, top + 1);
    this.#storms[0] = 1;
  }

  /** Halves the cell above: its displacement bridges both. */
  #enter(level: number, steps: number): void {
    const above = level - 1;
    const half = steps >>> (LEVELS - level);
    const left = this.#lefts[above]!;
    const right = this.#rights[above]!;
    let storm = this.#storms[above]!;
    const noise = this.#noise.gauss(above, this.#top * (1 << above) + (half >>> 1));
    const middle = (left + right) / 2 + this.#deviations[above]! * storm * noise;
    const second = (half & 1) === 1;
    if (level >= CLUSTER_FROM && level <= CLUSTER_TO) {
      storm *= CALM_OR_STORM[this.#noise.byteSum(CLUSTER_CHANNEL + level, this.#top * (1 << level) + half)]!;
    }
    this.#lefts[level] = second ? middle : left;
    this.#rights[level] = second ? right : middle;
    this.#storms[level] = storm;
  }
}
