import { ActMessage, Button, toasts, useAct, useFormatters, useText } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient, useOwnRecovery } from '../data/index.ts';

/** Says on every page that somebody asked to remove the factors of this account; one press cancels it. */
export function RecoveryBar() {
  const client = useClient();
  const queries = useQueryClient();
  const text = useText();
  const format = useFormatters();
  const { data: request } = useOwnRecovery();
  const act = useAct<unknown>({
    mutationFn: (_nothing, sending) => client.call('cancelOwnRecovery', {}, sending),
    onSuccess: () => {
      toasts.success(text('shell.recoveryCancelled'));
      return queries.invalidateQueries({ queryKey: queryKeys.ownRecovery });
    },
  });
  if (request == null) return null;
  return (
    <div role="status" className="border-b border-warn bg-wash">
      <div className="mx-auto flex max-w-330 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-5">
        <p className="min-w-0 basis-80 grow text-14 text-ink">
          {text('shell.recovery', { time: format.dateTime(request.dueTime) })}
        </p>
        <Button variant="danger" loading={act.isPending} onClick={() => act.mutate(undefined)}>
          {text('shell.recoveryCancel')}
        </Button>
        <ActMessage phase={act.phase} error={act.error} />
      </div>
    </div>
  );
}
