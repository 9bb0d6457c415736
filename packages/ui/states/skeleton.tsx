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

/** Content of a cell in a row that is loading. */
export interface SkeletonColumn {
  readonly holds: 'text' | 'figure' | 'none';
  readonly className?: string;
}

/** Rows to come, as tall as the rows will be. */
export function SkeletonRows({
  rows,
  columns,
}: {
  readonly rows: number;
  readonly columns: readonly SkeletonColumn[];
}) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row}>
      {columns.map(({ holds, className }, index) => (
        <Cell key={index} figure={holds === 'figure'} {...(className === undefined ? {} : { className })}>
          {holds !== 'none' && (
            <Skeleton className={cx('h-3', holds === 'figure' ? 'ms-auto w-16' : 'w-24')} />
          )}
        </Cell>
      ))}
    </tr>
  ));
}
