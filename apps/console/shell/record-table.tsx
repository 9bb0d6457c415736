import {
  Button,
  type Column,
  DataTable,
  DownloadCsv,
  FilterFold,
  Select,
  TextField,
  useRecords,
  useText,
} from '@candor/ui';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { SavedViews } from './saved-views.tsx';
import { type TableFilter, type TableSearch, type TableTerms, tableQueryOf } from './table-search.ts';

const ALL = 'all';

export interface RecordTableProps<Row extends object> {
  /** The desk's path: saved views are by desk. */
  readonly desk: string;
  readonly terms: TableTerms;
  readonly search: TableSearch;
  readonly onShow: (search: TableSearch) => void;
  /** Cache key of its rows. */
  readonly queryKey: readonly unknown[];
  /** Fetches a page; `query` holds filters, order and times as the API takes them. */
  readonly load: (
    query: Record<string, string>,
  ) => Promise<{ readonly records: readonly Row[]; readonly nextCursor: string | null }>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string | number;
  /** Fields of a row in its CSV file. */
  readonly csv: readonly (keyof Row & string)[];
  readonly label: string;
  readonly failedTitle: string;
  readonly emptyTitle: string;
  /** Fetches again at this interval. Left out where each fetch is an entry of the log. */
  readonly refreshMs?: number | (() => number | false);
  /** Filters that are set by the place of the list and not shown. */
  readonly fixed?: Readonly<Record<string, string>>;
  readonly density?: 'roomy';
  /** Each row is pressed as a whole: one of its cells holds a link with `rowLinkClass`. */
  readonly pressable?: boolean;
  /** Beside the filters. */
  readonly beside?: ReactNode;
}

/** A list of the console: the server filters and orders it, the address holds the view, which can be saved. */
export function RecordTable<Row extends object>(props: RecordTableProps<Row>) {
  const { desk, terms, search, onShow, queryKey, load, csv, label, refreshMs, fixed = {} } = props;
  const asked = { ...tableQueryOf(search), ...fixed };
  const page = (cursor: string | null, more: Record<string, string> = {}) =>
    load({ ...asked, ...more, ...(cursor === null ? {} : { cursor }) });
  const { query, rows } = useRecords<Row>({
    queryKey: [...queryKey, asked],
    load: (cursor) => page(cursor),
    ...(refreshMs === undefined ? { fetchesOnce: true } : { refreshMs }),
  });
  const { sort = '', ...filters } = search;
  const plain = sort.replace(/^-/, '');
  const head = Object.entries(terms.orders).find(([, name]) => name === plain)?.[0];
  const shown = terms.filters.filter(({ name, isHidden }) => fixed[name] === undefined && isHidden !== true);
  const clearable = ['from', 'to', ...shown.map(({ name }) => name)];
  return (
    <div className="flex flex-col gap-4">
      <FilterFold count={clearable.filter((name) => search[name] !== undefined).length}>
        <Filters
          key={JSON.stringify(filters)}
          shown={shown}
          clearable={clearable}
          search={search}
          onShow={(next) => {
            if (JSON.stringify(next) === JSON.stringify(search)) void query.refetch();
            else onShow(next);
          }}
        />
      </FilterFold>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>{props.beside}</span>
        <span className="flex flex-wrap items-center gap-x-3">
          <SavedViews desk={desk} search={search} onShow={onShow} />
          <DownloadCsv<Row>
            name={`candor${desk.replaceAll('/', '-')}`}
            columns={csv.map((name) => [name, (row: Row) => csvText(name, row[name])])}
            load={(cursor) => page(cursor, { pageSize: '100' })}
          />
        </span>
      </div>
      <DataTable<Row>
        label={label}
        {...(props.density === undefined ? {} : { density: props.density })}
        pressable={props.pressable ?? false}
        columns={props.columns.map((column) =>
          terms.orders[column.head] === undefined
            ? column
            : // the server orders the rows
              { ...column, compare: () => 0, firstOrder: 'descending' as const },
        )}
        rows={rows}
        rowKey={props.rowKey}
        query={query}
        sort={
          head === undefined ? null : { head, direction: sort.startsWith('-') ? 'descending' : 'ascending' }
        }
        onSortChange={(next) => {
          const { sort: _, ...rest } = search;
          const name = next === null ? undefined : terms.orders[next.head];
          onShow(
            name === undefined
              ? rest
              : { ...rest, sort: next?.direction === 'descending' ? `-${name}` : name },
          );
        }}
        skeletons={6}
        virtual="page"
        failedTitle={props.failedTitle}
        emptyTitle={props.emptyTitle}
      />
    </div>
  );
}

/** Times as ISO 8601, lists and records as JSON. */
function csvText(name: string, value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && /(time|deadline)$/i.test(name)) return new Date(value).toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  return value as string | number | boolean;
}

interface FiltersProps {
  readonly shown: readonly TableFilter[];
  /** Names of what “Clear filters” takes away. */
  readonly clearable: readonly string[];
  readonly search: TableSearch;
  readonly onShow: (search: TableSearch) => void;
}

/** Words apply at once; what is typed applies with the button or the Enter key. */
function Filters({ shown, clearable, search, onShow }: FiltersProps) {
  const intl = useIntl();
  const text = useText();
  const word = (id: string) => intl.formatMessage({ id });
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(search);
  const show = (next: Readonly<Record<string, string>>) => {
    const entries = Object.entries(next).map(([name, value]) => [name, value.trim()] as const);
    onShow(Object.fromEntries(entries.filter(([, value]) => value !== '')));
  };
  const wordLabel = ({ wordText, counts }: TableFilter, value: string) => {
    const label = wordText === undefined ? value : word(wordText(value));
    const count = counts?.[value];
    return count === undefined ? label : `${label} (${count})`;
  };
  const field = (name: string, label: string, more: object = {}) => (
    <TextField
      key={name}
      label={word(label)}
      className="w-44 max-sm:w-full"
      maxLength={120}
      value={typed[name] ?? ''}
      onValueChange={(value) => setTyped({ ...typed, [name]: value })}
      {...more}
    />
  );
  const hasAny = clearable.some((name) => search[name] !== undefined);
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        show(typed);
      }}
    >
      {shown.map((filter) =>
        filter.words === undefined ? (
          field(filter.name, filter.label, filter.isNumber ? { inputMode: 'numeric' } : { type: 'search' })
        ) : (
          <Select
            key={filter.name}
            label={word(filter.label)}
            className="w-44 max-sm:w-full"
            value={typed[filter.name] ?? ALL}
            onValueChange={(value) => {
              const next = { ...typed, [filter.name]: value === ALL ? '' : value };
              setTyped(next);
              show(next);
            }}
            options={[
              { value: ALL, label: text('console.shell.all') },
              ...filter.words.map((value) => ({ value, label: wordLabel(filter, value) })),
            ]}
          />
        ),
      )}
      {field('from', 'console.shell.from', { type: 'date' })}
      {field('to', 'console.shell.to', { type: 'date' })}
      <Button type="submit" variant="quiet">
        {text('console.shell.filter')}
      </Button>
      {hasAny && (
        <Button
          variant="plain"
          onClick={() =>
            onShow(Object.fromEntries(Object.entries(search).filter(([name]) => !clearable.includes(name))))
          }
        >
          {text('console.shell.clear')}
        </Button>
      )}
    </form>
  );
}
