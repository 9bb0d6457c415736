import type { RefusedNumber } from '@candor/i18n';
import type { ActForm } from '@candor/ui';
import { useEffect } from 'react';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import { useServices, useUser } from '../data/index.ts';

/** Fields that no draft may keep: what number fields write, and secrets by their names. */
type Unkept<Name, Value> = RefusedNumber extends Value
  ? Name
  : Name extends `${string}${'assword' | 'amount' | 'secret' | 'code'}`
    ? Name
    : never;

/** The fields of a form that survive a login. */
export type KeptField<Values> = Exclude<
  { [Name in keyof Values & string]: Name extends Unkept<Name, Values[Name]> ? never : Name }[keyof Values &
    string],
  never
>;

/**
 * Keeps fields of a half filled form when the session ends, and fills them in again when the same user is back. `form`
 * names the form, and with it what its fields belong to, such as a network.
 */
export function useDraft<Values extends FieldValues, Data>(
  act: ActForm<Values, Data>,
  form: string,
  fields: readonly KeptField<Values>[],
): void {
  const { drafts, onSignedOut } = useServices();
  const userId = useUser()?.userId ?? null;
  const { getValues, setValue } = act.form;
  const names = fields.join(' ');
  useEffect(() => {
    if (userId === null) return;
    const own = names.split(' ') as Path<Values>[];
    const draft = drafts.take(userId, form);
    for (const name of own) {
      const value = draft?.[name];
      if (value !== undefined) setValue(name, value as PathValue<Values, typeof name>, { shouldDirty: true });
    }
    return onSignedOut((reason) => {
      if (reason === 'logout') return;
      const filled = own.map((name) => [name, getValues(name)] as const);
      if (filled.some(([, value]) => value !== '')) drafts.keep(userId, form, Object.fromEntries(filled));
    });
  }, [userId, form, names, drafts, onSignedOut, getValues, setValue]);
}
