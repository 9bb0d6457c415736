import { OTC_DECISION_REASONS, type OtcAppealDetail, type OtcDecisionReason } from '@candor/api';
import { FormField, Select, useFormatters, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { OTC_KEY } from './words.ts';

type Side = 'buyer' | 'seller';

interface DecisionValues extends WithReason {
  readonly winner: Side | '';
  readonly fault: Side | 'nobody' | '';
  readonly code: OtcDecisionReason | '';
}

interface DecisionDialogProps {
  readonly appeal: OtcAppealDetail;
  readonly onClose: () => void;
}

/** Proposes a decision: all of the coins to one of the two sides. A second operator approves it. */
export function DecisionDialog({ appeal, onClose }: DecisionDialogProps) {
  const text = useText();
  const format = useFormatters();
  const { client } = useConsole();
  const { orderId, amount, coin } = appeal;
  const act = useOperatorForm<DecisionValues>({
    defaultValues: { winner: '', fault: '', code: '' },
    send: ({ winner, fault, code, reason }, sending) =>
      client.call(
        'resolveOtcAppeal',
        {
          params: { orderId: String(orderId) },
          body: {
            winner: winner as Side,
            fault: fault as Side | 'nobody',
            code: code as OtcDecisionReason,
            reason,
          },
        },
        sending,
      ),
    done: text('console.shell.proposed'),
    queryKey: OTC_KEY,
    onClose,
  });
  return (
    <OperatorDialog
      act={act}
      title={`${text('escrow.orderNumber', { number: String(orderId) })} · ${text('console.otc.decide')}`}
      explain={text('console.otc.decide.explain', { amount: `${format.quantity(amount)} ${coin}` })}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      <FormField act={act} name="winner" prompt="ui.required.choice">
        {(field) => (
          <Select<Side | ''>
            {...field}
            label={text('console.otc.winner')}
            placeholder={text('console.otc.choose')}
            options={(['buyer', 'seller'] as const).map((value) => ({
              value,
              label: text(`console.otc.party.${value}`),
            }))}
          />
        )}
      </FormField>
      <FormField act={act} name="fault" prompt="ui.required.choice">
        {(field) => (
          <Select<Side | 'nobody' | ''>
            {...field}
            label={text('console.otc.blame')}
            placeholder={text('console.otc.choose')}
            options={(['nobody', 'buyer', 'seller'] as const).map((value) => ({
              value,
              label: text(`console.otc.fault.${value}`),
            }))}
          />
        )}
      </FormField>
      <FormField act={act} name="code" prompt="ui.required.choice">
        {(field) => (
          <Select<OtcDecisionReason | ''>
            {...field}
            label={text('console.otc.code')}
            placeholder={text('console.otc.choose')}
            options={OTC_DECISION_REASONS.map((value) => ({
              value,
              label: text(`escrow.decision.${value}`),
            }))}
          />
        )}
      </FormField>
    </OperatorDialog>
  );
}
