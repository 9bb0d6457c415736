import type { PlainValues } from '@candor/i18n';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { useIntl } from 'react-intl';
import { useActKit } from '../acts/problem.ts';
import { type ActPhase, type ActSending, useAct } from '../acts/use-act.ts';
import { useOnlineAgain } from '../acts/use-online-again.ts';
import { fieldOfProblem, type ProblemPlaces } from './field-of-problem.ts';

export interface ActFormOptions<Values extends FieldValues, Data> {
  readonly defaultValues: DefaultValues<Values>;
  /** Sends the values; hands `sending` to the client's call, so that a retry keeps its key. */
  readonly send: (values: PlainValues<Values>, sending: ActSending) => Promise<Data>;
  /** Fields for errors that the request names differently. */
  readonly places?: ProblemPlaces<FieldPath<Values>>;
  readonly onDone?: (data: Data, values: PlainValues<Values>, form: UseFormReturn<Values>) => unknown;
  /** Called before an error is shown, with its field; null for the form as a whole. `cause` is what was thrown. */
  readonly onFailed?: (
    field: FieldPath<Values> | null,
    form: UseFormReturn<Values>,
    cause: unknown,
  ) => unknown;
  readonly onSettled?: () => unknown;
  /** The same option of `useAct`. */
  readonly saysDone?: boolean;
  /** Choices that `send` reads beside the values, such as a coin: with other ones the act is another one. */
  readonly beside?: unknown;
}

/** A form and the act that it sends. */
export interface ActForm<Values extends FieldValues, Data = unknown> {
  readonly form: UseFormReturn<Values>;
  /** Checks all fields and sends; does nothing while an act runs. */
  readonly submit: (event?: FormEvent) => void;
  readonly isPending: boolean;
  readonly phase: ActPhase | null;
  /** The error that belongs to no field of the form; null where there is none. */
  readonly error: unknown;
  /** The answer, once the act is done; null before. */
  readonly data: Data | null;
  /** Takes note of a field while it is on the page: only such a one can show an error. */
  readonly show: (name: FieldPath<Values>) => () => void;
}

/** An act is the same as the one before while all of this is. */
interface Sent<Values> {
  readonly values: Values;
  readonly beside: unknown;
}

/**
 * The pattern of every form: react-hook-form holds the values, an error of the server goes to its field and focuses
 * it, any other to the form, and a retry of an unanswered act carries the same key.
 */
export function useActForm<Values extends FieldValues, Data = unknown>(
  options: ActFormOptions<Values, Data>,
): ActForm<Values, Data> {
  const { defaultValues, send, places, onDone, onFailed, onSettled, saysDone = false, beside } = options;
  const intl = useIntl();
  const { readProblem } = useActKit();
  const form = useForm<Values>({ defaultValues, mode: 'onTouched' });
  const [error, setError] = useState<unknown>(null);
  const clear = useCallback(() => setError(null), []);
  useOnlineAgain(error, clear);
  // other values may be right: the complaint was of those that were sent
  useEffect(() => {
    const watched = form.watch(() => setError(null));
    return () => watched.unsubscribe();
  }, [form]);
  const shown = useRef(new Set<FieldPath<Values>>());
  const show = useCallback((name: FieldPath<Values>) => {
    shown.current.add(name);
    return () => void shown.current.delete(name);
  }, []);
  const refused = useRef<{ readonly cause: unknown; readonly message: string }>(null);
  // what the fields complain of is said again in the language that was chosen since
  useEffect(() => {
    for (const name of shown.current) {
      const { error: complaint } = form.getFieldState(name);
      const { current } = refused;
      if (complaint?.type === 'validate') void form.trigger(name);
      else if (current !== null && complaint?.message === current.message) {
        const message = readProblem(current.cause, intl).text;
        refused.current = { ...current, message };
        form.setError(name, { type: 'server', message });
      }
    }
  }, [form, intl, readProblem]);
  const act = useAct<Data, Sent<PlainValues<Values>>>({
    mutationFn: ({ values }, sending) => send(values, sending),
    onSuccess: (data, { values }) => onDone?.(data, values, form),
    saysDone,
    ...(onSettled === undefined ? {} : { onSettled }),
  });
  const place = (cause: unknown) => {
    const problem = readProblem(cause, intl);
    const field = fieldOfProblem(problem, [...shown.current], places);
    onFailed?.(field, form, cause);
    refused.current = { cause, message: problem.text };
    if (field === null) setError(cause);
    else form.setError(field, { type: 'server', message: problem.text }, { shouldFocus: true });
  };
  const submitted = form.handleSubmit(async (values) => {
    if (act.isPending) return;
    setError(null);
    await act.mutateAsync({ values: values as PlainValues<Values>, beside }).catch(place);
  });
  return {
    form,
    submit: (event) => {
      event?.stopPropagation();
      void submitted(event);
    },
    isPending: act.isPending,
    phase: act.phase,
    error,
    data: act.data ?? null,
    show,
  };
}
