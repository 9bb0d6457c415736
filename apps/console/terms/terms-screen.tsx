import { type Language, languages, mayCall, type OperatorTerms, type TermsText } from '@candor/api';
import { languageNames } from '@candor/i18n';
import {
  Badge,
  Button,
  DataTable,
  FormField,
  Select,
  TextArea,
  TextField,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole, useOperator } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { ReasonDialog } from '../shell/reason-dialog.tsx';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { plainOf, sectionsOf } from './plain-text.ts';
import { termsSearch } from './search.ts';

const KEY = ['terms'];
const REFRESH_MS = 10_000;
const ROWS = 18;
const MAX_PLAIN = 12_000;

interface Draft extends WithReason {
  readonly title: string;
  readonly plain: string;
}

function DraftDialog(props: {
  readonly language: Language;
  readonly from: TermsText | undefined;
  readonly onClose: () => void;
}) {
  const { language, from, onClose } = props;
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<Draft>({
    queryKey: KEY,
    onClose,
    done: text('console.terms.saved'),
    defaultValues: { title: from?.title ?? '', plain: from === undefined ? '' : plainOf(from) },
    send: ({ title, plain, reason }, sending) => {
      const body = { title, sections: sectionsOf(plain) ?? [], reason };
      return client.call('draftTerms', { params: { language }, body }, sending);
    },
  });
  return (
    <OperatorDialog
      act={act}
      title={`${languageNames[language]} · ${text('console.terms.edit')}`}
      explain={text('console.terms.explainDraft')}
      submit={text('console.terms.edit')}
      readers="operators"
      onClose={onClose}
    >
      <FormField act={act} name="title">
        {(field) => <TextField {...field} label={text('console.terms.title')} maxLength={120} />}
      </FormField>
      <FormField
        act={act}
        name="plain"
        check={(plain) => (sectionsOf(plain) === null ? text('console.terms.unread') : null)}
      >
        {(field) => (
          <TextArea
            {...field}
            label={text('console.terms.sections')}
            description={text('console.terms.format')}
            rows={ROWS}
            maxLength={MAX_PLAIN}
            lang={language}
          />
        )}
      </FormField>
    </OperatorDialog>
  );
}

function PublishDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  return (
    <ReasonDialog
      queryKey={['proposals']}
      title={text('console.terms.publish')}
      explain={text('console.terms.explainPublish')}
      submit={text('console.shell.propose')}
      readers="users"
      done={text('console.shell.proposed')}
      send={(body, sending) => client.call('publishTerms', { body }, sending)}
      onClose={onClose}
    />
  );
}

/** One text as users would read it. */
function Shown({
  text: shown,
  language,
}: {
  readonly text: TermsText | undefined;
  readonly language: Language;
}) {
  const text = useText();
  if (shown === undefined) return <p className="text-14 text-ink-3">{text('console.terms.none')}</p>;
  return (
    <article lang={language} className="flex max-w-180 flex-col gap-4 border-s-2 border-line ps-4">
      <h3 className="text-16 font-semibold">{shown.title}</h3>
      {shown.sections.map(({ heading, text: paragraphs }) => (
        <section key={heading} className="flex flex-col gap-1">
          <h4 className="text-14 font-semibold">{heading}</h4>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="text-13 text-ink-2">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  );
}

function Versions({ versions }: Pick<OperatorTerms, 'versions'>) {
  const text = useText();
  const format = useFormatters();
  return (
    <DataTable<OperatorTerms['versions'][number]>
      label={text('console.terms.versions')}
      rows={versions}
      rowKey={({ version }) => version}
      emptyTitle={text('console.terms.none')}
      columns={[
        { head: 'console.terms.version', card: 'title', cell: ({ version }) => String(version) },
        {
          head: 'console.terms.published',
          kind: 'time',
          cell: ({ publishedTime }) => format.dateTime(publishedTime),
        },
        { head: 'console.shell.reason', wraps: true, cell: ({ reason }) => reason },
      ]}
    />
  );
}

/** The terms of service: versions, the draft of the next one in each language, and what waits for approval. */
export function TermsScreen() {
  const { client } = useConsole();
  const operator = useOperator();
  const text = useText();
  const [{ language = 'en' }, show] = useDeskSearch(termsSearch);
  const [dialog, setDialog] = useState<'draft' | 'publish' | null>(null);
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => client.call('getOperatorTerms'),
    refetchInterval: REFRESH_MS,
  });
  const mayWrite = operator !== null && mayCall(operator.role, 'draftTerms');
  return (
    <LiveScreen query={query} failedTitle="console.terms.failed">
      {({ versions, draft, changed, proposed }) => (
        <>
          <p className="max-w-180 text-13 text-ink-3">{text('console.terms.note')}</p>
          <Versions versions={versions} />
          <div className="flex flex-wrap items-end gap-3">
            <Select
              label={text('console.terms.language')}
              value={language}
              onValueChange={(next) => show({ language: next as Language })}
              options={languages.map((value) => ({
                value,
                label: changed.includes(value) ? `${languageNames[value]} *` : languageNames[value],
              }))}
            />
            {mayWrite && (
              <>
                <Button variant="quiet" onClick={() => setDialog('draft')}>
                  {text('console.terms.edit')}
                </Button>
                <Button disabled={changed.length === 0} onClick={() => setDialog('publish')}>
                  {text('console.terms.publish')}
                </Button>
              </>
            )}
          </div>
          <section className="flex flex-col gap-3">
            <h2 className="flex items-center gap-2 text-16 font-semibold">
              {text('console.terms.draft')}
              {changed.includes(language) && <Badge tone="accent">{text('console.terms.changed')}</Badge>}
            </h2>
            <Shown text={draft[language]} language={language} />
          </section>
          {proposed.map(({ proposalId, texts }) => (
            <section key={proposalId} className="flex flex-col gap-3">
              <h2 className="text-16 font-semibold">
                {text('console.terms.proposed', { number: proposalId })}
              </h2>
              <Shown text={texts[language]} language={language} />
            </section>
          ))}
          {dialog === 'draft' && (
            <DraftDialog language={language} from={draft[language]} onClose={() => setDialog(null)} />
          )}
          {dialog === 'publish' && <PublishDialog onClose={() => setDialog(null)} />}
        </>
      )}
    </LiveScreen>
  );
}
