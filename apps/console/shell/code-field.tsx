import { typedDigits } from '@candor/api';
import { type ActForm, FormField, TextField } from '@candor/ui';
import type { FieldPath } from 'react-hook-form';
import { useIntl } from 'react-intl';

const DIGITS = 6;

/** The values of a form that asks for the second factor. */
export interface WithCode {
  readonly code: string;
}

/** The six digits of the authenticator app; other signs are left out as they are typed. */
export function CodeField<Values extends WithCode, Data>({ act }: { readonly act: ActForm<Values, Data> }) {
  const intl = useIntl();
  return (
    <FormField
      act={act as unknown as ActForm<WithCode>}
      name={'code' satisfies FieldPath<WithCode>}
      check={(code) =>
        code.length === DIGITS ? null : intl.formatMessage({ id: 'console.shell.code.short' })
      }
    >
      {({ onValueChange, ...field }) => (
        <TextField
          {...field}
          onValueChange={(typed) => onValueChange(typedDigits(typed))}
          label={intl.formatMessage({ id: 'console.shell.code' })}
          description={intl.formatMessage({ id: 'console.shell.code.hint' })}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      )}
    </FormField>
  );
}
