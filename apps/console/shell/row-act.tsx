import { Button } from '@candor/ui';

interface RowActProps {
  /** Name of the row, which a reader of the screen hears before the act. */
  readonly of: string | number;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** The button of an act on one row of a table. */
export function RowAct({ of, label, disabled = false, onClick }: RowActProps) {
  return (
    <Button variant="plain" size="small" aria-label={`${of}: ${label}`} disabled={disabled} onClick={onClick}>
      {label}
    </Button>
  );
}
