import { type ListingApplication, missingFields } from '@candor/api';
import { fieldOfProblem, toasts, useAct, useActForm, useFormatters, useProblem, useText } from '@candor/ui';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import type { FieldPath } from 'react-hook-form';
import { useClient } from '../data/index.ts';
import { useTabDraft } from '../forms/use-tab-draft.ts';
import { useListingsChanged } from './use-listings.ts';
import { formOf, type ListingAct, type ListingValues, valuesOf } from './values.ts';

/** A saved application that is to be sent, with the answer to its question. */
interface Sending {
  readonly saved: ListingApplication;
  readonly answer: string;
}

type Field = FieldPath<ListingValues>;

const { accepted: _, files: __, ...TYPED_VALUES } = valuesOf(null);
/** Everything that is typed into the form. */
const TYPED = Object.keys(TYPED_VALUES) as (keyof typeof TYPED_VALUES)[];

interface Need {
  readonly field: Field;
  readonly text: 'listing.answer.first' | 'listing.needed' | 'listing.accept.first';
}

/** Everything that a sending needs and the form does not have, in its order. The team says so at its own place. */
export function needsOf(
  missing: readonly string[],
  {
    isAsked,
    answer,
    accepted,
  }: { readonly isAsked: boolean; readonly answer: string; readonly accepted: boolean },
): Need[] {
  return [
    ...(isAsked && answer.trim() === '' ? [{ field: 'answer', text: 'listing.answer.first' } as const] : []),
    ...missing
      .filter((field) => field !== 'team')
      .map((field) => ({ field: field as Field, text: 'listing.needed' }) as const),
    ...(accepted ? [] : [{ field: 'accepted', text: 'listing.accept.first' } as const]),
  ];
}

interface SendingEnds {
  readonly onSent: () => void;
  readonly onRefused: (error: unknown, sending: Sending) => void;
}

/** Sends what was saved, and leads to the application. */
function useSending({ onSent, onRefused }: SendingEnds) {
  const client = useClient();
  const text = useText();
  const format = useFormatters();
  const navigate = useNavigate();
  const { took, changed } = useListingsChanged();
  const act = useAct<ListingApplication, Sending>({
    mutationFn: ({ saved: { id, version, state }, answer }, sending) =>
      client.call(
        'sendListing',
        { body: { id, version, accepted: true, ...(state === 'asked' ? { answer } : {}) } },
        sending,
      ),
    onSuccess: (application) => {
      onSent();
      took(application);
      toasts.success(text('listing.sent.done', { time: format.dateTime(application.dueTime) }));
      void navigate({ to: '/listing/applications', search: { id: application.id } });
    },
    onSettled: changed,
  });
  return { ...act, send: (saving: Sending) => act.mutate(saving, { onError: onRefused }) };
}

/** The form of an application: it saves, and sends what it saved. */
export function useListingForm(application: ListingApplication | null) {
  const client = useClient();
  const text = useText();
  const problemOf = useProblem();
  const navigate = useNavigate();
  const { took, changed } = useListingsChanged();
  const show = (id: number) =>
    navigate({ to: '/listing/apply', search: { id }, replace: true, resetScroll: false });
  const isToBeSent = useRef(false);
  const [isTeamMissing, setTeamMissing] = useState(false);
  // what a field says, the form does not say again
  const [isPlaced, setPlaced] = useState(false);
  const refuse = (field: Field, message: string) =>
    act.form.setError(field, { type: 'server', message }, { shouldFocus: true });
  const sending = useSending({
    onSent: () => forget(),
    onRefused(error, { saved }) {
      const problem = problemOf(error);
      if (application === null) {
        // the page of the draft that was saved just now takes the place of this one
        forget();
        toasts.error(problem.text);
        return void show(saved.id);
      }
      const field = fieldOfProblem<Field>(problem, ['contract', 'answer']);
      setPlaced(field !== null);
      if (field !== null) refuse(field, problem.text);
    },
  });
  const act: ListingAct = useActForm<ListingValues, ListingApplication>({
    defaultValues: valuesOf(application) as never,
    beside: application?.version ?? 0,
    send: (values, options) => {
      const of = application === null ? {} : { of: { id: application.id, version: application.version } };
      return client.call('saveListing', { body: { ...of, form: formOf(values) } }, options);
    },
    onDone: async (saved, values) => {
      forget(values);
      took(saved);
      if (isToBeSent.current) return sending.send({ saved, answer: values.answer.trim() });
      toasts.success(text('listing.saved'));
      await show(saved.id);
    },
    onSettled: changed,
  });
  const forget = useTabDraft<ListingValues, ListingApplication>(act, {
    name: `listing ${application?.id ?? 'new'}`,
    version: application?.version ?? 0,
    fields: TYPED,
  });
  const onSend = () => {
    const values = act.form.getValues();
    const missing = missingFields(formOf(values as never));
    setTeamMissing(missing.includes('team'));
    const isAsked = application?.state === 'asked';
    const needs = needsOf(missing, { isAsked, answer: values.answer, accepted: Boolean(values.accepted) });
    for (const [at, { field, text: id }] of needs.entries())
      act.form.setError(field, { type: 'needed', message: text(id) }, { shouldFocus: at === 0 });
    if (missing.length > 0 || needs.length > 0) return;
    isToBeSent.current = true;
    act.submit();
  };
  const onSave = (event: FormEvent) => {
    isToBeSent.current = false;
    act.submit(event);
  };
  const refused = isPlaced ? null : sending.error;
  return { act, sending, refused, isTeamMissing, onSend, onSave };
}
