import { type OtcOrderDetail, otcEntryText } from '@candor/api';
import { Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { OtcOrderStub } from './order-receipt.tsx';
import { Who } from './reputation.tsx';
import { useOtcWords } from './use-words.ts';

interface OrderProps {
  readonly order: OtcOrderDetail;
}

/** The frozen terms of an order, what happened to it, and the stub that this browser recomputes. */
export function OrderFacts({ order }: OrderProps) {
  const text = useText();
  const format = useFormatters();
  const words = useOtcWords();
  const { coin, currency, isMaker, other, terms } = order;
  const { clocks } = order.receipt;
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-16 font-semibold">{text('otc.facts')}</h2>
        <OtcOrderStub receipt={order.receipt} />
      </div>
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('otc.total')} strong>
          {words.money(order.total, currency)}
        </Detail>
        <Detail label={text('otc.amount')} strong>
          {words.coins(order.amount, coin)}
        </Detail>
        <Detail label={text('otc.price')}>{words.money(order.price, currency)}</Detail>
        <Detail label={text('otc.fee')} wraps>
          {isMaker ? words.coins(order.fee, coin) : text('otc.feeOfYou.none')}
        </Detail>
        <Detail label={text('otc.method')}>{words.method(order.method)}</Detail>
        <Detail label={text('otc.window')}>{words.span(clocks.windowMs)}</Detail>
        <Detail label={text('otc.hold')}>{words.span(clocks.holdMs)}</Detail>
        <Detail label={text('otc.time')}>{format.dateTime(order.createdTime)}</Detail>
      </DetailList>
      <Who nickname={other.nickname} reputation={other.reputation} />
      {terms !== '' && (
        <div className="flex flex-col gap-1">
          <h3 className="text-13 font-medium text-ink-2">{text('otc.words')}</h3>
          <p dir="auto" className="text-14 wrap-anywhere whitespace-pre-wrap">
            {terms}
          </p>
        </div>
      )}
      <Timeline order={order} />
    </section>
  );
}

function Timeline({ order }: OrderProps) {
  const text = useText();
  const format = useFormatters();
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-13 font-medium text-ink-2">{text('otc.timeline')}</h3>
      <ol className="flex flex-col border-s ps-4">
        {order.receipt.entries.map((entry) => (
          <li
            key={`${entry.seq} ${entry.kind}`}
            className="relative flex flex-wrap justify-between gap-x-4 py-1.5 text-13"
          >
            <span
              aria-hidden="true"
              className="absolute top-3 -left-[1.2rem] size-1.5 rounded-full bg-ink-3"
            />
            {text(otcEntryText(entry))}
            <time className="figure text-ink-3">{format.dateTime(entry.time)}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}
