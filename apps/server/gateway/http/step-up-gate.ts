import type { Call } from '@candor/api';
import type { CallContext } from './context.ts';
import type { EnterAnswer } from './enter-answer.ts';

/** Stands before the acts whose record has `stepUp`. */
export interface StepUpGate<Session> {
  /**
   * Performs the act once the user's factors were shown for it, or gives the answer of an earlier attempt.
   * @throws Refusal STEP_UP_REQUIRED with what is missing
   */
  run(
    call: Call,
    context: CallContext<Call, Session>,
    perform: (enter: EnterAnswer) => Promise<unknown>,
  ): Promise<unknown>;
}
