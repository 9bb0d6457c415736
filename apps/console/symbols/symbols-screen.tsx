import type { OperatorSymbolRow } from '@candor/api';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  FormField,
  SegmentedControl,
  Select,
  type TableSort,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm } from '../shell/operator-dialog.tsx';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { type SymbolsSearch, symbolKinds, symbolsSearch } from './search.ts';

type State = OperatorSymbolRow['state'];

const states = ['trading', 'post-only', 'halted'] as const satisfies readonly State[];
const KEY = ['symbols'];

interface StateValues {
  readonly state: State;
  readonly reason: string;
}

function StateDialog({ row, onClose }: { readonly row: OperatorSymbolRow; readonly onClose: () => void }) {
  const intl = useIntl();
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<StateValues>({
    defaultValues: { state: row.state },
    send: (body, sending) =>
      client.call('setSymbolState', { params: { symbolId: String(row.symbolId) }, body }, sending),
    done: intl.formatMessage({ id: 'console.symbols.done' }, { symbol: row.symbol_name }),
    queryKey: KEY,
    onClose,
  });
  return (
    <OperatorDialog
      act={act}
      title={row.symbol_name}
      explain={text('console.symbols.explain')}
      submit={text('console.symbols.set')}
      readers="users"
      onClose={onClose}
    >
      <FormField act={act} name="state">
        {(field) => (
          <Select
            {...field}
            label={text('console.shell.state')}
            options={states.map((value) => ({ value, label: text(`console.shell.state.${value}`) }))}
          />
        )}
      </FormField>
    </OperatorDialog>
  );
}

/** The sorted column of the address, and back. */
const heads = { symbol: 'console.shell.market', state: 'console.shell.state' } as const;

function sortOf(sort: SymbolsSearch['sort']): TableSort | null {
  if (sort === undefined) return null;
  const name = sort.replace('-', '') as keyof typeof heads;
  return { head: heads[name], direction: sort.startsWith('-') ? 'descending' : 'ascending' };
}

function searchOf(sort: TableSort | null): SymbolsSearch['sort'] {
  if (sort === null) return undefined;
  const name = sort.head === heads.symbol ? 'symbol' : 'state';
  return sort.direction === 'ascending' ? name : `-${name}`;
}

function useColumns(onChange: (row: OperatorSymbolRow) => void): readonly Column<OperatorSymbolRow>[] {
  const intl = useIntl();
  const text = useText();
  return [
    {
      head: heads.symbol,
      card: 'title',
      compare: (left, right) => left.symbol_name.localeCompare(right.symbol_name, intl.locale),
      cell: (row) => row.symbol_name,
    },
    {
      head: heads.state,
      compare: (left, right) => states.indexOf(left.state) - states.indexOf(right.state),
      cell: ({ state }) => (
        <Badge tone={state === 'trading' ? 'neutral' : 'warn'}>{text(`console.shell.state.${state}`)}</Badge>
      ),
    },
    { head: 'console.symbols.kind', quiet: true, cell: (row) => text(`console.symbols.kind.${row.kind}`) },
    {
      head: 'console.shell.reason',
      quiet: true,
      wraps: true,
      card: 'line',
      className: 'w-1/2',
      cell: (row) => row.stateReason,
    },
    {
      head: 'console.shell.actions',
      kind: 'actions',
      card: 'corner',
      cell: (row) => (
        <Button variant="plain" size="small" onClick={() => onChange(row)}>
          {text('console.symbols.change')}
        </Button>
      ),
    },
  ];
}

/** Every market with its state; a change needs a reason that users read. */
export function SymbolsScreen() {
  const { client } = useConsole();
  const [{ kind, sort }, show] = useDeskSearch(symbolsSearch);
  const [edited, setEdited] = useState<OperatorSymbolRow | null>(null);
  const columns = useColumns(setEdited);
  const query = useQuery({ queryKey: KEY, queryFn: () => client.call('getOperatorSymbols') });
  const text = useText();
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl
        label={text('console.symbols.kind')}
        className="max-w-96"
        value={kind ?? 'all'}
        onValueChange={(next) =>
          show({ ...(next === 'all' ? {} : { kind: next }), ...(sort === undefined ? {} : { sort }) })
        }
        segments={(['all', ...symbolKinds] as const).map((value) => ({
          value,
          label: text(`console.symbols.kind.${value}`),
        }))}
      />
      <DataTable
        label={text('console.shell.screen.symbols')}
        density="roomy"
        columns={columns}
        rows={query.data?.filter((row) => kind === undefined || row.kind === kind) ?? null}
        rowKey={(row) => row.symbolId}
        query={query}
        skeletons={6}
        failedTitle={text('console.symbols.failed')}
        emptyTitle={text('console.symbols.none')}
        sort={sortOf(sort)}
        onSortChange={(next) => {
          const by = searchOf(next);
          show({ ...(kind === undefined ? {} : { kind }), ...(by === undefined ? {} : { sort: by }) });
        }}
      />
      {edited !== null && <StateDialog row={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}
