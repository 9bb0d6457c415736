import type { StepUpNeed } from '@candor/api';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** Factors that an act waits for, and how the wait ends. */
export interface WaitingStepUp {
  readonly need: StepUpNeed;
  /** True once the factors were shown; false where the user leaves. */
  readonly settle: (isShown: boolean) => void;
}

interface StepUpState {
  readonly waiting: readonly WaitingStepUp[];
  /** True while the page says that a second factor must be set up first. */
  readonly asksToSetUp: boolean;
}

/** The acts of this page that wait for the user's factors, the oldest first. */
export interface StepUps {
  readonly store: StoreApi<StepUpState>;
  /** Waits until the factors were shown, or the user left. */
  ask(need: StepUpNeed): Promise<boolean>;
  /** Says that a second factor must be set up first, or has said it. */
  askToSetUp(isShown: boolean): void;
  /** Leaves all that wait: the session is over. */
  leave(): void;
}

export function createStepUps(): StepUps {
  const store = createStore<StepUpState>(() => ({ waiting: [], asksToSetUp: false }));
  return {
    store,
    ask: (need) =>
      new Promise((resolve) => {
        const waiting: WaitingStepUp = {
          need,
          settle(isShown) {
            store.setState((state) => ({ waiting: state.waiting.filter((each) => each !== waiting) }));
            resolve(isShown);
          },
        };
        store.setState((state) => ({ waiting: [...state.waiting, waiting] }));
      }),
    askToSetUp: (asksToSetUp) => store.setState({ asksToSetUp }),
    leave() {
      for (const { settle } of store.getState().waiting) settle(false);
    },
  };
}
