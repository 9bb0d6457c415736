import { TextField, useText } from '@candor/ui';
import type { RecordDays } from './record-times.ts';

interface DayFieldsProps {
  readonly days: RecordDays;
  readonly onDayChange: (which: keyof RecordDays, day: string) => void;
}

/** The first and the last day that a list shows. */
export function DayFields({ days, onDayChange }: DayFieldsProps) {
  const text = useText();
  return (['from', 'to'] as const).map((which) => (
    <TextField
      key={which}
      type="date"
      label={text(`ui.days.${which}`)}
      value={days[which]}
      onValueChange={(day) => onDayChange(which, day)}
      className="sm:w-44"
    />
  ));
}
