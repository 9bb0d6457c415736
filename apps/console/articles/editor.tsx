import {
  APPROVED_KINDS,
  errors,
  type Language,
  languages,
  MAX_ARTICLE_LENGTH,
  MAX_ARTICLE_TITLE,
  type OperatorArticle,
  type OperatorArticles,
} from '@candor/api';
import { languageNames } from '@candor/i18n';
import {
  ActMessage,
  Badge,
  Button,
  Select,
  TextArea,
  TextField,
  useAct,
  useProblem,
  useText,
} from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useConsole } from '../data/session.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { ARTICLES_KEY, HideDialog, PlaceDialog, PublishDialog } from './dialogs.tsx';
import {
  afterSave,
  hasUnsaved,
  isUnsaved,
  keepUnsaved,
  renewed,
  type Typed,
  typedOf,
  unsavedOf,
} from './unsaved.ts';
import { Difference, Versions } from './versions.tsx';

// the parts that read Markdown are loaded with the first preview
const Preview = lazyPage(() => import('./preview.tsx'), 'Preview');

const ROWS = 24;
const IMAGE_TYPES = 'image/jpeg,image/png,image/webp';

interface EditorProps {
  readonly article: OperatorArticle;
  readonly language: Language;
  readonly mayWrite: boolean;
}

