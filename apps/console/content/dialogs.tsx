import {
  type Language,
  languages,
  NAV_PLACES,
  type NavPlace,
  type NavRow,
  type OperatorContent,
} from '@candor/api';
import { languageNames, type TypedNumber } from '@candor/i18n';
import { Checkbox, FormField, NumberField, Select, TextField, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { ReasonDialog } from '../shell/reason-dialog.tsx';

export const CONTENT_KEY = ['content'];
type LanguageRow = OperatorContent['languages'][number];
type DictRow = OperatorContent['dictionaries'][number];

interface Closing {
  readonly onClose: () => void;
}

interface NavValues extends WithReason {
  readonly place: NavPlace;
  readonly sort: TypedNumber;
  readonly label: string;
  readonly path: string;
  readonly article: string;
  readonly titles: Readonly<Record<Language, string>>;
}

const PATH = /^(\/(?!\/)[\w\-./?=&%,]*|https?:\/\/[^\s"'<>\\]+)$/;

/** An entry of a menu; a new one without a row. */
export function NavDialog({ row, onClose }: Closing & { readonly row: NavRow | null }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<NavValues>({
    queryKey: CONTENT_KEY,
    onClose,
    done: text('console.content.saved'),
    defaultValues: {
      place: row?.place ?? 'footer.company',
      sort: String(row?.sort ?? 100),
      label: row?.label ?? '',
      path: row?.path ?? '',
      article: row?.article_code ?? '',
      titles: Object.fromEntries(languages.map((each) => [each, row?.titles[each] ?? ''])) as Record<
        Language,
        string
      >,
    },
    send: ({ sort, article, titles, label, ...rest }, sending) => {
      const given = Object.entries(titles).flatMap(([language, title]) =>
        title.trim() === '' ? [] : [[language, title.trim()]],
      );
      const body = {
        ...rest,
        id: row?.id ?? null,
        sort: Number(sort),
        label: label.trim(),
        titles: Object.fromEntries(given),
        article_code: article.trim() === '' ? null : article.trim(),
      };
      return client.call('saveNavEntry', { body }, sending);
    },
  });
  return (
    <OperatorDialog
      act={act}
      title={text(row === null ? 'console.content.addEntry' : 'console.content.change')}
      explain={text('console.content.explainNav')}
      submit={text('console.content.save')}
      readers="operators"
      onClose={onClose}
    >
      <FormField act={act} name="place">
        {(field) => (
          <Select
            {...field}
            label={text('console.content.place')}
            options={NAV_PLACES.map((value) => ({ value, label: text(`console.content.place.${value}`) }))}
          />
        )}
      </FormField>
      <FormField act={act} name="sort">
        {(field) => <NumberField {...field} label={text('console.content.sort')} decimals={0} />}
      </FormField>
      <FormField
        act={act}
        name="path"
        check={(path) => (PATH.test(path) ? null : text('console.content.pathHint'))}
      >
        {(field) => (
          <TextField
            {...field}
            label={text('console.content.path')}
            description={text('console.content.pathHint')}
            maxLength={300}
          />
        )}
      </FormField>
      <FormField act={act} name="article" required={false}>
        {(field) => (
          <TextField
            {...field}
            label={text('console.content.article')}
            description={text('console.content.articleHint')}
            maxLength={64}
          />
        )}
      </FormField>
      <FormField act={act} name="label" required={false}>
        {(field) => (
          <TextField
            {...field}
            label={text('console.content.label')}
            description={text('console.content.labelHint')}
            maxLength={45}
          />
        )}
      </FormField>
      {languages.map((language) => (
        <FormField key={language} act={act} name={`titles.${language}`} required={false}>
          {(field) => <TextField {...field} label={languageNames[language]} maxLength={60} />}
        </FormField>
      ))}
    </OperatorDialog>
  );
}

/** Removes an entry of a menu or a dictionary. */
export function RemoveDialog({
  id,
  name,
  onClose,
}: Closing & { readonly id: number; readonly name: string }) {
  const { client } = useConsole();
  const text = useText();
  return (
    <ReasonDialog
      queryKey={CONTENT_KEY}
      title={`${name} · ${text('console.content.remove')}`}
      explain={text('console.content.explainRemove')}
      submit={text('console.content.remove')}
      readers="operators"
      done={text('console.content.saved')}
      send={(body, sending) =>
        client.call('removeContentEntry', { params: { id: String(id) }, body }, sending)
      }
      onClose={onClose}
    />
  );
}

interface LanguageValues extends WithReason {
  readonly remark: string;
  readonly imgUrl: string;
  readonly isShown: boolean;
}

/** Edits how a language is offered. */
export function LanguageDialog({ row, onClose }: Closing & { readonly row: LanguageRow }) {
  const { client } = useConsole();
  const text = useText();
  const { language, ...values } = row;
  const act = useOperatorForm<LanguageValues>({
    queryKey: CONTENT_KEY,
    onClose,
    done: text('console.content.saved'),
    defaultValues: values,
    send: (body, sending) => client.call('saveLanguage', { params: { language }, body }, sending),
  });
  return (
    <OperatorDialog
      act={act}
      title={`${languageNames[language]} · ${text('console.content.change')}`}
      explain={text('console.content.explainLanguage')}
      submit={text('console.content.save')}
      readers="operators"
      onClose={onClose}
    >
      <FormField act={act} name="remark">
        {(field) => <TextField {...field} label={text('console.content.name')} maxLength={60} />}
      </FormField>
      <FormField act={act} name="imgUrl" required={false}>
        {(field) => <TextField {...field} label={text('console.content.image')} maxLength={300} />}
      </FormField>
      <FormField act={act} name="isShown" required={false}>
        {({ value, onValueChange }) => (
          <Checkbox checked={value} onCheckedChange={onValueChange} disabled={language === 'en'}>
            {text('console.content.shown')}
          </Checkbox>
        )}
      </FormField>
    </OperatorDialog>
  );
}

interface DictValues extends WithReason {
  readonly code: string;
  readonly dictValue: string;
  readonly remark: string;
  readonly imgUrl: string;
  readonly sort: TypedNumber;
}

/** An entry of a dictionary; a new one without a row. */
export function DictDialog({ row, onClose }: Closing & { readonly row: DictRow | null }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<DictValues>({
    queryKey: CONTENT_KEY,
    onClose,
    done: text('console.content.saved'),
    defaultValues: {
      code: row?.code ?? 'coin_plate',
      dictValue: row?.dictValue ?? '',
      remark: row?.remark ?? '',
      imgUrl: row?.imgUrl ?? '',
      sort: String(row?.sort ?? 100),
    },
    send: ({ sort, ...values }, sending) =>
      client.call('saveDictItem', { body: { ...values, id: row?.id ?? null, sort: Number(sort) } }, sending),
  });
  const field = (name: 'code' | 'dictValue' | 'remark' | 'imgUrl', label: string, isRequired = true) => (
    <FormField act={act} name={name} required={isRequired}>
      {(shown) => <TextField {...shown} label={label} maxLength={name === 'imgUrl' ? 300 : 60} />}
    </FormField>
  );
  return (
    <OperatorDialog
      act={act}
      title={text(row === null ? 'console.content.addItem' : 'console.content.change')}
      explain={text('console.content.explainDict')}
      submit={text('console.content.save')}
      readers="operators"
      onClose={onClose}
    >
      {field('code', text('console.content.dictionary'))}
      {field('dictValue', text('console.content.value'))}
      {field('remark', text('console.content.name'))}
      {field('imgUrl', text('console.content.image'), false)}
      <FormField act={act} name="sort">
        {(shown) => <NumberField {...shown} label={text('console.content.sort')} decimals={0} />}
      </FormField>
    </OperatorDialog>
  );
}

/** The default time zone. */
export function ZoneDialog({ zoneId, onClose }: Closing & { readonly zoneId: string }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<WithReason & { readonly zoneId: string }>({
    queryKey: CONTENT_KEY,
    onClose,
    done: text('console.content.saved'),
    defaultValues: { zoneId },
    send: (body, sending) => client.call('setTimeZone', { body }, sending),
  });
  return (
    <OperatorDialog
      act={act}
      title={text('console.content.zone')}
      explain={text('console.content.explainZone')}
      submit={text('console.content.save')}
      readers="operators"
      onClose={onClose}
    >
      <FormField act={act} name="zoneId">
        {(field) => <TextField {...field} label={text('console.content.zone')} maxLength={60} />}
      </FormField>
    </OperatorDialog>
  );
}
