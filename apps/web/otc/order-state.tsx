import type { OtcOrderDetail } from '@candor/api';
import { cx, useFormatters, useText } from '@candor/ui';
import { Check } from 'lucide-react';
import { OrderClock } from './clock.tsx';
import { endOf, isOpen, stepsDone } from './standing-words.ts';
import { OtcStateBadge } from './state-badge.tsx';
import { useOtcWords } from './use-words.ts';

interface OrderProps {
  readonly order: OtcOrderDetail;
}

/** Returns the state of an order in a heading and a sentence, for its reader's side. */
function useStateWords(order: OtcOrderDetail): { readonly title: string; readonly line: string } {
  const text = useText();
  const format = useFormatters();
  const words = useOtcWords();
  const { state, role, coin, currency, total, amount, other } = order;
  const end = endOf(order);
  const values = {
    total: words.money(total, currency),
    amount: words.coins(amount, coin),
    name: other.verifiedName ?? other.nickname,
    due: format.dateTime(order.dueTime),
    from: format.dateTime(order.appealFromTime),
    answer: format.dateTime(order.appeal?.answerDueTime),
    decide: format.dateTime(order.appeal?.decideDueTime),
    hold: format.dateTime(end?.holdEndsTime),
  };
  if (state === 'resolved') {
    const won = end?.winner === role ? 'won' : 'lost';
    const to = end?.winner === 'buyer' ? 'toBuyer' : 'toSeller';
    return { title: text(`otc.resolved.${won}`, values), line: text(`otc.resolved.${to}`, values) };
  }
  return {
    title: text(`otc.now.${state}.${role}`, values),
    line: text(`otc.now.${state}.${role}.text`, values),
  };
}

/** State of an order, its clock and its steps. */
export function OrderState({ order }: OrderProps) {
  const text = useText();
  const { title, line } = useStateWords(order);
  const { state, dueTime, appeal, role } = order;
  const until = dueTime ?? appeal?.decideDueTime ?? null;
  return (
    <section aria-label={text('otc.state')} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="flex max-w-140 min-w-0 flex-col gap-2" aria-live="polite">
          <span className="flex items-center gap-3">
            <OtcStateBadge state={state} />
            <span className="figure text-13 text-ink-3">
              {text('escrow.orderNumber', { number: String(order.orderId) })}
            </span>
          </span>
          <h2 className="text-20 font-semibold">{title}</h2>
          <p className="text-14 text-ink-2">{line}</p>
        </div>
        {until !== null && isOpen(order) && (
          <OrderClock
            untilMs={until}
            label={text(`otc.clock.${state as 'created' | 'paid' | 'lapsed' | 'appealed'}`)}
          />
        )}
      </div>
      <Steps order={order} />
      {order.asked !== null && isOpen(order) && role === 'buyer' && (
        <p role="status" className="border-s-2 border-warn bg-warn-tint px-3 py-2 text-14">
          {text(`otc.asked.${order.asked}`)}
        </p>
      )}
    </section>
  );
}

/** The three steps of a trade; those behind it are ticked. */
function Steps({ order }: OrderProps) {
  const text = useText();
  const done = stepsDone(order);
  const hasFailed = !isOpen(order) && done < 3;
  return (
    <ol aria-label={text('otc.steps')} className="grid grid-cols-3 gap-2">
      {(['order', 'pay', 'release'] as const).map((step, index) => {
        const isDone = index < done;
        const isCurrent = index === done && !hasFailed;
        return (
          <li
            key={step}
            aria-current={isCurrent ? 'step' : undefined}
            className={cx(
              'flex flex-col gap-1 border-t-2 pt-2 text-13',
              isDone ? 'border-accent' : isCurrent ? 'border-edge' : 'border-line',
              isDone || isCurrent ? 'text-ink' : 'text-ink-3',
            )}
          >
            <span className="flex items-center gap-1.5 font-medium">
              {isDone && <Check aria-hidden="true" className="size-4 text-accent" strokeWidth={2} />}
              {text(`otc.step.${step}`)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
