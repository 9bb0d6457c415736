import type { OtcOrderDetail } from '@candor/api';
import { ActMessage, Button, FormField, SegmentedControl, TextField, useActForm, useText } from '@candor/ui';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useClient } from '../data/index.ts';
import { useOtcChanged } from './use-otc.ts';

const MAX_LENGTH = 200;

interface OrderProps {
  readonly order: OtcOrderDetail;
}

/** Ratings of a released order, and the form of the own one while it can be given. */
export function OrderRating({ order }: OrderProps) {
  const text = useText();
  const { rating, rated, mayRate } = order;
  if (!mayRate && rating === null && rated === null) return null;
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-16 font-semibold">{text('otc.rating')}</h2>
      {rating !== null && <Said label={text('otc.rating.yours')} rating={rating} />}
      {rated !== null && <Said label={text('otc.rating.theirs')} rating={rated} />}
      {mayRate && rating === null && <RateForm order={order} />}
      {rated !== null && rated.answer === '' && <AnswerForm order={order} />}
    </section>
  );
}

function Said({
  label,
  rating,
}: {
  readonly label: string;
  readonly rating: NonNullable<OtcOrderDetail['rating']>;
}) {
  const text = useText();
  const Icon = rating.isGood ? ThumbsUp : ThumbsDown;
  return (
    <div className="flex flex-col gap-1 border-t pt-3 text-14">
      <span className="flex items-center gap-2 text-13 text-ink-2">
        <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
        {label}: {text(rating.isGood ? 'otc.rating.good' : 'otc.rating.bad')}
      </span>
      {rating.text !== '' && (
        <p dir="auto" className="wrap-anywhere">
          {rating.text}
        </p>
      )}
      {rating.answer !== '' && (
        <p dir="auto" className="border-s-2 ps-3 text-ink-2 wrap-anywhere">
          {rating.answer}
        </p>
      )}
    </div>
  );
}

function RateForm({ order: { orderId } }: OrderProps) {
  const text = useText();
  const client = useClient();
  const onSettled = useOtcChanged();
  const act = useActForm<{ readonly mark: 'good' | 'bad' | ''; readonly text: string }>({
    defaultValues: { mark: '', text: '' },
    send: (values, sending) =>
      client.call(
        'rateOtcOrder',
        {
          body: {
            orderId,
            isGood: values.mark === 'good',
            ...(values.text === '' ? {} : { text: values.text }),
          },
        },
        sending,
      ),
    onSettled,
  });
  return (
    <form noValidate onSubmit={act.submit} className="flex max-w-120 flex-col gap-3">
      <FormField act={act} name="mark" prompt="ui.required.choice">
        {({ value, onValueChange, ref, error }) => (
          <SegmentedControl<'good' | 'bad'>
            ref={ref}
            label={text('otc.rating')}
            value={value}
            onValueChange={onValueChange}
            error={error}
            segments={(['good', 'bad'] as const).map((mark) => ({
              value: mark,
              label: text(`otc.rating.${mark}`),
            }))}
          />
        )}
      </FormField>
      <FormField act={act} name="text" required={false}>
        {(field) => <TextField {...field} label={text('otc.rating.words')} maxLength={MAX_LENGTH} />}
      </FormField>
      <Button type="submit" variant="quiet" className="self-start" loading={act.isPending}>
        {text('otc.rating.send')}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </form>
  );
}

function AnswerForm({ order: { orderId } }: OrderProps) {
  const text = useText();
  const client = useClient();
  const onSettled = useOtcChanged();
  const act = useActForm<{ readonly answer: string }>({
    defaultValues: { answer: '' },
    send: ({ answer }, sending) => client.call('answerOtcRating', { body: { orderId, answer } }, sending),
    onSettled,
  });
  return (
    <form noValidate onSubmit={act.submit} className="flex max-w-120 flex-col gap-3">
      <FormField act={act} name="answer" prompt="otc.rating.answer.first">
        {(field) => <TextField {...field} label={text('otc.rating.answer')} maxLength={MAX_LENGTH} />}
      </FormField>
      <Button type="submit" variant="quiet" className="self-start" loading={act.isPending}>
        {text('otc.rating.answer.send')}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </form>
  );
}
