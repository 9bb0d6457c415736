import type { OperatorSymbolRow } from '@candor/contract';
import {
  Badge,
  Button,
  Cell,
  ErrorState,
  HeadCell,
  Row,
  Select,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../data/error-words.ts';
import { useConsole } from '../data/session.ts';
import { ActDialog } from './act-dialog.tsx';

type State = OperatorSymbolRow['state'];

const states = ['trading', 'post-only', 'halted'] as const satisfies readonly State[];
const columns = ['text', 'text', 'text', 'text', 'none'] as const;
const KEY = ['symbols'];

function StateDialog({ row, onClose }: { readonly row: OperatorSymbolRow; readonly onClose: () => void }) {
  const intl = useIntl();
  const { client } = useConsole();
  const [state, setState] = useState<State>(row.state);
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <ActDialog
      title={row.symbol_name}
      explain={text('console.symbols.explain')}
      submitLabel={text('console.symbols.set')}
      ready
      act={(reason) =>
        client.call('setSymbolState', {
          params: { symbolId: String(row.symbolId) },
          body: { state, reason },
        })
      }
      doneText={intl.formatMessage({ id: 'console.symbols.done' }, { symbol: row.symbol_name })}
      queryKey={KEY}
      onClose={onClose}
    >
      <Select
        label={text('console.symbols.state')}
        value={state}
        onValueChange={setState}
        options={states.map((value) => ({ value, label: text(`console.state.${value}`) }))}
      />
    </ActDialog>
  );
}

/** Every symbol with its state; a change needs a reason that users read. */
export function SymbolsScreen() {
  const intl = useIntl();
  const { client } = useConsole();
  const [edited, setEdited] = useState<OperatorSymbolRow | null>(null);
  const query = useQuery({ queryKey: KEY, queryFn: () => client.call('getOperatorSymbols') });
  const text = (id: string) => intl.formatMessage({ id });
  const body = () => {
    if (query.data !== undefined) {
      return query.data.map((row) => (
        <Row key={row.symbolId}>
          <Cell name={text('console.symbols.symbol')} className="whitespace-nowrap">
            {row.symbol_name}
          </Cell>
          <Cell name={text('console.symbols.kind')} tone="quiet">
            {text(`console.symbols.kind.${row.kind}`)}
          </Cell>
          <Cell name={text('console.symbols.state')}>
            <Badge tone={row.state === 'trading' ? 'neutral' : 'warn'}>
              {text(`console.state.${row.state}`)}
            </Badge>
          </Cell>
          <Cell
            name={text('console.symbols.reason')}
            tone="quiet"
            className={row.stateReason === '' ? 'max-sm:hidden' : 'max-sm:col-span-full max-sm:order-1'}
          >
            {row.stateReason}
          </Cell>
          <Cell atEnd>
            <Button variant="plain" size="small" onClick={() => setEdited(row)}>
              {text('console.symbols.change')}
            </Button>
          </Cell>
        </Row>
      ));
    }
    if (query.error === null) return <SkeletonRows rows={6} columns={columns} />;
    return (
      <TableMessage columns={columns.length}>
        <ErrorState
          title={text('console.symbols.failed')}
          text={wordsOf(intl, query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </TableMessage>
    );
  };
  return (
    <div className="py-6">
      <Table label={text('console.symbols.title')} density="roomy" stacks>
        <TableHead>
          <HeadCell>{text('console.symbols.symbol')}</HeadCell>
          <HeadCell>{text('console.symbols.kind')}</HeadCell>
          <HeadCell>{text('console.symbols.state')}</HeadCell>
          <HeadCell>{text('console.symbols.reason')}</HeadCell>
          <HeadCell>
            <span className="sr-only">{text('console.symbols.change')}</span>
          </HeadCell>
        </TableHead>
        <TableBody busy={query.isPending}>{body()}</TableBody>
      </Table>
      {edited !== null && <StateDialog row={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}
