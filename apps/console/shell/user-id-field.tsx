import { type ActForm, FormField, TextField, useText } from '@candor/ui';
import type { ReactNode } from 'react';

const USER_ID = /^[1-9]\d{0,14}$/;

interface WithUser {
  readonly userId: string;
}

interface UserIdFieldProps<Values extends WithUser> {
  readonly act: ActForm<Values>;
  readonly label: ReactNode;
  /** True where an empty field means something of its own. */
  readonly isOptional?: boolean;
}

/** The id of a user in a form: digits alone, never grouped as an amount is. */
export function UserIdField<Values extends WithUser>(props: UserIdFieldProps<Values>) {
  const { act, label, isOptional = false } = props;
  const text = useText();
  const isRight = (id: string) => (isOptional && id.trim() === '') || USER_ID.test(id.trim());
  return (
    <FormField
      act={act as unknown as ActForm<WithUser>}
      name="userId"
      required={!isOptional}
      prompt="console.shell.userId.wrong"
      check={(id) => (isRight(id) ? null : text('console.shell.userId.wrong'))}
    >
      {(field) => <TextField {...field} label={label} inputMode="numeric" autoComplete="off" />}
    </FormField>
  );
}
