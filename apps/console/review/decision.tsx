import { REVIEW_QUESTION_LENGTH, type ReviewItemRow, type ReviewRow } from '@candor/api';
import {
  ActMessage,
  Button,
  FormField,
  Select,
  TextArea,
  TextField,
  toasts,
  useActForm,
  useKeys,
  useText,
} from '@candor/ui';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { signText } from '../data/signing-key.ts';
import { Checklist } from './checklist.tsx';
import type { CheckAnswer, DecisionValues } from './decision-values.ts';
import { useRefresh } from './refresh.ts';

const LEAST_REFERENCE = 4;
const MOST_REFERENCE = 64;

interface DecisionProps {
  readonly item: ReviewItemRow;
  /** Opens the next item of the queue, or the list where there is none. */
  readonly onNext: () => void;
  /** Pictures that are not on the page yet: nobody decides without them. */
  readonly unseen: number;
}

/** Signs with the operator's key in this browser; null where it is not here, which the server then says. */
function useSign() {
  const { client } = useConsole();
  return async (text: string): Promise<string | null> => {
    const { own } = await client.call('getSigningKeys');
    return own === null ? null : signText(own.publicKey, text);
  };
}

/** Choices of a decision: each verdict with its coded reasons. */
const choicesOf = ({ reasons }: ReviewItemRow) =>
  (['approve', 'ask', 'reject'] as const).flatMap((verdict) =>
    reasons[verdict].map((reason) => ({ verdict, reason, value: `${verdict} ${reason}` })),
  );

/** Sends a decision with what its verdict needs: a signature, a reference, answers, a question. */
function useDecision({ item, onNext }: Pick<DecisionProps, 'item' | 'onNext'>) {
  const { client } = useConsole();
  const text = useText();
  const refresh = useRefresh();
  const sign = useSign();
  const choices = choicesOf(item);
  return useActForm<DecisionValues, ReviewRow>({
    defaultValues: {
      choice: '',
      reference: '',
      question: '',
      checks: Object.fromEntries(item.checklist.map((code) => [code, '' as CheckAnswer])),
    },
    send: async ({ choice, reference, question, checks }, sending) => {
      const { verdict, reason } = choices.find(({ value }) => value === choice)!;
      const signature = verdict === 'approve' && item.toSign !== null ? await sign(item.toSign) : null;
      const named = verdict === 'approve' && item.asksReference ? { reference: reference.trim() } : {};
      const signed = signature === null ? {} : { signature };
      const answered =
        verdict === 'ask'
          ? { question: question.trim() }
          : { checks: item.checklist.map((code) => ({ code, isMet: checks[code] === 'met' })) };
      const body = { version: item.version, verdict, reason, ...signed, ...named, ...answered };
      return client.call('decideReview', { params: { id: String(item.id) }, body }, sending);
    },
    onDone: ({ verdict }) => {
      const isFirst = item.isFirst && verdict === 'approve';
      if (verdict === 'ask') toasts.success(text('console.queue.asked'));
      else toasts.success(text(isFirst ? 'console.queue.firstGiven' : 'console.queue.decided'));
      onNext();
    },
    onSettled: refresh,
  });
}

/** The decision by a coded reason; reasons of a kind are few. */
export function Decision({ item, unseen, onNext }: DecisionProps) {
  const intl = useIntl();
  const text = useText();
  const act = useDecision({ item, onNext });
  const choices = choicesOf(item);
  const pick = (index: number) => act.form.setValue('choice', choices[index]?.value ?? '');
  useKeys({
    ...Object.fromEntries(choices.slice(0, 9).map((_, index) => [String(index + 1), () => pick(index)])),
    d: () => {
      if (unseen === 0) act.submit();
    },
  });
  return (
    <form noValidate onSubmit={act.submit} className="flex max-w-120 flex-col gap-3">
      <FormField
        act={act}
        name="choice"
        check={(choice) => (choice === '' ? text('console.queue.choose') : null)}
      >
        {(field) => (
          <Select
            {...field}
            label={text('console.queue.reason')}
            placeholder={text('console.queue.choose')}
            options={choices.map(({ verdict, reason, value }, index) => ({
              value,
              label: `${index + 1} · ${text(`review.verdict.${verdict}`)} · ${intl.formatMessage({
                id: `review.reason.${item.kind}.${reason}`,
              })}`,
            }))}
          />
        )}
      </FormField>
      {item.asksReference && act.form.watch('choice').startsWith('approve') && (
        <FormField
          act={act}
          name="reference"
          check={(typed) =>
            typed.trim().length < LEAST_REFERENCE ? text('error.REVIEW_REFERENCE_MISSING') : null
          }
        >
          {(field) => (
            <TextField
              {...field}
              label={text('console.queue.reference')}
              autoComplete="off"
              maxLength={MOST_REFERENCE}
            />
          )}
        </FormField>
      )}
      {act.form.watch('choice').startsWith('ask') && (
        <FormField act={act} name="question" prompt="ui.form.required">
          {(field) => (
            <TextArea
              {...field}
              label={text('console.queue.question')}
              description={text('console.queue.questionHint')}
              maxLength={REVIEW_QUESTION_LENGTH}
              rows={4}
            />
          )}
        </FormField>
      )}
      <p className="text-13 text-ink-2">{text('console.queue.reasonHint')}</p>
      <Checklist item={item} act={act} />
      {unseen > 0 && <p className="text-13 text-warn">{text('console.queue.unseen', { count: unseen })}</p>}
      <Button type="submit" className="self-start" loading={act.isPending} disabled={unseen > 0}>
        {text('console.queue.decide')}{' '}
        <kbd aria-hidden className="text-12">
          D
        </kbd>
      </Button>
      <ActMessage phase={null} error={act.error} />
    </form>
  );
}
