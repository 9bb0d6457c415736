import { type CannedAnswer, CHAT_TEXT_LENGTH, chatLength, type Language, languages } from '@candor/api';
import { type Locale, languageNames } from '@candor/i18n';
import {
  ActDialog,
  type ActForm,
  Button,
  type Column,
  DataTable,
  FormField,
  Select,
  TextArea,
  TextField,
  toasts,
  useAct,
  useActForm,
  useFormatters,
  useProblem,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useConsole } from '../data/session.ts';
import { SUPPORT_KEY, useRefresh } from './refresh.ts';

const CODE = /^[a-z][A-Za-z0-9]{1,39}$/;
/** Shown as an example of a field; a message cannot hold its braces. */
const FIELD = '{order}';

interface Values {
  readonly code: string;
  readonly language: Language;
  readonly text: string;
}

interface EditProps {
  /** The answer that is changed; null for a new one. */
  readonly answer: CannedAnswer | null;
  /** All answers as they stand now. */
  readonly answers: readonly CannedAnswer[];
  readonly onClose: () => void;
}

interface MeanwhileProps {
  readonly newest: CannedAnswer;
  readonly language: Language;
  readonly onSeen: () => void;
}

/** Another save of the same answer, with its text: the one that is being written stays beside it. */
function Meanwhile({ newest, language, onSeen }: MeanwhileProps) {
  const text = useText();
  return (
    <div role="status" className="flex flex-col items-start gap-2 border-l-2 border-warn pl-3 text-14">
      <p>{text('console.support.answers.meanwhile', { operator: newest.operator })}</p>
      <p lang={language} className="wrap-anywhere whitespace-pre-wrap text-ink-2">
        {newest.texts[language] ?? '–'}
      </p>
      <Button variant="quiet" size="small" onClick={onSeen}>
        {text('console.support.answers.meanwhile.over')}
      </Button>
    </div>
  );
}

interface CodeInputProps {
  readonly act: ActForm<Values>;
  /** True for an answer that is kept already, under its code. */
  readonly isKnown: boolean;
}

function CodeInput({ act, isKnown }: CodeInputProps) {
  const text = useText();
  return (
    <FormField
      act={act}
      name="code"
      prompt="console.support.answers.codeHint"
      check={(code) => (CODE.test(code) ? null : text('console.support.answers.codeHint'))}
    >
      {(field) => (
        <TextField
          {...field}
          label={text('console.support.answers.code')}
          description={text('console.support.answers.codeHint')}
          autoComplete="off"
          maxLength={40}
          readOnly={isKnown}
        />
      )}
    </FormField>
  );
}

/** Writes one language of an answer. */
function Edit({ answer: begun, answers, onClose }: EditProps) {
  const { client } = useConsole();
  const text = useText();
  const refresh = useRefresh();
  const [answer, setAnswer] = useState(begun);
  /** Texts typed in languages that are not shown. */
  const typed = useRef<Partial<Record<Language, string>>>({});
  const textIn = (language: Language) => typed.current[language] ?? answer?.texts[language] ?? '';
  const act = useActForm<Values, unknown>({
    defaultValues: { code: answer?.code ?? '', language: 'en', text: textIn('en') },
    send: ({ code, language, text: words }, sending) =>
      client.call(
        'saveCannedAnswer',
        {
          body: {
            code,
            texts: { ...answer?.texts, ...typed.current, [language]: words },
            version: answer?.version ?? 0,
          },
        },
        sending,
      ),
    beside: answer?.version,
    onDone: () => {
      toasts.success(text('console.support.answers.saved'));
      onClose();
    },
    onSettled: refresh,
  });
  const code = act.form.watch('code');
  const newest = answers.find((each) => each.code === code && each.version !== answer?.version);
  return (
    <ActDialog
      act={act}
      title={text(begun === null ? 'console.support.answers.new' : 'console.support.answers.edit')}
      submit={text('console.support.answers.save')}
      onOpenChange={onClose}
    >
      {newest !== undefined && (
        <Meanwhile newest={newest} language={act.form.watch('language')} onSeen={() => setAnswer(newest)} />
      )}
      <CodeInput act={act} isKnown={begun !== null} />
      <FormField act={act} name="language">
        {({ onValueChange, ...field }) => (
          <Select<Language>
            {...field}
            label={text('console.support.language')}
            onValueChange={(language) => {
              const { language: before, text: words } = act.form.getValues();
              if (words !== textIn(before)) typed.current[before] = words;
              onValueChange(language);
              act.form.setValue('text', textIn(language));
            }}
            options={languages.map((value) => ({
              value,
              label: languageNames[value as Locale],
              lang: value,
              detail: answer?.texts[value] === undefined ? undefined : '✓',
            }))}
          />
        )}
      </FormField>
      <FormField
        act={act}
        name="text"
        prompt="console.support.answers.prompt"
        check={(words) => (chatLength(words) > CHAT_TEXT_LENGTH ? text('error.CHAT_TEXT_TOO_LONG') : null)}
      >
        {(field) => (
          <TextArea
            {...field}
            rows={5}
            label={text('console.support.answers.text')}
            description={text('console.support.answers.about', { field: FIELD })}
          />
        )}
      </FormField>
    </ActDialog>
  );
}

/** The answers that are kept for reuse, and the languages in which each is written. */
export function Answers() {
  const { client } = useConsole();
  const text = useText();
  const format = useFormatters();
  const problemOf = useProblem();
  const refresh = useRefresh();
  const [edited, setEdited] = useState<CannedAnswer | 'new' | null>(null);
  const query = useQuery({
    queryKey: [...SUPPORT_KEY, 'answers'],
    queryFn: () => client.call('getCannedAnswers'),
  });
  const remove = useAct<unknown, string>({
    mutationFn: (code, sending) => client.call('removeCannedAnswer', { params: { code } }, sending),
    onSuccess: () => toasts.success(text('console.support.answers.removed')),
    onSettled: refresh,
  });
  const columns: readonly Column<CannedAnswer>[] = [
    { head: 'console.support.answers.code', card: 'title', cell: ({ code }) => code },
    {
      head: 'console.support.answers.languages',
      wraps: true,
      cell: ({ texts }) => languages.filter((each) => texts[each] !== undefined).join(' '),
    },
    { head: 'console.support.operator', quiet: true, cell: ({ operator }) => operator },
    {
      head: 'console.support.answers.changed',
      kind: 'time',
      cell: ({ changeTime }) => format.dateTime(changeTime),
    },
    {
      head: 'console.shell.actions',
      cell: (answer) => (
        <span className="flex gap-1">
          <Button variant="quiet" size="small" onClick={() => setEdited(answer)}>
            {text('console.support.answers.edit')}
          </Button>
          <Button
            variant="plain"
            size="small"
            onClick={() =>
              remove.mutate(answer.code, { onError: (error) => toasts.error(problemOf(error).text) })
            }
          >
            {text('console.support.answers.remove')}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-160 text-14 text-ink-2">
        {text('console.support.answers.about', { field: FIELD })}
      </p>
      <Button className="self-start" onClick={() => setEdited('new')}>
        {text('console.support.answers.new')}
      </Button>
      <DataTable<CannedAnswer>
        label={text('console.support.answers')}
        columns={columns}
        rows={query.data ?? null}
        rowKey={({ code }) => code}
        query={query}
        failedTitle={text('console.support.failed')}
        emptyTitle={text('console.support.answers.none')}
      />
      {edited !== null && (
        <Edit
          answer={edited === 'new' ? null : edited}
          answers={query.data ?? []}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
