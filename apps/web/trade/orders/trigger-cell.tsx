import { useIntl } from 'react-intl';
import type { TriggerDirection, TriggerSource } from './trigger-condition.ts';

export interface TriggerCellProps {
  /** How the price has to come to the figure; null where the figure is no price, or that is not known. */
  readonly direction: TriggerDirection | null;
  /** The price, or how far a trailing stop trails, as it is shown. */
  readonly figure: string;
  readonly source: TriggerSource;
}

/** What an order waits or waited for: "≥ 50,000.00" over the price that has to come there, spoken as one sentence. */
export function TriggerCell({ direction, figure, source }: TriggerCellProps) {
  const intl = useIntl();
  const name = intl.formatMessage({ id: `trade.source.${source}` });
  const sign = direction === null ? '' : direction === 'rising' ? '≥ ' : '≤ ';
  return (
    <>
      {direction !== null && (
        <span className="sr-only">
          {intl.formatMessage({ id: `trade.trigger.${direction}` }, { source: name, price: figure })}
        </span>
      )}
      <span aria-hidden={direction !== null} className="block">{`${sign}${figure}`}</span>
      <span aria-hidden={direction !== null} className="block text-12 text-ink-3">
        {name}
      </span>
    </>
  );
}
