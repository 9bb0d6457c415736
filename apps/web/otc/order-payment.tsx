import type { OtcOrderDetail } from '@candor/api';
import { IconButton, toasts, useFormatters, useText } from '@candor/ui';
import { Copy, TriangleAlert } from 'lucide-react';
import { isOpen } from './standing-words.ts';
import { useOtcWords } from './use-words.ts';

interface OrderProps {
  readonly order: OtcOrderDetail;
}

/** One detail of a payment, with a button that copies it. */
function PaymentLine({
  label,
  value,
  copies,
}: {
  readonly label: string;
  readonly value: string;
  readonly copies: boolean;
}) {
  const text = useText();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toasts.success(text('otc.copied', { label })),
      () => toasts.error(text('ui.receipt.copyFailed')),
    );
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 py-1">
      <dt className="shrink-0 text-13 text-ink-2">{label}</dt>
      <dd className="flex min-w-0 items-center gap-1 text-end">
        <bdi className="figure min-w-0 text-14 font-medium wrap-anywhere select-all">{value}</bdi>
        {copies && (
          <IconButton label={text('otc.copy', { label })} onClick={() => void copy()}>
            <Copy aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </IconButton>
        )}
      </dd>
    </div>
  );
}

/** Place where the money goes, and what to mind. */
export function OrderPayment({ order }: OrderProps) {
  const text = useText();
  const words = useOtcWords();
  const { payment, role, total, currency, other, method } = order;
  const open = isOpen(order);
  if (payment === null) return null;
  const copies = open && role === 'buyer';
  const lines = [
    ['total', total],
    ['holder', payment.holder],
    ['bank', payment.bankName],
    ['account', payment.account],
    ['details', payment.details],
  ] as const;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-16 font-semibold">
        {text(!open ? 'otc.payBy' : role === 'buyer' ? 'otc.payment.to' : 'otc.payment.yours')}{' '}
        <span className="font-normal text-ink-2">· {words.method(method)}</span>
      </h2>
      <dl className="flex flex-col divide-y border-y">
        {lines
          .filter(([, value]) => value !== '')
          .map(([id, value]) => (
            <PaymentLine
              key={id}
              label={
                id === 'total' ? `${text('otc.payment.total')} (${currency})` : text(`otc.payment.${id}`)
              }
              value={value}
              copies={copies}
            />
          ))}
        {role === 'seller' && other.verifiedName !== null && (
          <PaymentLine label={text('otc.payment.from')} value={other.verifiedName} copies={false} />
        )}
      </dl>
      {!open && <p className="text-13 text-ink-3">{text('otc.payment.hidden')}</p>}
      {open && (role === 'seller' || order.state === 'created') && <Cautions order={order} />}
    </section>
  );
}

/** Cautions before money or coins leave. */
function Cautions({ order }: OrderProps) {
  const text = useText();
  const { role } = order;
  return (
    <ul className="flex flex-col gap-2">
      {([1, 2, 3] as const).map((number) => (
        <li key={number} className="flex items-start gap-2 text-13 text-ink-2">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" strokeWidth={1.75} />
          {text(`otc.caution.${role}.${number}`)}
        </li>
      ))}
      {role === 'seller' && <Payer order={order} />}
    </ul>
  );
}

/** Deeds of the payer here: a signal for the seller, never a block. */
function Payer({ order: { payer } }: OrderProps) {
  const text = useText();
  const format = useFormatters();
  if (payer === null) return null;
  return (
    <li className="border-t pt-2 text-13 text-ink-2">
      {payer.firstTime === null
        ? text('otc.payer.none')
        : text('otc.payer', {
            orders: payer.released,
            sellers: payer.sellers,
            date: format.date(payer.firstTime),
          })}
    </li>
  );
}
