import {
  ANNOUNCEMENT_TOPICS,
  type AnnouncementTopic,
  ARTICLE_KINDS,
  type ArticleKind,
  type OperatorArticle,
  type OperatorArticles,
} from '@candor/api';
import type { TypedNumber } from '@candor/i18n';
import { Checkbox, FormField, Select, TextField, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { CodeField, SortField } from './fields.tsx';
import { readPublishTime } from './publish-time.ts';

export const ARTICLES_KEY = ['articles'];
/** Stands for no choice in a list. */
export const NONE = '-';

export type Category = OperatorArticles['categories'][number];

export interface Closing {
  readonly onClose: () => void;
}

interface Place extends WithReason {
  readonly topic: string;
  readonly section: string;
  readonly sort: TypedNumber;
  readonly isPinned: boolean;
}

const placeOf = ({
  topic,
  section,
  sort,
  isPinned,
}: {
  topic: string;
  section: string;
  sort: string;
  isPinned: boolean;
}) => ({
  topic: topic === NONE ? null : (topic as AnnouncementTopic),
  sectionId: section === NONE ? null : Number(section),
  sort: Number(sort),
  isPinned,
});

function useSections(categories: readonly Category[]) {
  const text = useText();
  const nameOf = ({ titles, code }: Category) => titles.en ?? code;
  const sections = categories.filter(({ parentId }) => parentId !== null);
  return [
    { value: NONE, label: text('console.articles.noSection') },
    ...sections.map((row) => ({ value: String(row.id), label: nameOf(row) })),
  ];
}

/** Fields of where an article stands. */
function PlaceFields({
  act,
  kind,
  categories,
}: {
  // the forms of a new and of an old article have these fields in common
  readonly act: ReturnType<typeof useOperatorForm<Place>>;
  readonly kind: ArticleKind;
  readonly categories: readonly Category[];
}) {
  const text = useText();
  const sections = useSections(categories);
  return (
    <>
      {kind === 'announcement' ? (
        <FormField act={act} name="topic">
          {(field) => (
            <Select
              {...field}
              label={text('console.articles.topic')}
              options={ANNOUNCEMENT_TOPICS.map((value) => ({
                value: value as string,
                label: text(`console.articles.topic.${value}`),
              }))}
            />
          )}
        </FormField>
      ) : (
        <FormField act={act} name="section">
          {(field) => <Select {...field} label={text('console.articles.section')} options={sections} />}
        </FormField>
      )}
      <SortField act={act as never} />
      {kind === 'announcement' && (
        <FormField act={act} name="isPinned" required={false}>
          {({ value, onValueChange }) => (
            <Checkbox checked={value} onCheckedChange={onValueChange}>
              {text('console.articles.pinned')}
            </Checkbox>
          )}
        </FormField>
      )}
    </>
  );
}

interface NewArticle extends Place {
  readonly code: string;
  readonly kind: string;
}

/** Begins an article: its code and its kind stay. */
export function NewArticleDialog({
  categories,
  onMade,
  onClose,
}: Closing & { readonly categories: readonly Category[]; readonly onMade: (id: number) => void }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<NewArticle, OperatorArticle>({
    queryKey: ARTICLES_KEY,
    onClose,
    done: (made) => {
      onMade(made.id);
      return text('console.articles.saved');
    },
    defaultValues: { code: '', kind: 'help', topic: 'general', section: NONE, sort: '100', isPinned: false },
    send: ({ code, kind, reason, ...rest }, sending) => {
      const place = placeOf(rest);
      const isNews = kind === 'announcement';
      const fields = {
        ...place,
        topic: isNews ? place.topic : null,
        sectionId: isNews ? null : place.sectionId,
        isPinned: isNews && place.isPinned,
      };
      const body = { ...fields, code: code.trim(), kind: kind as ArticleKind, reason };
      return client.call('createArticle', { body }, sending);
    },
  });
  const kind = act.form.watch('kind') as ArticleKind;
  return (
    <OperatorDialog
      act={act}
      title={text('console.articles.new')}
      explain={text('console.articles.explainNew')}
      submit={text('console.articles.new')}
      readers="operators"
      onClose={onClose}
    >
      <CodeField act={act as never} description={text('console.articles.codeHint')} />
      <FormField act={act} name="kind">
        {(field) => (
          <Select
            {...field}
            label={text('console.articles.kind')}
            options={ARTICLE_KINDS.map((value) => ({
              value: value as string,
              label: text(`console.articles.kind.${value}`),
            }))}
          />
        )}
      </FormField>
      <PlaceFields act={act as never} kind={kind} categories={categories} />
    </OperatorDialog>
  );
}

/** Changes where an article stands. */
export function PlaceDialog({
  article,
  categories,
  onClose,
}: Closing & { readonly article: OperatorArticle; readonly categories: readonly Category[] }) {
  const { client } = useConsole();
  const text = useText();
  const params = { id: String(article.id) };
  const act = useOperatorForm<Place>({
    queryKey: ARTICLES_KEY,
    onClose,
    done: text('console.articles.saved'),
    defaultValues: {
      topic: article.topic ?? NONE,
      section: article.sectionId === null ? NONE : String(article.sectionId),
      sort: String(article.sort),
      isPinned: article.isPinned,
    },
    send: ({ reason, ...rest }, sending) =>
      client.call('placeArticle', { params, body: { ...placeOf(rest), reason } }, sending),
  });
  return (
    <OperatorDialog
      act={act}
      title={`${article.code} · ${text('console.articles.place')}`}
      explain={text('console.articles.explainPlace')}
      submit={text('console.articles.place')}
      readers="operators"
      onClose={onClose}
    >
      <PlaceFields act={act} kind={article.kind} categories={categories} />
    </OperatorDialog>
  );
}

interface Publishing extends WithReason {
  readonly when: string;
}

/** Publishes the drafts, now or at a time; terms and rules are proposed to another operator. */
export function PublishDialog({
  article,
  isProposal,
  onClose,
}: Closing & { readonly article: OperatorArticle; readonly isProposal: boolean }) {
  const { client } = useConsole();
  const text = useText();
  const params = { id: String(article.id) };
  const act = useOperatorForm<Publishing, unknown>({
    queryKey: isProposal ? ['proposals'] : ARTICLES_KEY,
    onClose,
    done: text(isProposal ? 'console.shell.proposed' : 'console.articles.published'),
    defaultValues: { when: '' },
    send: ({ when, reason }, sending) => {
      const body = { publishTime: readPublishTime(when) ?? null, reason };
      return isProposal
        ? client.call('proposeArticle', { params, body }, sending)
        : client.call('publishArticle', { params, body }, sending);
    },
  });
  return (
    <OperatorDialog
      act={act}
      title={`${article.code} · ${text('console.articles.publish')}`}
      explain={text(isProposal ? 'console.articles.explainPropose' : 'console.articles.explainPublish')}
      submit={text(isProposal ? 'console.shell.propose' : 'console.articles.publish')}
      readers="operators"
      onClose={onClose}
    >
      <FormField
        act={act}
        name="when"
        required={false}
        check={(when) => (readPublishTime(when) === undefined ? text('console.articles.whenWrong') : null)}
      >
        {(field) => (
          <TextField
            {...field}
            label={text('console.articles.when')}
            description={text('console.articles.whenHint')}
            maxLength={16}
          />
        )}
      </FormField>
    </OperatorDialog>
  );
}

/** Writes the texts of a version into the drafts, or withdraws one whose time has not come. */
export function VersionDialog({
  article,
  version,
  isWithdrawal,
  onClose,
}: Closing & {
  readonly article: OperatorArticle;
  readonly version: number;
  readonly isWithdrawal: boolean;
}) {
  const { client } = useConsole();
  const text = useText();
  const id = String(article.id);
  const act = useOperatorForm<WithReason>({
    queryKey: ARTICLES_KEY,
    onClose,
    done: text('console.articles.saved'),
    defaultValues: {},
    send: (body, sending) =>
      isWithdrawal
        ? client.call('withdrawArticle', { params: { id, version: String(version) }, body }, sending)
        : client.call('restoreArticle', { params: { id }, body: { ...body, version } }, sending),
  });
  const submit = text(isWithdrawal ? 'console.articles.withdraw' : 'console.articles.restore');
  return (
    <OperatorDialog
      act={act}
      title={`${text('console.articles.version', { version })} · ${submit}`}
      explain={text(isWithdrawal ? 'console.articles.explainWithdraw' : 'console.articles.explainRestore')}
      submit={submit}
      readers="operators"
      onClose={onClose}
    >
      {null}
    </OperatorDialog>
  );
}

/** Hides an article, or shows it again. */
export function HideDialog({ article, onClose }: Closing & { readonly article: OperatorArticle }) {
  const { client } = useConsole();
  const text = useText();
  const isHidden = article.state !== 'hidden';
  const act = useOperatorForm<WithReason & { readonly successor: string }>({
    queryKey: ARTICLES_KEY,
    onClose,
    done: text('console.articles.saved'),
    defaultValues: { successor: '' },
    send: ({ successor, reason }, sending) => {
      const next = successor.trim();
      const body = { isHidden, successor: next === '' ? null : next, reason };
      return client.call('hideArticle', { params: { id: String(article.id) }, body }, sending);
    },
  });
  const submit = text(isHidden ? 'console.articles.hide' : 'console.articles.showAgain');
  return (
    <OperatorDialog
      act={act}
      title={`${article.code} · ${submit}`}
      explain={text('console.articles.explainHide')}
      submit={submit}
      readers="operators"
      onClose={onClose}
    >
      {isHidden && (
        <FormField act={act} name="successor" required={false}>
          {(field) => <TextField {...field} label={text('console.articles.successor')} maxLength={48} />}
        </FormField>
      )}
    </OperatorDialog>
  );
}
