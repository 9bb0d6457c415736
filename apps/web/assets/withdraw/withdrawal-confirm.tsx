import { type ConfirmChannel, plainCode } from '@candor/api';
import { ActMessage, Button, FormField, TextField, toasts, useAct, useActForm, useText } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCodeCountdown } from '../../common/code-countdown.ts';
import { masked } from '../../common/masked.ts';
import { SendCodeButton } from '../../common/send-code-button.tsx';
import { queryKeys, useClient, useKeptMessages, useUser } from '../../data/index.ts';

interface WithdrawalConfirmProps {
  readonly id: number;
  /** Channel by which the code was sent. */
  readonly by: ConfirmChannel;
}

const EMPTY = { code: '' };
/** Six digits, and what mails put between them. */
const MAX_LENGTH = 32;

/** Confirms a first-used address by the code of a message that names it. */
export function WithdrawalConfirm({ id, by }: WithdrawalConfirmProps) {
  const text = useText();
  const isKept = useKeptMessages(by);
  const user = useUser();
  const kind = by === 'sms' ? 'phone' : 'email';
  const contact = user?.[kind] ?? null;
  const to = contact === null ? '--' : masked(kind, contact);
  const client = useClient();
  const queries = useQueryClient();
  const act = useActForm<typeof EMPTY>({
    defaultValues: EMPTY,
    send: ({ code }, sending) =>
      client.call('confirmWithdrawal', { body: { id, code: plainCode(code) } }, sending),
    onDone: () => toasts.success(text('withdraw.confirm.done')),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.withdrawals }),
  });
  const { waitSeconds, onSent } = useCodeCountdown();
  const again = useAct<{ readonly resendAt: number }>({
    mutationFn: (_nothing, sending) => client.call('sendWithdrawalCode', { body: { id } }, sending),
    onSuccess: (sent) => {
      onSent(sent);
      toasts.success(text('withdraw.confirm.sent'));
    },
  });
  return (
    <form noValidate onSubmit={act.submit} className="flex flex-col gap-4">
      <p className="text-14">
        {isKept ? text('withdraw.confirm.kept') : text('withdraw.confirm.to', { to })}
      </p>
      <FormField
        act={act}
        name="code"
        prompt="ui.required.code"
        check={(typed) => (/^\d{6}$/.test(plainCode(typed)) ? null : text('error.CODE_WRONG'))}
      >
        {(field) => (
          <TextField
            {...field}
            label={text('withdraw.confirm.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={MAX_LENGTH}
            end={
              <SendCodeButton
                waitSeconds={waitSeconds}
                isSending={again.isPending}
                isSent
                onSend={() => again.mutate(undefined)}
              />
            }
          />
        )}
      </FormField>
      <ActMessage phase={again.phase} error={act.error ?? again.error} />
      <Button type="submit" className="self-start" loading={act.isPending}>
        {text('withdraw.confirm.submit')}
      </Button>
    </form>
  );
}
