import type { Bus } from '../../base/bus/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { MarketState } from './feed.ts';

/** Tracks whether this process's copies of the core's and the market's state are current. */
export interface StepWatch {
  /**
   * Checks the clocks now. After a pause of the whole process it returns false at once, whichever data is read first,
   * until all queued messages were processed.
   */
  inStep(): boolean;
  /** Set to false while the books are reloaded, and to true once they are loaded. */
  setLoaded(loaded: boolean): void;
}

export interface StepWatchDeps {
  readonly core: Pick<CoreLink, 'status'>;
  readonly bus: Pick<Bus, 'behindMs'>;
  readonly market: Pick<MarketState, 'outOfStep'>;
  /** The bus counts as out of step when it is more than this behind. */
  readonly outOfStepMs: number;
  /** Called on each change between in step and out of step. */
  readonly onChange: (inStep: boolean) => void;
}

/** Creates a watch that is out of step until `setLoaded`. */
export function createStepWatch(deps: StepWatchDeps): StepWatch {
  const { core, bus, market, outOfStepMs, onChange } = deps;
  let loaded = false;
  let was = false;
  const inStep = (): boolean => {
    // the core's status is `ready` only while its messages are recent, and they come in the order of its commits
    const isHeard = core.status().state === 'ready' && bus.behindMs() <= outOfStepMs;
    // a bus that is back has announced its loss; the market is loaded again after that
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
