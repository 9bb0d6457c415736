import { type Language, languages } from '@candor/api';
import { languageNames, type TypedNumber } from '@candor/i18n';
import { FormField, Select, TextField, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { ARTICLES_KEY, type Category, type Closing, NONE } from './dialogs.tsx';
import { CodeField, SortField } from './fields.tsx';

interface CategoryValues extends WithReason {
  readonly code: string;
  readonly parent: string;
  readonly sort: TypedNumber;
  readonly titles: Readonly<Record<Language, string>>;
}

/** A category, or a section of one; a new one without a row. */
export function CategoryDialog({
  row,
  categories,
  onClose,
}: Closing & { readonly row: Category | null; readonly categories: readonly Category[] }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<CategoryValues>({
    queryKey: ARTICLES_KEY,
    onClose,
    done: text('console.articles.saved'),
    defaultValues: {
      code: row?.code ?? '',
      parent: row?.parentId == null ? NONE : String(row.parentId),
      sort: String(row?.sort ?? 100),
      titles: Object.fromEntries(languages.map((each) => [each, row?.titles[each] ?? ''])) as Record<
        Language,
        string
      >,
    },
    send: ({ code, parent, sort, titles, reason }, sending) => {
      const given = Object.entries(titles).flatMap(([language, title]) =>
        title.trim() === '' ? [] : [[language, title.trim()]],
      );
      const body = {
        id: row?.id ?? null,
        parentId: parent === NONE ? null : Number(parent),
        code: code.trim(),
        sort: Number(sort),
        titles: Object.fromEntries(given),
        reason,
      };
      return client.call('saveArticleCategory', { body }, sending);
    },
  });
  const tops = categories.filter(({ parentId, id }) => parentId === null && id !== row?.id);
  return (
    <OperatorDialog
      act={act}
      title={text(row === null ? 'console.articles.addCategory' : 'console.articles.change')}
      explain={text('console.articles.explainCategory')}
      submit={text('console.articles.change')}
      readers="operators"
      onClose={onClose}
    >
      <CodeField act={act as never} />
      <FormField act={act} name="parent">
        {(field) => (
          <Select
            {...field}
            label={text('console.articles.above')}
            options={[
              { value: NONE, label: text('console.articles.noSection') },
              ...tops.map(({ id, titles, code }) => ({ value: String(id), label: titles.en ?? code })),
            ]}
          />
        )}
      </FormField>
      <SortField act={act as never} />
      {languages.map((language) => (
        <FormField key={language} act={act} name={`titles.${language}`} required={language === 'en'}>
          {(field) => <TextField {...field} label={languageNames[language]} maxLength={80} />}
        </FormField>
      ))}
    </OperatorDialog>
  );
}
