import type { KeyedNoise } from './keyed-noise.ts';

/** The grid of simulated time. */
export const STEP_MS = 250;

const LEVELS = 25;
/** Steps in a cell of each level. */
const CELL_STEPS = Float64Array.from({ length: LEVELS + 1 }, (_, level) => 2 ** (LEVELS - level));
const DAY_MS = 86_400_000;
/** Where volatility clusters: cells from 24 days down to about 6 minutes. */
const CLUSTER_FROM = 2;
const CLUSTER_TO = 18;
const CLUSTER = 0.19;
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
  readonly #cells = new Float64Array(LEVELS + 1).fill(-1);
  readonly #lefts = new Float64Array(LEVELS + 1);
  readonly #rights = new Float64Array(LEVELS + 1);
  readonly #storms = new Float64Array(LEVELS + 1);

  constructor(noise: KeyedNoise, shape: WalkShape) {
    this.#noise = noise;
    this.#wideDeviation = shape.wideDeviation;
    this.#deviations = Float64Array.from({ length: LEVELS }, (_, level) => {
      const lengthMs = STEP_MS * CELL_STEPS[level]!;
      return (shape.dailyDeviation * Math.sqrt(lengthMs / DAY_MS)) / 2;
    });
  }

  /** Where the walk is at `timeMs`, in natural logarithms. */
  at(timeMs: number): number {
    const leaf = Math.floor(timeMs / STEP_MS);
    let level = 0;
    while (level <= LEVELS && this.#cells[level] === Math.floor(leaf / CELL_STEPS[level]!)) level += 1;
    if (level === 0) this.#enterTop(Math.floor(leaf / CELL_STEPS[0]!));
    for (let next = Math.max(level, 1); next <= LEVELS; next++) this.#enter(next, leaf);
    return this.#lefts[LEVELS]!;
  }

  /** How stormy it was at the last time asked: 1 on the average of squares. */
  get storm(): number {
    return this.#storms[LEVELS]!;
  }

  #enterTop(cell: number): void {
    this.#cells[0] = cell;
    this.#lefts[0] = this.#wideDeviation * this.#noise.gauss(TOP_CHANNEL, cell);
    this.#rights[0] = this.#wideDeviation * this.#noise.gauss(TOP_CHANNEL, cell + 1);
    this.#storms[0] = 1;
  }

  #enter(level: number, leaf: number): void {
    const parent = level - 1;
    const cell = Math.floor(leaf / CELL_STEPS[level]!);
    const left = this.#lefts[parent]!;
    const right = this.#rights[parent]!;
    let storm = this.#storms[parent]!;
    const shift = this.#deviations[parent]! * storm * this.#noise.gauss(parent, this.#cells[parent]!);
    const middle = (left + right) / 2 + shift;
    const second = cell % 2 === 1;
    if (level >= CLUSTER_FROM && level <= CLUSTER_TO) {
      storm *= Math.exp(CLUSTER * this.#noise.gauss(CLUSTER_CHANNEL + level, cell) - CLUSTER * CLUSTER);
    }
    this.#cells[level] = cell;
    this.#lefts[level] = second ? middle : left;
    this.#rights[level] = second ? right : middle;
    this.#storms[level] = storm;
  }
}
