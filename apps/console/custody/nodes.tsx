import type { OperatorCustody } from '@candor/api';
import { Badge, networkNameOf, useFormatters, useText } from '@candor/ui';
import { TableSection } from '../shell/table-section.tsx';

type Node = OperatorCustody['nodes'][number];

/** The nodes of a chain that is read from several: how each answers beside the others. Nothing where there is one. */
export function Nodes({ rows }: { readonly rows: readonly Node[] }) {
  const text = useText();
  const format = useFormatters();
  if (rows.length === 0) return null;
  return (
    <TableSection<Node>
      title={text('console.custody.nodes')}
      rows={rows}
      rowKey={({ network, node }) => `${network} ${node}`}
      emptyTitle={text('console.custody.none')}
      columns={[
        {
          head: 'console.custody.node',
          card: 'title',
          cell: ({ network, node }) => `${networkNameOf(text, network)} · ${node}`,
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
  );
}
