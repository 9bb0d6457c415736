import {
  OTC_APPEAL_REASONS,
  OTC_STATEMENT_IMAGES,
  OTC_STATEMENT_LENGTH,
  type OtcAppealReason,
  type OtcOrderDetail,
} from '@candor/api';
import { ActDialog, FormField, Select, TextArea, useActForm, useText } from '@candor/ui';
import { useClient } from '../data/index.ts';
import { PicturesField } from '../forms/pictures-field.tsx';
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
  readonly onClose: () => void;
}

/** Opens an appeal, or adds a statement to it: code, words and pictures. Nothing is ever taken out. */
export function AppealDialog({ order, isFirst, first, onClose }: AppealDialogProps) {
  const text = useText();
  const client = useClient();
  const onSettled = useOtcChanged();
  const usual = order.role === 'buyer' ? 'not-released' : 'not-paid';
  const act = useActForm<AppealValues>({
    defaultValues: { reason: first ?? usual, statement: '', images: [] },
    send: ({ reason, statement, images }, sending) => {
      const body = { orderId: order.orderId, seen: seenOf(order), statement, images: [...images] };
      return isFirst
        ? client.call('appealOtcOrder', { body: { ...body, reason: reason as OtcAppealReason } }, sending)
        : client.call('stateOtcAppeal', { body }, sending);
    },
    onDone: onClose,
    onSettled,
  });
  return (
    <ActDialog
      act={act}
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title={text(isFirst ? 'otc.act.appeal' : 'otc.act.state')}
      description={text(isFirst ? 'otc.appeal.text' : 'otc.appeal.state.text')}
      submit={text(isFirst ? 'otc.appeal.send' : 'otc.appeal.state.send')}
    >
      {isFirst && (
        <FormField act={act} name="reason" required={false}>
          {(field) => (
            <Select<OtcAppealReason | ''>
              {...field}
              label={text('otc.appeal.reason')}
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
        {({ value, onValueChange }) => (
          <PicturesField
            label={text('otc.appeal.images')}
            description={text('otc.appeal.images.text', { count: OTC_STATEMENT_IMAGES })}
            most={OTC_STATEMENT_IMAGES}
            value={value}
            onValueChange={onValueChange}
          />
        )}
      </FormField>
    </ActDialog>
  );
}
