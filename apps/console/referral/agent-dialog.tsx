import type { OperatorReferral } from '@candor/api';
import { isPositiveNumber, type TypedNumber } from '@candor/i18n';
import { FormField, NumberField, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { AgentRoom } from './agent-room.tsx';

export const REFERRAL_KEY = ['referral'];
const PERCENT_DECIMALS = 4;
const HOUR_MS = 3_600_000;

interface Values extends WithReason {
  readonly userId: TypedNumber;
  readonly sharePercent: TypedNumber;
  readonly hours: TypedNumber;
}

/** Proposes an agent's own share; `userId` is null for an agent who is none yet. */
export function AgentDialog({
  data,
  userId,
  onClose,
}: {
  readonly data: OperatorReferral;
  readonly userId: number | null;
  readonly onClose: () => void;
}) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<Values>({
    queryKey: REFERRAL_KEY,
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: { userId: userId === null ? '' : String(userId), sharePercent: '', hours: '0' },
    send: ({ userId: named, sharePercent, hours, reason }, sending) =>
      client.call(
        'setAgent',
        {
          params: { userId: named },
          body: {
            sharePercent,
            effectiveTime: Number(hours) > 0 ? data.now + Number(hours) * HOUR_MS : null,
            reason,
          },
        },
        sending,
      ),
  });
  return (
    <OperatorDialog
      act={act}
      title={text(userId === null ? 'console.referral.add' : 'console.referral.set')}
      explain={text('console.referral.explain')}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      {userId === null && (
        <FormField
          act={act}
          name="userId"
          check={(value) => (isPositiveNumber(value) ? null : text('error.AMOUNT_INVALID'))}
        >
          {(field) => <NumberField {...field} label={text('console.referral.user')} decimals={0} />}
        </FormField>
      )}
      <FormField
        act={act}
        name="sharePercent"
        check={(value) => (value === '' ? text('error.AMOUNT_INVALID') : null)}
      >
        {(field) => (
          <NumberField
            {...field}
            label={text('console.referral.share')}
            decimals={PERCENT_DECIMALS}
            unit="%"
          />
        )}
      </FormField>
      <AgentRoom data={data} sharePercent={act.form.watch('sharePercent')} />
      <FormField act={act} name="hours">
        {(field) => <NumberField {...field} label={text('console.referral.hours')} decimals={0} />}
      </FormField>
    </OperatorDialog>
  );
}
