import type { ActForm } from '@candor/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { AcceptField } from './accept-field.tsx';

interface Values {
  readonly accepted: string;
}

/** The field for some terms, in a form whose user has accepted others or the same. */
function Form({ accepted, of }: { readonly accepted: string; readonly of: string }) {
  const form = useForm<Values>({ defaultValues: { accepted } });
  const act = { form, show: () => () => {} } as unknown as ActForm<Values>;
  return <AcceptField act={act} of={of} sentence="I accept" first="Accept first" />;
}

const isChecked = (accepted: string, of: string) =>
  renderToStaticMarkup(
    <IntlProvider locale="en">
      <Form accepted={accepted} of={of} />
    </IntlProvider>,
  ).includes('aria-checked="true"');

it('is checked for the very terms that were accepted, and for no others', () => {
  expect(isChecked('', 'ab12')).toBe(false);
  expect(isChecked('ab12', 'ab12')).toBe(true);
  expect(isChecked('ab12', 'cd34')).toBe(false);
});
