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
import { useKnownNow } from '../common/use-now.ts';
import { useClient } from '../data/index.ts';
import { useOfferWords } from './offer-words.tsx';
import { earlyExit, orderOutcome } from './order-figures.ts';
import type { EarnOrder, EarnProduct } from './product.ts';
import { useOrdersChanged } from './use-earn.ts';

/** Clocks differ: a day counts here a moment after it is whole, so that nobody gets less than was shown. */
const CLOCK_SLACK_MS = 3_000;

interface RedeemDialogProps {
  readonly product: EarnProduct;
  readonly order: EarnOrder;
  readonly onClose: () => void;
}

/** Asks before an order ends early, with what is kept and what is given up to the last unit. */
export function RedeemDialog({ product, order, onClose }: RedeemDialogProps) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const { coins } = useOfferWords();
  const now = useKnownNow();
  const onSettled = useOrdersChanged(product);
  const { id, coin, investAmount, beginDate, endDate, cycleDays } = order;
  const days = now === null ? 0 : wholeDays(beginDate, now - CLOCK_SLACK_MS, cycleDays);
  const exit = earlyExit(investAmount, order, days);
  const atEnd = orderOutcome(investAmount, order);
  const act = useAct<EarnOrder>({
    mutationFn: (_, sending) => product.redeem(client, id, sending),
    onSuccess: (ended) => {
      const back = ended.paidInterest === null ? null : earlyExit(investAmount, order, ended.wholeDays ?? 0);
      const amount = format.quantity(back?.back ?? investAmount);
      toasts.success(text('earn.redeem.done', { number: String(id), amount, coin }));
      onClose();
    },
    onSettled,
  });
  const isOver = now !== null && now >= endDate;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text('earn.redeem.title', { number: String(id) })}
      confirm={text('earn.redeem.confirm')}
      dismiss={text('earn.redeem.keep')}
      variant="danger"
      loading={act.isPending}
      disabled={now === null || isOver}
      onConfirm={() => act.mutate()}
    >
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('earn.principal')}>{coins(investAmount, coin)}</Detail>
        <Detail label={text('earn.redeem.days')}>
          {text('earn.elapsed', { done: String(days), all: cycleDays })}
        </Detail>
        <Detail label={text('earn.exit.kept')}>{exit === null ? '–' : coins(exit.kept, coin)}</Detail>
        <Detail label={text('earn.exit.lost')}>{exit === null ? '–' : coins(exit.lost, coin)}</Detail>
        <Detail label={text('earn.redeem.now')} strong>
          {exit === null ? '–' : coins(exit.back, coin)}
        </Detail>
      </DetailList>
      <p className="text-14 text-ink-2">
        {text('earn.redeem.text', {
          lost: format.quantity(exit?.lost ?? '0'),
          back: format.quantity(atEnd?.back ?? '0'),
          coin,
          time: format.dateTime(endDate),
        })}
      </p>
      <ActMessage phase={act.phase} error={act.error} obstacle={isOver ? text('earn.redeem.over') : null} />
    </ConfirmDialog>
  );
}
