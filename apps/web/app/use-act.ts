import type { ActPhase } from '@candor/contract';
import { toasts } from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from './error-words.ts';

/** Hand it to the client's call, so that the form shows how the act is getting on. */
export interface ActWatch {
  readonly onPhase: (phase: ActPhase) => void;
}

interface ActOptions<Data, Vars> {
  readonly mutationFn: (vars: Vars, watch: ActWatch) => Promise<Data>;
  readonly onSuccess?: (data: Data, vars: Vars) => unknown;
  readonly onSettled?: () => unknown;
  /** False while the form is not on the page though what does the act is: a dialog that is shut. */
  readonly isShown?: boolean;
}

/**
 * An act of a form: the form shows its phase and its error (`ActMessage`). Only where the form is gone when it fails a
 * toast says so.
 */
export function useAct<Data, Vars>({
  mutationFn,
  onSuccess,
  onSettled,
  isShown = true,
}: ActOptions<Data, Vars>) {
  const intl = useIntl();
  const [phase, setPhase] = useState<ActPhase | null>(null);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = isShown;
    return () => {
      shown.current = false;
    };
  }, [isShown]);
  const mutation = useMutation({
    mutationFn: (vars: Vars) => mutationFn(vars, { onPhase: setPhase }),
    onSuccess: (data, vars) => onSuccess?.(data, vars),
    onError: (error) => {
      if (!shown.current) toasts.refused(wordsOf(intl, error));
    },
    onSettled: () => onSettled?.(),
  });
  return { ...mutation, phase: mutation.isPending ? phase : null };
}
