import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toasts } from '../messages/toasts.ts';
import { useText } from '../provider/use-text.ts';
import { type ActKeys, createActKeys } from './act-key.ts';
import { useActKit, useProblem } from './problem.ts';
import { useOnlineAgain } from './use-online-again.ts';

/** `sending` until it is answered in time; `checking` once it is late and may or may not have arrived. */
export type ActPhase = 'sending' | 'checking';

/** Options of the call that sends an act: hand them to the client as they are. */
export interface ActSending {
  /** The same for a retry of an act whose outcome is not known. */
  readonly idempotencyKey: string;
  readonly onPhase: (phase: ActPhase) => void;
}

export interface ActOptions<Data, Vars> {
  readonly mutationFn: (vars: Vars, sending: ActSending) => Promise<Data>;
  readonly onSuccess?: (data: Data, vars: Vars) => unknown;
  readonly onSettled?: () => unknown;
  /** True where neither the page nor a sentence of its own shows that the act is done: the generic toast says it. */
  readonly saysDone?: boolean;
  /** False while the form is not on the page although its act may run: a dialog that is shut. */
  readonly isShown?: boolean;
}

/**
 * An act of a form: the form shows its phase and its error (`ActMessage`). If the form is gone when the act fails, a
 * toast shows the error.
 */
export function useAct<Data, Vars = void>(options: ActOptions<Data, Vars>) {
  const { mutationFn, onSuccess, onSettled, saysDone = false, isShown = true } = options;
  const text = useText();
  const { newKey } = useActKit();
  const problemOf = useProblem();
  const [phase, setPhase] = useState<ActPhase | null>(null);
  const kept = useRef<ActKeys>(null);
  kept.current ??= createActKeys(newKey);
  const keys = kept.current;
  const shown = useRef(true);
  useEffect(() => {
    shown.current = isShown;
    return () => {
      shown.current = false;
    };
  }, [isShown]);
  const mutation = useMutation({
    mutationFn: (vars: Vars) => mutationFn(vars, { idempotencyKey: keys.keyFor(vars), onPhase: setPhase }),
    onSuccess: (data, vars) => {
      keys.decide();
      if (saysDone) toasts.done(text('ui.done'));
      return onSuccess?.(data, vars);
    },
    onError: (error) => {
      const problem = problemOf(error);
      if (problem.isDecided) keys.decide();
      if (!shown.current) toasts.refused(problem.text);
    },
    onSettled: () => onSettled?.(),
  });
  useOnlineAgain(mutation.error, mutation.reset);
  return { ...mutation, phase: mutation.isPending ? phase : null };
}
