import { trimFigure } from '@candor/i18n';
import { Button, NumberField, useFormatters } from '@candor/ui';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';

const DECIMALS = 8;

export interface TransferAmountProps {
  readonly label: ReactNode;
  readonly coin: string;
  /** What can be moved now, as a decimal. */
  readonly most: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly error?: ReactNode;
}

/** The amount of a transfer between own accounts: says what can be moved, and takes all of it at a press. */
export function TransferAmount({ label, coin, most, value, onValueChange, error }: TransferAmountProps) {
  const formatters = useFormatters();
  return (
    <NumberField
      label={label}
      value={value}
      onValueChange={onValueChange}
      decimals={DECIMALS}
      unit={coin}
      end={
        <Button
          variant="quiet"
          size="small"
          disabled={!/[1-9]/.test(most)}
          onClick={() => onValueChange(trimFigure(most, 0))}
        >
          <FormattedMessage id="transfer.max" />
        </Button>
      }
      error={error}
      description={
        <FormattedMessage id="transfer.most" values={{ amount: formatters.quantity(most), coin }} />
      }
    />
  );
}
