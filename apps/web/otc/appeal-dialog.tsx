import {
  OTC_APPEAL_REASONS,
  OTC_STATEMENT_IMAGES,
  OTC_STATEMENT_LENGTH,
  type OtcAppealReason,
  type OtcOrderDetail,
  type OtcStatement,
} from '@candor/api';
import { ActDialog, FormField, Select, TextArea, useActForm, useText } from '@candor/ui';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../data/index.ts';
import { PicturesField } from '../forms/pictures-field.tsx';
import { useDraft } from '../forms/use-draft.ts';
import { seenOf } from './seen.ts';
import { useOtcChanged } from './use-otc.ts';

interface AppealValues {
  readonly reason: OtcAppealReason | '';
  readonly statement: string;
  readonly images: readonly string[];
}

interface AppealDialogProps {
  readonly order: OtcOrderDetail;
  /** True for the appeal itself, false for a further statement. */
  readonly isFirst: boolean;
  readonly first: OtcAppealReason | undefined;
  /** Words that were written before the dialog was shut. */
  readonly draft: string;
  /** Keeps the words that were not sent; '' once they were. */
  readonly onDraft: (words: string) => void;
  /** Nothing can be sent any more, and why; null where it can. */
  readonly obstacle: string | null;
  readonly onClose: () => void;
}

/** Returns the reader's own statements, the newest last. */
const ownOf = (statements: readonly OtcStatement[]): readonly OtcStatement[] =>
  statements.filter(({ mine }) => mine);

/** True where an order holds these words as a statement that came after the first so many of the reader's own. */
export function isStated(words: string, statements: readonly OtcStatement[], before: number): boolean {
  return ownOf(statements)
    .slice(before)
    .some(({ text }) => text === words.trim());
}

/** Fields that outlive a session that ends by itself. */
const KEPT = ['statement'] as const;

/**
 * Opens an appeal, or adds a statement to it: code, words and pictures. Nothing is ever taken out. The words stay when the
 * dialog is shut, and when the order goes on meanwhile.
 */
export function AppealDialog(props: AppealDialogProps) {
  const { order, isFirst, first, draft, onDraft, obstacle, onClose } = props;
  const text = useText();
  const client = useClient();
  const onSettled = useOtcChanged();
  const act = useActForm<AppealValues>({
    defaultValues: { reason: first ?? '', statement: draft, images: [] },
    send: ({ reason, statement, images }, sending) => {
      const body = { orderId: order.orderId, seen: seenOf(order), statement, images: [...images] };
      return isFirst
        ? client.call('appealOtcOrder', { body: { ...body, reason: reason as OtcAppealReason } }, sending)
        : client.call('stateOtcAppeal', { body }, sending);
    },
    onDone: (_, __, form) => {
      form.setValue('statement', '');
      onClose();
    },
    onSettled,
    beside: isFirst,
  });
  useDraft(act, `otc statement ${order.orderId}`, KEPT);
  const { getValues, setValue } = act.form;
  const keep = useRef(onDraft);
  keep.current = onDraft;
  useEffect(() => () => keep.current(getValues('statement')), [getValues]);
  const [before] = useState(() => ownOf(order.statements).length);
  const { isPending } = act;
  // the answer was lost, and the order shows that they arrived: nobody shall send the same words twice
  useEffect(() => {
    if (isPending || !isStated(getValues('statement'), order.statements, before)) return;
    setValue('statement', '');
    onClose();
  }, [isPending, order.statements, before, getValues, setValue, onClose]);
  return (
    <ActDialog
      act={act}
      width="wide"
      obstacle={obstacle}
      onOpenChange={(open) => !open && onClose()}
      title={text(isFirst ? 'otc.act.appeal' : 'otc.act.state')}
      description={text(isFirst ? 'otc.appeal.text' : 'otc.appeal.state.text')}
      submit={text(isFirst ? 'otc.appeal.send' : 'otc.appeal.state.send')}
    >
      {isFirst && (
        <FormField act={act} name="reason" prompt="ui.required.choice">
          {(field) => (
            <Select<OtcAppealReason | ''>
              {...field}
              label={text('otc.appeal.reason')}
              placeholder={text('ui.required.choice')}
              options={OTC_APPEAL_REASONS.map((value) => ({ value, label: text(`escrow.appeal.${value}`) }))}
            />
          )}
        </FormField>
      )}
      <FormField act={act} name="statement" prompt="otc.appeal.statement.first">
        {(field) => (
          <TextArea
            {...field}
            label={text('otc.appeal.statement')}
            description={text('otc.appeal.statement.text')}
            maxLength={OTC_STATEMENT_LENGTH}
            rows={5}
          />
        )}
      </FormField>
      <FormField act={act} name="images" required={false}>
        {({ value, onValueChange, error }, onBusy) => (
          <PicturesField
            label={text('otc.appeal.images')}
            description={text('otc.appeal.images.text', { count: OTC_STATEMENT_IMAGES })}
            most={OTC_STATEMENT_IMAGES}
            value={value}
            onValueChange={onValueChange}
            error={error}
            onBusy={onBusy}
          />
        )}
      </FormField>
    </ActDialog>
  );
}
