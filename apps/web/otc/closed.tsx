import { useText } from '@candor/ui';

/** Stands in place of all that goes by the published terms, while there are none. */
export function OtcClosed() {
  const text = useText();
  return <p className="py-10 text-center text-14 text-ink-2">{text('otc.closed')}</p>;
}
