import type { TypedNumber } from '@candor/i18n';
import { type ActForm, FormField, NumberField, TextField, useText } from '@candor/ui';
import type { WithReason } from '../shell/operator-dialog.tsx';

/** Code of an article or a category. */
const CODE = /^[a-z][a-z0-9-]{1,47}$/;

/** The code of an article or a category. */
export function CodeField({ act, description }: CodeFieldProps) {
  const text = useText();
  return (
    <FormField
      act={act}
      name="code"
      check={(code) => (CODE.test(code.trim()) ? null : text('console.articles.codeHint'))}
    >
      {(field) => (
        <TextField
          {...field}
          label={text('console.articles.code')}
          description={description}
          maxLength={48}
        />
      )}
    </FormField>
  );
}

interface CodeFieldProps {
  readonly act: ActForm<WithReason & { readonly code: string }>;
  readonly description?: string;
}

/** The place of an article or a category among its neighbours. */
export function SortField({ act }: { readonly act: ActForm<WithReason & { readonly sort: TypedNumber }> }) {
  const text = useText();
  return (
    <FormField act={act} name="sort">
      {(field) => <NumberField {...field} label={text('console.articles.sort')} decimals={0} />}
    </FormField>
  );
}
