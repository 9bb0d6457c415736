import { useIntl } from 'react-intl';
import { nameOfSource, type TriggerDirection, type TriggerSource } from './trigger-condition.ts';

export interface TriggerCellProps {
  /** Direction in which the price reaches the figure; null where the figure is no price, or that is not known. */
  readonly direction: TriggerDirection | null;
  /** The displayed price, or the trail of a trailing stop that has no price yet. */
  readonly figure: string;
  /** The trail of a trailing stop, shown beside the price at which it would fire now, or from which it follows. */
  readonly trail?: string | undefined;
  /** The figure is the price from which a trailing stop follows. */
  readonly isActivation?: boolean;
  readonly source: TriggerSource;
  /** Distance of the price that fires it from there now; left out where that is not known or over. */
  readonly away?: string | undefined;
}

/** The trigger of an order: "≥ 50,000.00" over the price that must reach it, spoken as one sentence. */
export function TriggerCell(props: TriggerCellProps) {
  const { direction, figure, trail, isActivation = false, source, away } = props;
  const intl = useIntl();
  const name = intl.formatMessage({ id: nameOfSource[source] });
  const sign = direction === null ? '' : direction === 'rising' ? '≥ ' : '≤ ';
  return (
    <>
      {trail !== undefined && (
        <span className="block text-12 text-ink-3">
          {intl.formatMessage({ id: 'trade.form.callback' })} <span className="text-ink">{trail}</span>
        </span>
      )}
      {isActivation && (
        <span className="block text-12 text-ink-3">
          {intl.formatMessage({ id: 'trade.orders.activation' })}
        </span>
      )}
      {direction !== null && (
        <span className="sr-only">
          {intl.formatMessage({ id: `trade.trigger.${direction}` }, { source: name, price: figure })}
        </span>
      )}
      <span aria-hidden={direction !== null} className="block">{`${sign}${figure}`}</span>
      <span aria-hidden={direction !== null} className="block text-12 text-ink-3">
        {name}
      </span>
      {away !== undefined && <span className="block text-12 text-ink-3">{away}</span>}
    </>
  );
}