/** Inserts an image into the text, at the cursor. */
function useImage(insert: (markdown: string) => void) {
  const { client } = useConsole();
  return useAct<{ readonly link: string }, File>({
    mutationFn: (file, sending) => client.call('uploadArticleImage', { file }, sending),
    onSuccess: ({ link }, file) => insert(`![${file.name.replace(/[[\]\\`]|\.\w+$/g, '')}](${link})`),
  });
}

/** The text of an article in one language as it is typed, kept until it is saved. */
function useTyped({ article, language, onTyped }: FormProps) {
  const draft = article.drafts[language];
  const [kept, keep] = useState(() => unsavedOf(article.id, language) ?? typedOf(draft));
  const typed = renewed(kept, draft);
  const set = (next: typeof typed) => {
    keep(next);
    keepUnsaved(article.id, language, next);
    onTyped();
  };
  return [typed, set] as const;
}

interface FormProps extends EditorProps {
  /** Called when a text changed, or was saved. */
  readonly onTyped: () => void;
}

/** The draft of one language as it is typed, and the acts that change it. */
function useDraft(props: FormProps) {
  const { article, language } = props;
  const { client } = useConsole();
  const queries = useQueryClient();
  const [typed, setTyped] = useTyped(props);
  const newest = useRef(typed);
  newest.current = typed;
  const type = (next: Partial<Typed>) => setTyped({ ...newest.current, ...next });
  const params = { id: String(article.id), language };
  const learn = (next: OperatorArticle, sent: Typed) => {
    setTyped(afterSave(newest.current, sent, next.drafts[language]));
    queries.setQueryData([...ARTICLES_KEY, article.id], next);
  };
  // a refused save shows the other text, which must be read first
  const onSettled = () => queries.invalidateQueries({ queryKey: ARTICLES_KEY });
  const save = useAct<OperatorArticle, Typed>({
    mutationFn: (sent, sending) =>
      client.call(
        'draftArticle',
        { params, body: { title: sent.title.trim(), body: sent.body, revision: sent.began.revision } },
        sending,
      ),
    onSuccess: learn,
    onSettled,
    saysDone: true,
  });
  const keep = useAct<OperatorArticle, Typed>({
    mutationFn: (_, sending) => client.call('keepTranslation', { params }, sending),
    onSuccess: learn,
    onSettled,
    saysDone: true,
  });
  const image = useImage((markdown) => type({ body: `${newest.current.body.trimEnd()}\n\n${markdown}\n` }));
  return { draft: article.drafts[language], typed, type, save, keep, image };
}

type DraftState = ReturnType<typeof useDraft>;

function DraftForm(props: FormProps) {
  const { article, language, mayWrite } = props;
  const text = useText();
  const state = useDraft(props);
  const { draft, typed, type, save, image } = state;
  const problemOf = useProblem();
  const problem = save.error === null ? null : problemOf(save.error);
  const errorOf = (field: 'title' | 'body') => (problem?.field === field ? problem.text : undefined);
  const isPlaced = problem?.field === 'title' || problem?.field === 'body';
  const isOvertaken = (save.error as { readonly code?: number } | null)?.code === errors.ARTICLE_CHANGED.code;
  return (
    <div className="grid grid-cols-1 gap-6 2xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <TextField
          label={text('console.articles.title')}
          value={typed.title}
          onValueChange={(title) => type({ title })}
          error={errorOf('title')}
          maxLength={MAX_ARTICLE_TITLE}
          disabled={!mayWrite}
        />
        <TextArea
          label={text('console.articles.body')}
          description={text('console.articles.bodyHint')}
          value={typed.body}
          onValueChange={(body) => type({ body })}
          error={errorOf('body')}
          rows={ROWS}
          maxLength={MAX_ARTICLE_LENGTH}
          lang={language}
          disabled={!mayWrite}
        />
        <ActMessage
          phase={save.phase ?? image.phase}
          error={isPlaced ? image.error : (save.error ?? image.error)}
        />
        {isOvertaken && draft !== undefined && (
          <section className="flex flex-col gap-2">
            <h3 className="text-14 font-semibold">{text('console.articles.theirs')}</h3>
            <Difference from={typed.body} to={draft.body} />
            <Button
              variant="quiet"
              className="self-start"
              onClick={() => type({ began: typedOf(draft).began })}
            >
              {text('console.articles.overwrite')}
            </Button>
          </section>
        )}
        {mayWrite && <DraftActs state={state} />}
      </div>
      <section className="flex min-w-0 flex-col gap-3" aria-label={text('console.articles.preview')}>
        <Suspense>
          <Preview title={typed.title} body={typed.body} language={language} figures={article.figures} />
        </Suspense>
      </section>
    </div>
  );
}

/** Saves the draft, inserts an image, and keeps a translation whose original changed. */
function DraftActs({ state: { draft, typed, save, keep, image } }: { readonly state: DraftState }) {
  const text = useText();
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        disabled={!isUnsaved(typed) || typed.title.trim() === ''}
        loading={save.isPending}
        onClick={() => save.mutate(typed)}
      >
        {text('console.articles.save')}
      </Button>
      <Button variant="quiet" loading={image.isPending} onClick={() => file.current?.click()}>
        {text('console.articles.image')}
      </Button>
      <input
        ref={file}
        type="file"
        accept={IMAGE_TYPES}
        aria-label={text('console.articles.image')}
        className="hidden"
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          currentTarget.value = '';
          if (chosen !== undefined) image.mutate(chosen);
        }}
      />
      {draft?.isStale === true && (
        <Button variant="quiet" loading={keep.isPending} onClick={() => keep.mutate(typedOf(draft))}>
          {text('console.articles.keep')}
        </Button>
      )}
    </div>
  );
}

function Proposed({ article, language }: Pick<EditorProps, 'article' | 'language'>) {
  const text = useText();
  return article.proposed.map(({ proposalId, texts }) => (
    <section key={proposalId} className="flex flex-col gap-3">
      <h2 className="text-16 font-semibold">{text('console.articles.proposed', { number: proposalId })}</h2>
      <Suspense>
        <Preview
          title={texts[language]?.title ?? ''}
          body={texts[language]?.body ?? ''}
          language={language}
          figures={article.figures}
        />
      </Suspense>
    </section>
  ));
}

function Acts({
  article,
  categories,
  isSaved,
}: {
  /** False where a text is typed that the drafts do not have: what is published is what is seen. */
  readonly isSaved: boolean;
  readonly article: OperatorArticle;
  readonly categories: OperatorArticles['categories'];
}) {
  const text = useText();
  const [dialog, open] = useState<'place' | 'publish' | 'hide' | null>(null);
  const onClose = () => open(null);
  const isProposal = APPROVED_KINDS.includes(article.kind);
  return (
    <>
      <Button variant="quiet" onClick={() => open('place')}>
        {text('console.articles.place')}
      </Button>
      {!isProposal && article.state !== 'draft' && (
        <Button variant="quiet" onClick={() => open('hide')}>
          {text(article.state === 'hidden' ? 'console.articles.showAgain' : 'console.articles.hide')}
        </Button>
      )}
      <Button disabled={!article.isChanged || !isSaved} onClick={() => open('publish')}>
        {text(isProposal ? 'console.shell.propose' : 'console.articles.publish')}
      </Button>
      {dialog === 'place' && <PlaceDialog article={article} categories={categories} onClose={onClose} />}
      {dialog === 'publish' && <PublishDialog article={article} isProposal={isProposal} onClose={onClose} />}
      {dialog === 'hide' && <HideDialog article={article} onClose={onClose} />}
    </>
  );
}

/** The editor of an article: its drafts by language, what waits, and its versions. */
export function ArticleEditor({
  id,
  language,
  categories,
  mayWrite,
  show,
}: {
  readonly id: number;
  readonly language: Language;
  readonly categories: OperatorArticles['categories'];
  readonly mayWrite: boolean;
  /** Shows another language; the list for null. */
  readonly show: (language: Language | null) => void;
}) {
  const { client } = useConsole();
  const text = useText();
  const [, type] = useState(0);
  const query = useQuery({
    queryKey: [...ARTICLES_KEY, id],
    queryFn: () => client.call('getOperatorArticle', { params: { id: String(id) } }),
  });
  const markOf = (article: OperatorArticle, each: Language) => {
    const draft = article.drafts[each];
    if (draft === undefined) return text('console.articles.mark.missing');
    return draft.isStale ? text('console.articles.mark.stale') : '';
  };
  return (
    <LiveScreen query={query} failedTitle="console.articles.failed">
      {(article) => (
        <>
          <div className="flex flex-wrap items-end gap-3">
            <Button variant="quiet" onClick={() => show(null)}>
              {text('console.articles.back')}
            </Button>
            <Select
              label={text('console.articles.language')}
              value={language}
              onValueChange={(next) => show(next as Language)}
              options={languages.map((value) => ({
                value,
                label: languageNames[value],
                detail: markOf(article, value),
              }))}
            />
            {mayWrite && <Acts article={article} categories={categories} isSaved={!hasUnsaved(id)} />}
          </div>
          <p className="flex flex-wrap items-center gap-2 text-13 text-ink-3">
            <span>{article.code}</span>
            <Badge tone="neutral">{text(`console.articles.state.${article.state}`)}</Badge>
            {article.isChanged && <Badge tone="accent">{text('console.articles.changed')}</Badge>}
            {markOf(article, language) !== '' && <Badge tone="warn">{markOf(article, language)}</Badge>}
          </p>
          <DraftForm
            key={`${id} ${language}`}
            article={article}
            language={language}
            mayWrite={mayWrite}
            onTyped={() => type((count) => count + 1)}
          />
          <Proposed article={article} language={language} />
          <Versions article={article} language={language} mayWrite={mayWrite} />
        </>
      )}
    </LiveScreen>
  );
}
