import type { ReviewItemRow } from '@candor/api';
import {
  ActMessage,
  Badge,
  Button,
  Detail,
  DetailList,
  FormField,
  TextField,
  toasts,
  useAct,
  useActForm,
  useFormatters,
  useKeys,
  useProblem,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { useAge } from '../shell/age.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { Section } from '../shell/section.tsx';
import { AccountPart } from './account-part.tsx';
import { Decision } from './decision.tsx';
import { Evidence } from './evidence.tsx';
import { Facts } from './facts.tsx';
import { REVIEW_KEY, useRefresh } from './refresh.ts';

const LEAST_NOTE = 5;

interface ItemProps {
  readonly item: ReviewItemRow;
  /** Opens the next item of the queue, or the list where there is none. */
  readonly onNext: () => void;
}

/** Claims or releases an item. */
function Hold({ item }: { readonly item: ReviewItemRow }) {
  const { client } = useConsole();
  const text = useText();
  const problemOf = useProblem();
  const refresh = useRefresh();
  const call = item.isOwn ? 'releaseReview' : 'claimReview';
  const act = useAct<unknown>({
    mutationFn: () => client.call(call, { params: { id: String(item.id) } }),
    onSettled: refresh,
  });
  const press = () => act.mutate(undefined, { onError: (error) => toasts.error(problemOf(error).text) });
  const isShown = item.canClaim || (item.isOwn && item.state === 'claimed');
  useKeys(isShown ? { c: press } : {});
  if (!isShown) return null;
  return (
    <Button variant={item.isOwn ? 'quiet' : 'primary'} loading={act.isPending} onClick={press}>
      {text(item.isOwn ? 'console.queue.release' : 'console.queue.claim')} <kbd className="text-12">C</kbd>
    </Button>
  );
}

/** Notes that only operators read. */
function Notes({ item }: { readonly item: ReviewItemRow }) {
  const format = useFormatters();
  const { client } = useConsole();
  const text = useText();
  const refresh = useRefresh();
  const act = useActForm<{ readonly text: string }, unknown>({
    defaultValues: { text: '' },
    send: (body, sending) => client.call('noteReview', { params: { id: String(item.id) }, body }, sending),
    onDone: (_, __, form) => form.setValue('text', ''),
    onSettled: refresh,
  });
  return (
    <Section title={text('console.queue.notes')}>
      <ul className="flex flex-col gap-2 text-13">
        {item.notes.map((note) => (
          <li key={`${note.time} ${note.text}`}>
            <span className="text-ink-3">
              {note.operator} · {format.dateTime(note.time)}
            </span>
            <span className="block wrap-anywhere whitespace-pre-line">{note.text}</span>
          </li>
        ))}
      </ul>
      <form noValidate onSubmit={act.submit} className="flex max-w-120 flex-col gap-3">
        <FormField
          act={act}
          name="text"
          check={(typed) => (typed.trim().length < LEAST_NOTE ? text('console.shell.reason.short') : null)}
        >
          {(field) => (
            <TextField
              {...field}
              label={text('console.queue.note')}
              description={text('console.queue.noteHint')}
            />
          )}
        </FormField>
        <Button type="submit" variant="quiet" size="small" className="self-start" loading={act.isPending}>
          {text('console.queue.addNote')}
        </Button>
        <ActMessage phase={null} error={act.error} />
      </form>
    </Section>
  );
}

function Item({ item, onNext }: ItemProps) {
  const [shown, setShown] = useState<readonly string[]>([]);
  const onShown = useCallback(
    (name: string) => setShown((names) => (names.includes(name) ? names : [...names, name])),
    [],
  );
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const age = useAge();
  const isWaiting = item.state === 'open' || item.state === 'claimed';
  const { serverNowMs } = useConsole();
  const isLate = isWaiting && item.deadline < serverNowMs();
  useKeys({ n: onNext });
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-16 font-semibold">
          {intl.formatMessage({ id: `review.kind.${item.kind}` })} · {item.id}
        </h2>
        <Badge tone={isLate ? 'warn' : 'neutral'}>{text(`console.queue.state.${item.state}`)}</Badge>
        <span className="flex grow flex-wrap gap-3 sm:justify-end">
          <Hold item={item} />
          <Button variant="quiet" onClick={onNext}>
            {text('console.queue.next')} <kbd className="text-12">N</kbd>
          </Button>
        </span>
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-8">
          {item.toSign !== null && (
            <Section title={text('console.queue.toSign')}>
              <pre className="rounded-base bg-wash p-3 text-13 wrap-anywhere whitespace-pre-wrap">
                {item.toSign}
              </pre>
            </Section>
          )}
          {item.account !== null && <AccountPart account={item.account} />}
          <Evidence id={item.id} kind={item.kind} images={item.images} onShown={onShown} />
          {item.isOwn && item.state === 'claimed' && (
            <Section title={text('console.queue.decide')}>
              <Decision
                item={item}
                unseen={item.images.filter((name) => !shown.includes(name)).length}
                onNext={onNext}
              />
            </Section>
          )}
          <Notes item={item} />
        </div>
        {/* one judges by the facts: where there is one column they stand first */}
        <DetailList ruled className="max-lg:order-first">
          <Detail label={text('console.queue.user')}>{item.userId}</Detail>
          <Detail label={text('console.queue.version')}>{item.version}</Detail>
          <Detail label={text('console.queue.entered')}>{format.dateTime(item.createTime)}</Detail>
          <Detail label={text('console.queue.deadline')}>
            {format.dateTime(item.deadline)}
            {isWaiting && <span className="block text-12 text-ink-3">{age(item.deadline)}</span>}
          </Detail>
          {item.operator !== null && <Detail label={text('console.queue.operator')}>{item.operator}</Detail>}
          {item.verdict !== null && item.reason !== null && (
            <Detail label={text(`review.verdict.${item.verdict}`)} wraps>
              {intl.formatMessage({ id: `review.reason.${item.kind}.${item.reason}` })}
            </Detail>
          )}
          <Facts item={item} />
        </DetailList>
      </div>
    </>
  );
}

/** One item of the queue, with its evidence, notes and decision. */
export function ReviewPage({ id, onNext }: { readonly id: string; readonly onNext: () => void }) {
  const { client } = useConsole();
  const query = useQuery({
    queryKey: [...REVIEW_KEY, 'item', id],
    queryFn: () => client.call('getReview', { params: { id } }),
  });
  return (
    <LiveScreen query={query} failedTitle="console.queue.failed">
      {(item) => <Item key={item.id} item={item} onNext={onNext} />}
    </LiveScreen>
  );
}
