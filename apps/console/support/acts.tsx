import type { SupportRow } from '@candor/api';
import {
  ActDialog,
  Button,
  FormField,
  Menu,
  MenuItem,
  TextField,
  toasts,
  useAct,
  useActForm,
  useKeys,
  useProblem,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { useRefresh } from './refresh.ts';

const HOUR_MS = 3_600_000;
/** Hours for which a conversation can rest. */
const SNOOZES = [1, 4, 24, 72] as const;

function HandOver({ row, onClose }: { readonly row: SupportRow; readonly onClose: () => void }) {
  const { client } = useConsole();
  const text = useText();
  const refresh = useRefresh();
  const act = useActForm<{ readonly to: string }, SupportRow>({
    defaultValues: { to: '' },
    send: ({ to }, sending) =>
      client.call('handOverSupport', { params: { id: String(row.id) }, body: { to: to.trim() } }, sending),
    places: { SUPPORT_OPERATOR_UNKNOWN: 'to' },
    onDone: ({ operator }) => {
      toasts.success(text('console.support.handOver.done', { operator: operator ?? '' }));
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <ActDialog
      act={act}
      title={text('console.support.handOver')}
      description={text('console.support.handOver.text')}
      submit={text('console.support.handOver.do')}
      onOpenChange={onClose}
    >
      <FormField act={act} name="to" prompt="console.support.handOver.prompt">
        {(field) => (
          <TextField
            {...field}
            label={text('console.support.handOver.to')}
            autoComplete="off"
            maxLength={64}
          />
        )}
      </FormField>
    </ActDialog>
  );
}

/** Buttons of all that is done with a conversation besides answering it. */
export function Acts({ row }: { readonly row: SupportRow }) {
  const { client, serverNowMs } = useConsole();
  const text = useText();
  const problemOf = useProblem();
  const refresh = useRefresh();
  const [handsOver, setHandsOver] = useState(false);
  const params = { id: String(row.id) };
  const act = useAct<unknown, { readonly name: string; readonly run: () => Promise<unknown> }>({
    mutationFn: ({ run }) => run(),
    onSettled: refresh,
  });
  const press = (name: string, run: () => Promise<unknown>) =>
    act.mutate({ name, run }, { onError: (error) => toasts.error(problemOf(error).text) });
  const isRunning = (name: string) => act.isPending && act.variables?.name === name;
  const take = () => press('take', () => client.call('takeSupport', { params }));
  const resolve = () =>
    press('resolve', () => client.call('resolveSupport', { params, body: { seen: row.lastNumber } }));
  useKeys({
    ...(row.canTake ? { t: take } : {}),
    ...(row.isOwn && row.status !== 'resolved' ? { r: resolve } : {}),
  });
  if (!row.isOwn)
    return row.canTake ? (
      <Button className="self-start" loading={isRunning('take')} onClick={take}>
        {text('console.support.take')}{' '}
        <kbd aria-hidden className="text-12">
          T
        </kbd>
      </Button>
    ) : null;
  const snooze = (hours: number) =>
    press('snooze', () =>
      client.call('snoozeSupport', { params, body: { until: Math.round(serverNowMs()) + hours * HOUR_MS } }),
    );
  return (
    <div className="flex flex-wrap gap-2">
      {row.status !== 'resolved' && (
        <Button loading={isRunning('resolve')} onClick={resolve}>
          {text('console.support.resolve')}{' '}
          <kbd aria-hidden className="text-12">
            R
          </kbd>
        </Button>
      )}
      <Menu
        trigger={
          <Button variant="quiet" loading={isRunning('snooze')}>
            {text('console.support.snooze')}
          </Button>
        }
      >
        {SNOOZES.map((hours) => (
          <MenuItem key={hours} onSelect={() => snooze(hours)}>
            {text('console.support.snooze.hours', { hours })}
          </MenuItem>
        ))}
      </Menu>
      <Button variant="quiet" onClick={() => setHandsOver(true)}>
        {text('console.support.handOver')}
      </Button>
      <Button
        variant="quiet"
        loading={isRunning('giveBack')}
        onClick={() => press('giveBack', () => client.call('giveBackSupport', { params }))}
      >
        {text('console.support.giveBack')}
      </Button>
      {handsOver && <HandOver row={row} onClose={() => setHandsOver(false)} />}
    </div>
  );
}
