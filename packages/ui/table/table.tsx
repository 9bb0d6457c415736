import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { cx } from '../cx.ts';
import { moveBetweenRows } from './row-keys.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useOverflows } from './use-overflows.ts';

export interface TableProps {
  /** Subject of the table's rows. */
  label: string;
  /** dense: rows of 32 px, where one trades; roomy: 48 px, where one reads. */
  density?: 'dense' | 'roomy';
  /** Space at both ends of a row inside a flush panel; without it the figures meet the page's edges. */
  inset?: boolean;
  /** In a narrow box its rows are cards, each cell under its `name`. */
  stacks?: boolean;
  /** The head stays in view; the element with this class scrolls. */
  /** The count of all rows, head included, where only some are drawn. */
  rowCount?: number;
  className?: string;
  children: ReactNode;
}

/** A ledger: hairlines between rows, figures to the right, a head that stays. Scrolls sideways where it must. */
export function Table(props: TableProps) {
  const { label, density = 'dense', inset = false, stacks = false, rowCount, className, children } = props;
  const [scroller, overflows] = useOverflows();
  const keptFocus = useKeptFocus();
  return (
    <div
      ref={scroller}
      data-table-scroller=""
      data-overflows={overflows.across || undefined}
      {...(overflows.across || overflows.down ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {})}
      className={cx('overflow-auto [container-type:inline-size] focus-visible:-outline-offset-2', className)}
    >
      <table
        {...keptFocus}
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={rowCount}
        data-density={density}
        data-inset={inset || undefined}
        className={cx(
          'group/table w-full border-separate border-spacing-0 text-start focus-visible:-outline-offset-2',
          // columns of figures stand closer in a box that has little room for them
          density === 'dense'
            ? 'text-13 [--cell-space:0.75rem] @max-[64rem]:[--cell-space:0.5rem]'
            : 'text-14 [--cell-space:0.75rem]',
          '[&_:is(th,td)]:px-(--cell-space)',
          inset
            ? '[&_:is(th,td):first-child]:ps-4 [&_:is(th,td):last-child]:pe-4'
            : '[&_:is(th,td):first-child]:ps-0 [&_:is(th,td):last-child]:pe-0',
          // the box would cut the outline of a control at its edge
          !inset && '[&_td:is(:first-child,:last-child)_:focus-visible]:-outline-offset-2',
          stacks && 'stacks',
        )}
      >
        {children}
      </table>
    </div>
  );
}

/** The head; stays in view while the body scrolls. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="[&_th]:sticky [&_th]:top-0 [&_th]:z-1 [&_th]:bg-(--surface) [&_th.row-acts]:z-2">
      <tr>{children}</tr>
    </thead>
  );
}

/** The rows. Arrow up and down move the focus between the same control of neighbouring rows. */
export function TableBody({
  children,
  busy,
  ref,
}: {
  children: ReactNode;
  busy?: boolean;
  ref?: Ref<HTMLTableSectionElement>;
}) {
  return (
    <tbody ref={ref} aria-busy={busy || undefined} onKeyDown={moveBetweenRows}>
      {children}
    </tbody>
  );
}

export interface HeadCellProps {
  children?: ReactNode;
  /** The column holds figures. */
  figure?: boolean;
  /** Order of the rows by this column; with `onSort` the head is a button. */
  sort?: 'ascending' | 'descending' | 'none';
  onSort?: () => void;
  className?: string;
}

export function HeadCell({ children, figure = false, sort, onSort, className }: HeadCellProps) {
  const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      {...(sort ? { 'aria-sort': sort } : {})}
      className={cx(
        'h-8 border-b text-12 font-normal text-ink-3 whitespace-nowrap',
        figure ? 'text-end' : 'text-start',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={cx(
            'inline-flex h-full items-center gap-1 rounded-small hover:text-ink touch:min-h-11',
            figure && 'flex-row-reverse',
            sort && sort !== 'none' && 'text-ink',
          )}
        >
          {children}
          <Arrow
            aria-hidden="true"
            className={cx('size-3', (!sort || sort === 'none') && 'opacity-0')}
            strokeWidth={2}
          />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

export interface RowProps {
  children: ReactNode;
  /** Chosen: shown by its background and exposed to assistive technology. */
  selected?: boolean;
  /** Not up to date, or no longer in force. */
  dimmed?: boolean;
  /** Something happens on a click; the row's main control carries `rowLinkClass`. */
  pressable?: boolean;
  /** Its place among all rows, from 0, where only some are drawn. */
  index?: number;
  ref?: Ref<HTMLTableRowElement>;
  className?: string;
}

export function Row({ children, selected, dimmed, pressable, index, ref, className }: RowProps) {
  return (
    <tr
      ref={ref}
      {...(index === undefined ? {} : { 'data-index': index, 'aria-rowindex': index + 2 })}
      {...(selected === undefined
        ? {}
        : { 'aria-selected': selected, 'data-selected': selected || undefined })}
      className={cx(
        'relative transition-colors last:[&>*]:border-b-0',
        dimmed && 'text-ink-3',
        selected ? 'bg-accent-tint' : 'hover:bg-ground',
        pressable && 'cursor-pointer',
        className,
      )}
    >
      {children}
    </tr>
  );
}

/** Class of the one link or button of a pressable row: the whole row takes its clicks. */
export const rowLinkClass =
  'rounded-small after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';

export interface CellProps {
  children?: ReactNode;
  /** The name of its column, for a table that stacks; left out where the cell explains itself. */
  name?: string;
  /** Its place in a card, see `Column`; `none` leaves it out. */
  card?: 'title' | 'corner' | 'line' | 'none';
  /** A figure: tabular and at the end of the cell. */
  figure?: boolean;
  /** Text at the end of the cell. */
  atEnd?: boolean;
  /** ink: what counts; quiet: what goes along. */
  tone?: 'ink' | 'quiet';
  /** Stands over the row's link, for buttons of its own. */
  raised?: boolean;
  colSpan?: number;
  className?: string;
}

export function Cell(props: CellProps) {
  const {
    children,
    name,
    card,
    figure = false,
    atEnd = figure,
    tone = 'ink',
    raised,
    colSpan,
    className,
  } = props;
  return (
    <td
      colSpan={colSpan}
      data-name={name}
      data-card={card}
      className={cx(
        'h-8 border-b py-1 group-data-[density=roomy]/table:h-12 touch:h-11',
        figure && 'figure',
        atEnd ? 'text-end' : 'text-start',
        tone === 'quiet' && 'text-ink-2',
        raised && 'relative z-1',
        className,
      )}
    >
      {children}
    </td>
  );
}

/** A line over the whole width: empty, error. */
export function TableMessage({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} className="px-0!">
        <div className="sticky start-0 w-[100cqi] px-4">{children}</div>
      </td>
    </tr>
  );
}
