import type { Bus } from '../bus/index.ts';
import type { CoreLink } from '../core/index.ts';
import type { MarketState } from './feed.ts';

/** Tells whether what this process holds of the core and of the market is current. */
export interface StepWatch {
  /**
   * Looks at the clocks anew: after a pause of the whole process it is false at once, whatever is read first then, and
   * until all that waited in the lines has been taken in.
   */
  inStep(): boolean;
  /** The books are being read anew (false), or stand. */
  setLoaded(loaded: boolean): void;
}

export interface StepWatchDeps {
  readonly core: Pick<CoreLink, 'status'>;
  readonly bus: Pick<Bus, 'behindMs'>;
  readonly market: Pick<MarketState, 'outOfStep'>;
  /** The bus counts as out of step when it was surely in step so long ago. */
  readonly outOfStepMs: number;
  /** Hears of each change, out of step first and in step again. */
  readonly onChange: (inStep: boolean) => void;
}

/** Begins out of step, until `setLoaded`. */
export function createStepWatch(deps: StepWatchDeps): StepWatch {
  const { core, bus, market, outOfStepMs, onChange } = deps;
  let loaded = false;
  let was = false;
  const inStep = (): boolean => {
    // the core's status is `ready` only while it was heard lately, in one order with what it committed
    const isHeard = core.status().state === 'ready' && bus.behindMs() <= outOfStepMs;
    // a bus that is back has told of its loss; the market is read anew after that
    const is = loaded && isHeard && (market.outOfStep?.() ?? null) === null;
    if (is !== was) {
      was = is;
      onChange(is);
    }
    return is;
  };
  return {
    inStep,
    setLoaded(stands) {
      loaded = stands;
      inStep();
    },
  };
}
