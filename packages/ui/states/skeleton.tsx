import { cx } from '../cx.ts';
import { Cell } from '../table/table.tsx';

/** A place that waits for its content, of the content's size: give width and height in `className`. Stands still. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-skeleton
      className={cx('block rounded-small bg-wash', className ?? 'h-4 w-full')}
    />
  );
}

/** Lines of text to come. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={cx('flex flex-col gap-2', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cx('h-3', line === lines - 1 ? 'w-2/3' : 'w-full')} />
      ))}
    </span>
  );
}

/** Rows to come, as tall as the rows will be. `columns` says which hold figures. */
export function SkeletonRows({
  rows,
  columns,
}: {
  rows: number;
  columns: readonly ('text' | 'figure' | 'none')[];
}) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row}>
      {columns.map((column, index) => (
        <Cell key={index} figure={column === 'figure'}>
          {column !== 'none' && (
            <Skeleton className={cx('h-3', column === 'figure' ? 'ms-auto w-16' : 'w-24')} />
          )}
        </Cell>
      ))}
    </tr>
  ));
}
