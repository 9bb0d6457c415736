import { DataTable, type DataTableProps } from '@candor/ui';
import type { ReactNode } from 'react';
import { Section } from './section.tsx';

export interface TableSectionProps<Row> extends Omit<DataTableProps<Row>, 'label' | 'density'> {
  readonly title: string;
  /** Name of the table for a reader of the screen; the title by default. */
  readonly label?: string;
  /** A sentence above the table. */
  readonly note?: ReactNode;
  readonly below?: ReactNode;
}

/** A table of a desk under a heading of its own. */
export function TableSection<Row>(props: TableSectionProps<Row>) {
  const { title, label = title, note, below, ...table } = props;
  return (
    <Section title={title}>
      {note !== undefined && <p className="max-w-180 text-13 text-ink-3">{note}</p>}
      <DataTable<Row> label={label} density="roomy" {...table} />
      {below}
    </Section>
  );
}
