import { type ConfirmChannel, plainCode } from '@candor/api';
import {
  ActMessage,
  Button,
  FormField,
  linkClass,
  TextField,
  toasts,
  useAct,
  useActForm,
  useText,
} from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient, useKeptMessages } from '../data/index.ts';

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
  const client = useClient();
  const queries = useQueryClient();
  const act = useActForm<typeof EMPTY>({
    defaultValues: EMPTY,
    send: ({ code }, sending) =>
      client.call('confirmWithdrawal', { body: { id, code: plainCode(code) } }, sending),
    onDone: () => toasts.success(text('withdraw.confirm.done')),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.withdrawals }),
  });
  const again = useAct<unknown>({
    mutationFn: (_nothing, sending) => client.call('sendWithdrawalCode', { body: { id } }, sending),
    onSuccess: () => toasts.success(text('withdraw.confirm.sent')),
  });
  return (
    <form noValidate onSubmit={act.submit} className="flex flex-col gap-4">
      <p className="text-14">{text(isKept ? 'withdraw.confirm.kept' : `withdraw.confirm.${by}`)}</p>
      <FormField
        act={act}
        name="code"
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
              <button
                type="button"
                disabled={again.isPending}
                onClick={() => again.mutate(undefined)}
                className={`${linkClass} shrink-0 whitespace-nowrap text-14 disabled:text-ink-3 disabled:no-underline touch:min-h-11`}
              >
                {text('withdraw.confirm.again')}
              </button>
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
