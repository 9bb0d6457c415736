import type { OperatorSymbolRow } from '@candor/contract';
import {
  Badge,
  Button,
  Cell,
  Dialog,
  ErrorState,
  HeadCell,
  Row,
  Select,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  TextField,
  toasts,
} from '@candor/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../data/error-words.ts';
import { useConsole } from '../data/session.ts';

type State = OperatorSymbolRow['state'];

const states = ['trading', 'post-only', 'halted'] as const satisfies readonly State[];
const columns = ['text', 'text', 'text', 'none'] as const;
const FORM_ID = 'symbol-state';
const KEY = ['symbols'];

function StateDialog({ row, onClose }: { readonly row: OperatorSymbolRow; readonly onClose: () => void }) {
  const intl = useIntl();
  const { client } = useConsole();
  const queries = useQueryClient();
  const [state, setState] = useState<State>(row.state);
  const [reason, setReason] = useState('');
  const set = useMutation({
    mutationFn: () =>
      client.call('setSymbolState', {
        params: { symbolId: String(row.symbolId) },
        body: { state, reason: reason.trim() },
      }),
    onSuccess: () => {
      toasts.success(intl.formatMessage({ id: 'console.symbols.done' }, { symbol: row.symbol_name }));
      onClose();
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: KEY }),
        queries.invalidateQueries({ queryKey: ['log'] }),
      ]),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!set.isPending) set.mutate();
  };
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={row.symbol_name}
      description={text('console.symbols.explain')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {text('console.symbols.cancel')}
          </Button>
          <Button
            type="submit"
            form={FORM_ID}
            variant="danger"
            loading={set.isPending}
            disabled={reason.trim().length < 5}
          >
            {text('console.symbols.set')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Select
          label={text('console.symbols.state')}
          value={state}
          onValueChange={setState}
          options={states.map((value) => ({ value, label: text(`console.state.${value}`) }))}
        />
        <TextField
          label={text('console.symbols.reason')}
          description={text('console.symbols.reasonHint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={200}
          error={set.error === null ? undefined : wordsOf(intl, set.error)}
        />
      </form>
    </Dialog>
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
          <Cell>{row.symbol_name}</Cell>
          <Cell>
            <Badge tone={row.state === 'trading' ? 'neutral' : 'warn'}>
              {text(`console.state.${row.state}`)}
            </Badge>
          </Cell>
          <Cell tone="quiet">{row.stateReason}</Cell>
          <Cell className="text-end">
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
      <Table label={text('console.symbols.title')} density="roomy">
        <TableHead>
          <HeadCell>{text('console.symbols.symbol')}</HeadCell>
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
