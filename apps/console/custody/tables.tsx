import type { OperatorCustody } from '@candor/api';
import { Badge, DataTable, useFormatters, useText } from '@candor/ui';
import { Section } from '../shell/section.tsx';

type Movement = OperatorCustody['movements'][number];
type Report = OperatorCustody['reports'][number];
type Node = OperatorCustody['nodes'][number];

/** The nodes of a chain that is read from several: how each answers beside the others. Nothing where there is one. */
export function Nodes({ rows }: { readonly rows: readonly Node[] }) {
  const text = useText();
  const format = useFormatters();
  if (rows.length === 0) return null;
  return (
    <Section title={text('console.custody.nodes')}>
      <DataTable<Node>
        label={text('console.custody.nodes')}
        density="roomy"
        rows={rows}
        rowKey={({ network, node }) => `${network} ${node}`}
        emptyTitle={text('console.custody.none')}
        columns={[
          {
            head: 'console.custody.node',
            card: 'title',
            cell: ({ networkName, node }) => `${networkName} · ${node}`,
          },
          {
            head: 'console.shell.state',
            card: 'corner',
            cell: ({ state }) => (
              <Badge tone={state === 'agrees' ? 'up' : 'warn'}>{text(`console.custody.node.${state}`)}</Badge>
            ),
          },
          {
            head: 'console.custody.node.contradictions',
            kind: 'figure',
            cell: ({ contradictions }) => contradictions,
          },
          { head: 'console.custody.node.since', kind: 'time', cell: ({ since }) => format.dateTime(since) },
        ]}
      />
    </Section>
  );
}

/** The newest transactions between the house's own addresses. */
export function Movements({ rows }: { readonly rows: readonly Movement[] }) {
  const text = useText();
  const format = useFormatters();
  return (
    <Section title={text('console.custody.movements')}>
      <DataTable<Movement>
        label={text('console.custody.movements')}
        density="roomy"
        rows={rows}
        rowKey={({ id }) => id}
        emptyTitle={text('console.custody.none')}
        columns={[
          {
            head: 'console.custody.kind',
            card: 'title',
            cell: ({ kind }) => text(`console.custody.kind.${kind}`),
          },
          {
            head: 'console.shell.state',
            card: 'corner',
            cell: ({ state }) => (
              <Badge tone={state === 'failed' || state === 'lost' ? 'warn' : 'neutral'}>
                {text(`console.custody.movement.${state}`)}
              </Badge>
            ),
          },
          {
            head: 'console.custody.amount',
            kind: 'figure',
            cell: ({ amount, coin }) => `${format.quantity(amount)} ${coin}`,
          },
          {
            head: 'console.custody.cost',
            kind: 'figure',
            cell: ({ cost }) => (cost === null ? '–' : format.quantity(cost)),
          },
          {
            head: 'console.custody.address',
            quiet: true,
            wraps: true,
            card: 'line',
            cell: ({ address }) => <code className="text-12 break-all">{address}</code>,
          },
          { head: 'console.shell.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
        ]}
      />
    </Section>
  );
}

/** The newest comparisons of custody with the chains. */
export function Reports({ rows }: { readonly rows: readonly Report[] }) {
  const text = useText();
  const format = useFormatters();
  const figure = (value: string | null) => (value === null ? '–' : format.quantity(value));
  return (
    <Section title={text('console.custody.reports')}>
      <DataTable<Report>
        label={text('console.custody.reports')}
        density="roomy"
        rows={rows}
        rowKey={({ id }) => id}
        emptyTitle={text('console.custody.none')}
        columns={[
          { head: 'console.custody.coin', card: 'title', cell: ({ coin }) => coin },
          { head: 'console.custody.block', kind: 'figure', quiet: true, cell: ({ block }) => block },
          { head: 'console.custody.found', kind: 'figure', cell: ({ found }) => figure(found) },
          { head: 'console.custody.booked', kind: 'figure', cell: ({ booked }) => figure(booked) },
          { head: 'console.custody.shortage', kind: 'figure', cell: ({ shortage }) => figure(shortage) },
          { head: 'console.custody.surplus', kind: 'figure', cell: ({ surplus }) => figure(surplus) },
          { head: 'console.shell.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
        ]}
      />
    </Section>
  );
}
