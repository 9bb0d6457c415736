import { ActMessage, Button, useAct, useFormatters, useText } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { sendsToSupport } from '../common/support-texts.ts';
import { queryKeys, type Recovery, useClient } from '../data/index.ts';
import { SupportLink } from '../shell/support-link.tsx';

interface RecoverStateProps {
  readonly request: Recovery;
  readonly token: string;
  readonly onCancelled: () => void;
  readonly onForget: () => void;
}

/** A request that was sent: where it stands and until when, or how it ended. */
export function RecoverState({ request, token, onCancelled, onForget }: RecoverStateProps) {
  const client = useClient();
  const queries = useQueryClient();
  const text = useText();
  const format = useFormatters();
  const { state, number, dueTime, reason } = request;
  const isUnderWay = state === 'waiting' || state === 'approved';
  const cancel = useAct<unknown>({
    mutationFn: (_nothing, sending) => client.call('cancelRecovery', { body: { token } }, sending),
    onSuccess: () => {
      onCancelled();
      return queries.invalidateQueries({ queryKey: queryKeys.ownRecovery });
    },
  });
  // a draft has its form
  if (state === 'draft') return null;
  return (
    <>
      <p role="status" className="text-14">
        {text(`recover.state.${state}`, {
          number: String(number),
          time: dueTime === null ? '' : format.dateTime(dueTime),
        })}
      </p>
      {reason !== null && <p className="text-14">{text(`review.reason.recovery.${reason}`)}</p>}
      {sendsToSupport(`review.reason.recovery.${reason}`) && (
        <SupportLink about={`review.reason.recovery.${reason}`} />
      )}
      {isUnderWay && <p className="text-14 text-ink-2">{text('recover.after')}</p>}
      {isUnderWay ? (
        <Button
          variant="danger"
          className="self-start"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined)}
        >
          {text('recover.cancel')}
        </Button>
      ) : (
        <Button variant="quiet" className="self-start" onClick={onForget}>
          {text('recover.start')}
        </Button>
      )}
      <ActMessage phase={cancel.phase} error={cancel.error} />
    </>
  );
}
