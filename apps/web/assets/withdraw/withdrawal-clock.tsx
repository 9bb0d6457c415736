import { type WithdrawalRow, withdrawalReasonWord } from '@candor/api';
import {
  ActMessage,
  Button,
  cx,
  Detail,
  DetailList,
  Dialog,
  networkNameOf,
  toasts,
  useAct,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useMasked } from '../../common/eye.tsx';
import { CopiedAddress } from '../../common/grouped-address.tsx';
import { sendsToSupport } from '../../common/support-texts.ts';
import { queryKeys, useClient } from '../../data/index.ts';
import { SupportLink } from '../../shell/support-link.tsx';
import { WithdrawalConfirm } from './withdrawal-confirm.tsx';
import { stateName, stateOf } from './withdrawal-words.ts';

interface WithdrawalClockProps {
  readonly row: WithdrawalRow;
  readonly onClose: () => void;
}

/** Every state of a withdrawal with its time and reason, when the next is due, and its end while that is allowed. */
export function WithdrawalClock({ row, onClose }: WithdrawalClockProps) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const queries = useQueryClient();
  const act = useAct<unknown>({
    mutationFn: (_nothing, sending) => client.call('cancelWithdrawal', { body: { id: row.id } }, sending),
    onSuccess: () => toasts.success(text('withdraw.cancelled')),
    onSettled: () =>
      Promise.all(
        [queryKeys.withdrawals, queryKeys.balances, queryKeys.bills].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const masked = useMasked();
  const ofCoin = (amount: string) => `${masked(format.quantity(amount))} ${row.coin}`;
  const last = row.steps.length - 1;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={text('withdraw.clock.of', { number: String(row.id) })}
      {...(row.canCancel
        ? {
            footer: (
              <Button variant="quiet" loading={act.isPending} onClick={() => act.mutate(undefined)}>
                {text('withdraw.cancel')}
              </Button>
            ),
          }
        : {})}
    >
      <div className="flex flex-col gap-6">
        <ol aria-label={text('withdraw.clock')} className="flex flex-col">
          {row.steps.map(({ state, reason, time }, index) => {
            // the reason of the present state may have changed since it began
            const why = index === last ? row.reason : reason;
            return (
              <li key={`${state} ${time}`} className="flex flex-col border-s-2 py-2 ps-3 text-14">
                <span className="flex gap-3">
                  <span className={cx('min-w-0 grow', index === last && 'font-semibold')}>
                    {index === last ? stateOf(text, row) : stateName(text, row, state)}
                  </span>
                  <span className="figure shrink-0 text-13 text-ink-2">{format.dateTime(time)}</span>
                </span>
                {why !== null && (
                  <span className="text-13 text-ink-2">
                    {text(`withdraw.reason.${withdrawalReasonWord(why, state === 'rejected')}`)}
                  </span>
                )}
                {sendsToSupport(`withdraw.reason.${why}`) && <SupportLink about={`withdraw.reason.${why}`} />}
              </li>
            );
          })}
        </ol>
        {row.state === 'confirming' && row.confirmBy !== null && (
          <WithdrawalConfirm id={row.id} by={row.confirmBy} />
        )}
        <DetailList ruled>
          {row.deadline !== null && (
            <Detail label={text('withdraw.deadline')} wraps>
              <span className={cx(row.isLate && 'font-semibold text-warn')}>
                {row.isLate
                  ? text('withdraw.deadline.late', { time: format.dateTime(row.deadline) })
                  : format.dateTime(row.deadline)}
              </span>
            </Detail>
          )}
          <Detail label={text('deposit.amount')}>{ofCoin(row.amount)}</Detail>
          <Detail label={text('withdraw.fee')}>{ofCoin(row.fee)}</Detail>
          <Detail label={text(row.method === 'bank' ? 'withdraw.arrives.bank' : 'withdraw.arrives')}>
            {ofCoin(row.arrives)}
          </Detail>
          {row.method === 'chain' && (
            <Detail label={text('deposit.network')} wraps>
              {networkNameOf(text, row.network)}
            </Detail>
          )}
          <Detail label={text(row.method === 'bank' ? 'withdraw.bank.card' : 'withdraw.address')} wraps>
            {row.method === 'bank' ? (
              <span className="wrap-anywhere select-all">{row.address}</span>
            ) : (
              <CopiedAddress address={row.address} />
            )}
          </Detail>
          {row.transaction !== null && (
            <Detail label={text('deposit.transaction')} wraps>
              <span className="inline-block break-all text-balance select-all">{row.transaction}</span>
            </Detail>
          )}
          {row.reference !== null && (
            <Detail label={text('withdraw.reference')} wraps>
              <span className="wrap-anywhere select-all">{row.reference}</span>
            </Detail>
          )}
        </DetailList>
        {act.error !== null && <ActMessage phase={act.phase} error={act.error} />}
      </div>
    </Dialog>
  );
}
