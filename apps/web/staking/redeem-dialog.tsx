import type { PledgeOrderRow } from '@candor/api';
import { wholeDays } from '@candor/rules';
import {
  ActMessage,
  ConfirmDialog,
  Detail,
  DetailList,
  toasts,
  useAct,
  useFormatters,
  useText,
} from '@candor/ui';
import { useOfferWords } from '../common/offer-words.tsx';
import { useKnownNow } from '../common/use-now.ts';
import { useClient } from '../data/index.ts';
import { earlyExit, pledgeOutcome } from './pledge-figures.ts';
import { usePledgesChanged } from './use-pledges.ts';

/** Clocks differ: a day counts here a moment after it is whole, so that nobody gets less than was shown. */
const CLOCK_SLACK_MS = 3_000;

interface RedeemDialogProps {
  readonly order: PledgeOrderRow;
  readonly onClose: () => void;
}

/** Asks before an order ends early, with what is kept and what is given up to the last unit. */
export function RedeemDialog({ order, onClose }: RedeemDialogProps) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const { coins } = useOfferWords();
  const now = useKnownNow();
  const onSettled = usePledgesChanged();
  const { id, coin, investAmount, beginDate, endDate, cycleDays } = order;
  const days = now === null ? 0 : wholeDays(beginDate, now - CLOCK_SLACK_MS, cycleDays);
  const exit = earlyExit(investAmount, order, days);
  const atEnd = pledgeOutcome(investAmount, order);
  const act = useAct<PledgeOrderRow>({
    mutationFn: (_, sending) => client.call('redeemPledge', { body: { id } }, sending),
    onSuccess: (ended) => {
      const back = ended.paidInterest === null ? null : earlyExit(investAmount, order, ended.wholeDays ?? 0);
      const amount = format.quantity(back?.back ?? investAmount);
      toasts.success(text('staking.redeem.done', { number: String(id), amount, coin }));
      onClose();
    },
    onSettled,
  });
  const isOver = now !== null && now >= endDate;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text('staking.redeem.title', { number: String(id) })}
      confirm={text('staking.redeem.confirm')}
      dismiss={text('staking.redeem.keep')}
      variant="danger"
      loading={act.isPending}
      disabled={now === null || isOver}
      onConfirm={() => act.mutate()}
    >
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('staking.principal')}>{coins(investAmount, coin)}</Detail>
        <Detail label={text('staking.redeem.days')}>
          {text('staking.elapsed', { done: String(days), all: cycleDays })}
        </Detail>
        <Detail label={text('staking.exit.kept')}>{exit === null ? '–' : coins(exit.kept, coin)}</Detail>
        <Detail label={text('staking.exit.lost')}>{exit === null ? '–' : coins(exit.lost, coin)}</Detail>
        <Detail label={text('staking.redeem.now')} strong>
          {exit === null ? '–' : coins(exit.back, coin)}
        </Detail>
      </DetailList>
      <p className="text-14 text-ink-2">
        {text('staking.redeem.text', {
          lost: format.quantity(exit?.lost ?? '0'),
          back: format.quantity(atEnd?.back ?? '0'),
          coin,
          time: format.dateTime(endDate),
        })}
      </p>
      <ActMessage
        phase={act.phase}
        error={act.error}
        obstacle={isOver ? text('error.STAKING_ORDER_ENDED') : null}
      />
    </ConfirmDialog>
  );
}
