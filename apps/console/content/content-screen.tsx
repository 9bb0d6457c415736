import { mayCall, type NavRow, type OperatorContent } from '@candor/api';
import { languageNames } from '@candor/i18n';
import { Badge, Button, type Column, DataTable, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useConsole, useOperator } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { RowAct } from '../shell/row-act.tsx';
import { CONTENT_KEY, DictDialog, LanguageDialog, NavDialog, RemoveDialog, ZoneDialog } from './dialogs.tsx';

const REFRESH_MS = 10_000;
type LanguageRow = OperatorContent['languages'][number];
type DictRow = OperatorContent['dictionaries'][number];

type Dialog =
  | { readonly kind: 'nav'; readonly row: NavRow | null }
  | { readonly kind: 'language'; readonly row: LanguageRow }
  | { readonly kind: 'dictionary'; readonly row: DictRow | null }
  | { readonly kind: 'zone' }
  | { readonly kind: 'remove'; readonly id: number; readonly name: string };

const nameOf = ({ titles, label }: NavRow): string => titles.en ?? label;

function Open({ dialog, zoneId, onClose }: { dialog: Dialog; zoneId: string; onClose: () => void }) {
  switch (dialog.kind) {
    case 'nav':
      return <NavDialog row={dialog.row} onClose={onClose} />;
    case 'language':
      return <LanguageDialog row={dialog.row} onClose={onClose} />;
    case 'dictionary':
      return <DictDialog row={dialog.row} onClose={onClose} />;
    case 'zone':
      return <ZoneDialog zoneId={zoneId} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog id={dialog.id} name={dialog.name} onClose={onClose} />;
  }
}

function Part({
  title,
  note,
  add,
  children,
}: {
  title: string;
  note: string;
  add?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-16 font-semibold">{title}</h2>
      <p className="max-w-180 text-13 text-ink-3">{note}</p>
      {add}
      {children}
    </section>
  );
}

function Tables({
  content: { nav, languages, dictionaries, zoneId },
  mayChange,
  open,
}: {
  readonly content: OperatorContent;
  readonly mayChange: boolean;
  readonly open: (dialog: Dialog) => void;
}) {
  const text = useText();
  const button = (key: 'change' | 'remove', name: string, dialog: Dialog) => (
    <RowAct key={key} of={name} label={text(`console.content.${key}`)} onClick={() => open(dialog)} />
  );
  const acts = <Row,>(buttons: (row: Row) => ReactNode): Column<Row>[] =>
    mayChange
      ? [
          {
            head: 'console.shell.actions',
            kind: 'actions',
            cell: (row) => <span className="flex justify-end gap-2">{buttons(row)}</span>,
          },
        ]
      : [];
  return (
    <div className="flex flex-col gap-10">
      <Part
        title={text('console.content.nav')}
        note={text('console.content.navNote')}
        add={
          mayChange && (
            <Button className="self-start" onClick={() => open({ kind: 'nav', row: null })}>
              {text('console.content.addEntry')}
            </Button>
          )
        }
      >
        <DataTable<NavRow>
          label={text('console.content.nav')}
          rows={nav}
          rowKey={({ id }) => id}
          emptyTitle={text('console.content.empty')}
          columns={[
            { head: 'console.content.name', card: 'title', cell: nameOf },
            {
              head: 'console.content.place',
              card: 'corner',
              cell: ({ place }) => text(`console.content.place.${place}`),
            },
            { head: 'console.content.sort', kind: 'figure', cell: ({ sort }) => String(sort) },
            { head: 'console.content.path', wraps: true, cell: ({ path }) => path },
            { head: 'console.content.article', cell: ({ article_code }) => article_code ?? '–' },
            ...acts<NavRow>((row) => [
              button('change', nameOf(row), { kind: 'nav', row }),
              button('remove', nameOf(row), { kind: 'remove', id: row.id, name: nameOf(row) }),
            ]),
          ]}
        />
      </Part>
      <Part title={text('console.content.languages')} note={text('console.content.languagesNote')}>
        <DataTable<LanguageRow>
          label={text('console.content.languages')}
          rows={languages}
          rowKey={({ language }) => language}
          emptyTitle={text('console.content.empty')}
          columns={[
            { head: 'console.content.language', card: 'title', cell: ({ language }) => language },
            { head: 'console.content.name', cell: ({ remark }) => remark },
            { head: 'console.content.image', cell: ({ imgUrl }) => (imgUrl === '' ? '–' : imgUrl) },
            {
              head: 'console.shell.state',
              card: 'corner',
              cell: ({ isShown }) => (
                <Badge tone={isShown ? 'neutral' : 'warn'}>
                  {text(isShown ? 'console.content.shown' : 'console.content.hidden')}
                </Badge>
              ),
            },
            ...acts<LanguageRow>((row) =>
              button('change', languageNames[row.language], { kind: 'language', row }),
            ),
          ]}
        />
      </Part>
      <Part
        title={text('console.content.dictionaries')}
        note={text('console.content.dictionariesNote')}
        add={
          mayChange && (
            <Button className="self-start" onClick={() => open({ kind: 'dictionary', row: null })}>
              {text('console.content.addItem')}
            </Button>
          )
        }
      >
        <DataTable<DictRow>
          label={text('console.content.dictionaries')}
          rows={dictionaries}
          rowKey={({ id }) => id}
          emptyTitle={text('console.content.empty')}
          columns={[
            { head: 'console.content.dictionary', card: 'corner', cell: ({ code }) => code },
            { head: 'console.content.value', card: 'title', cell: ({ dictValue }) => dictValue },
            { head: 'console.content.name', cell: ({ remark }) => remark },
            { head: 'console.content.sort', kind: 'figure', cell: ({ sort }) => String(sort) },
            ...acts<DictRow>((row) => [
              button('change', row.remark, { kind: 'dictionary', row }),
              button('remove', row.remark, { kind: 'remove', id: row.id, name: row.remark }),
            ]),
          ]}
        />
      </Part>
      <Part title={text('console.content.zone')} note={text('console.content.zoneNote')}>
        <p className="flex items-center gap-4 text-14">
          {zoneId}
          {mayChange && button('change', text('console.content.zone'), { kind: 'zone' })}
        </p>
      </Part>
    </div>
  );
}

/** The tables that operators keep and everybody reads: menus, languages, dictionaries, the time zone. */
export function ContentScreen() {
  const { client } = useConsole();
  const operator = useOperator();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const query = useQuery({
    queryKey: CONTENT_KEY,
    queryFn: () => client.call('getOperatorContent'),
    refetchInterval: REFRESH_MS,
  });
  const mayChange = operator !== null && mayCall(operator.role, 'saveNavEntry');
  return (
    <LiveScreen query={query} failedTitle="console.content.failed">
      {(content) => (
        <>
          <Tables content={content} mayChange={mayChange} open={setDialog} />
          {dialog !== null && (
            <Open dialog={dialog} zoneId={content.zoneId} onClose={() => setDialog(null)} />
          )}
        </>
      )}
    </LiveScreen>
  );
}
