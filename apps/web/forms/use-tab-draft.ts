import type { ActForm } from '@candor/ui';
import { useEffect, useRef } from 'react';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import { useServices, useUser } from '../data/index.ts';

/** Fields that a tab's storage never holds, by their names: secrets, files, and consent, which is asked for each time. */
type Unkept = `${string}${'assword' | 'secret' | 'file' | 'files' | 'photo' | 'accepted'}`;

export interface TabDraftOptions<Values> {
  /** Names the form, and what it belongs to. */
  readonly name: string;
  /** Version of what the form changes: a draft on top of another one is not shown. */
  readonly version: number;
  readonly fields: readonly Exclude<keyof Values & string, Unkept>[];
}

/** Values of the fields as they are kept, as text. */
function typedIn<Values extends FieldValues>(
  fields: readonly string[],
  read: (field: Path<Values>) => unknown,
) {
  const values = fields.map((field) => [field, read(field as Path<Values>)] as const);
  return Object.fromEntries(values.filter(([, value]) => typeof value === 'string' || Array.isArray(value)));
}

/**
 * Keeps fields of a long form over a reload of this tab, until it is sent or its user is signed out. Returns a function
 * that forgets them, with the values that were saved. A number that cannot be read is not kept.
 */
export function useTabDraft<Values extends FieldValues, Data>(
  act: ActForm<Values, Data>,
  { name, version, fields }: TabDraftOptions<Values>,
): (saved?: Values) => void {
  const { tabDrafts } = useServices();
  const userId = useUser()?.userId ?? null;
  const { getValues, setValue, watch } = act.form;
  const joined = fields.join(' ');
  const began = useRef<string>(null);
  useEffect(() => {
    if (userId === null) return;
    const own = joined.split(' ') as Path<Values>[];
    const typed = () => typedIn<Values>(own, (field) => getValues(field));
    const keep = () => tabDrafts.keep(userId, name, version, typed());
    began.current ??= JSON.stringify(typed());
    const draft = tabDrafts.read(userId, name, version);
    if (draft === null) {
      // saved meanwhile as another version: what a save leaves out is still typed
      if (JSON.stringify(typed()) !== began.current) keep();
    } else {
      for (const field of own) {
        const value = draft[field];
        if (value !== undefined)
          setValue(field, value as PathValue<Values, typeof field>, { shouldDirty: true });
      }
    }
    const watched = watch(keep);
    return () => watched.unsubscribe();
  }, [userId, name, version, joined, tabDrafts, getValues, setValue, watch]);
  return (saved) => {
    if (saved !== undefined) began.current = JSON.stringify(typedIn<Values>(fields, (field) => saved[field]));
    tabDrafts.forget(name);
  };
}
