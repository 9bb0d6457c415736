import type { OtcOrderDetail, OtcStatement } from '@candor/api';
import { Badge, PictureButton, useFormatters, useText } from '@candor/ui';

interface OrderProps {
  readonly order: OtcOrderDetail;
}

/** The appeal of an order: whose answer is awaited, the statements of both sides, and the decision. */
export function OrderAppeal({ order }: OrderProps) {
  const text = useText();
  const { appeal, statements, role } = order;
  const { entries } = order.receipt;
  if (appeal === null && statements.length === 0) return null;
  const opened = entries.find((entry) => entry.kind === 'moved' && entry.to === 'appealed');
  const decided = entries.find((entry) => entry.kind === 'ended' && entry.end === 'resolved');
  const isAwaited = appeal !== null && (role === 'buyer' ? appeal.awaitsBuyer : appeal.awaitsSeller);
  const isOtherAwaited = appeal !== null && (role === 'buyer' ? appeal.awaitsSeller : appeal.awaitsBuyer);
  return (
    <section className="flex flex-col gap-3">
      <h2 className="flex flex-wrap items-center gap-3 text-16 font-semibold">
        {text('otc.appeal')}
        {appeal?.isDecisionLate === true && <Badge tone="warn">{text('otc.appeal.late')}</Badge>}
      </h2>
      {opened?.kind === 'moved' && (
        <p className="text-14">
          {opened.reason === null ? text('escrow.appeal.silence') : text(`escrow.appeal.${opened.reason}`)}
        </p>
      )}
      {isAwaited && (
        <p className="border-s-2 border-warn ps-3 text-14 text-warn">{text('otc.appeal.yourAnswer')}</p>
      )}
      {isOtherAwaited && <p className="text-13 text-ink-2">{text('otc.appeal.theirAnswer')}</p>}
      <ol className="flex flex-col divide-y border-y">
        {statements.map((statement) => (
          <Statement key={`${statement.time} ${statement.evidence}`} statement={statement} />
        ))}
      </ol>
      {decided?.kind === 'ended' && decided.reason !== null && (
        <p className="text-14 font-medium">{text(`escrow.decision.${decided.reason}`)}</p>
      )}
    </section>
  );
}

/** One statement: words as they were typed; pictures of the other side are for operators alone. */
function Statement({ statement }: { readonly statement: OtcStatement }) {
  const text = useText();
  const format = useFormatters();
  const { by, mine, links, images, time } = statement;
  return (
    <li className="flex flex-col gap-2 py-3">
      <span className="flex justify-between gap-4 text-12 text-ink-3">
        <span className="font-medium text-ink-2">
          {text(mine ? 'otc.statement.mine' : by === 'buyer' ? 'otc.buyer' : 'otc.seller')}
        </span>
        <time className="figure">{format.dateTime(time)}</time>
      </span>
      <p dir="auto" className="text-14 wrap-anywhere whitespace-pre-wrap [unicode-bidi:isolate]">
        {statement.text}
      </p>
      {links.length > 0 && (
        <span className="flex flex-wrap gap-2">
          {links.map((link, index) => (
            <PictureButton
              key={link}
              src={link}
              name={text('ui.picture', { number: index + 1 })}
              className="size-24 object-cover"
            />
          ))}
        </span>
      )}
      {!mine && images > 0 && (
        <p className="text-12 text-ink-3">{text('otc.statement.images', { count: images })}</p>
      )}
    </li>
  );
}
