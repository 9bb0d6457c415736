import {
  Button,
  Dialog,
  Menu,
  MenuItem,
  MenuSeparator,
  TextField,
  toasts,
  useProblem,
  useText,
} from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import type { TableSearch } from './table-search.ts';

export interface SavedViewsProps {
  /** The desk's path. */
  readonly desk: string;
  readonly search: TableSearch;
  readonly onShow: (search: TableSearch) => void;
}

const icon = (Icon: typeof Plus) => <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />;

/** The operator's saved views of a desk: shown, saved under a name, deleted. */
export function SavedViews({ desk, search, onShow }: SavedViewsProps) {
  const text = useText();
  const problemOf = useProblem();
  const queries = useQueryClient();
  const { client } = useConsole();
  const [isNaming, setNaming] = useState(false);
  const queryKey = ['views', desk];
  const { data: views = [] } = useQuery({
    queryKey,
    queryFn: () => client.call('getOperatorViews', { query: { desk } }),
  });
  const change = async (act: () => Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await act();
      toasts.success(done);
      return true;
    } catch (error) {
      toasts.error(problemOf(error).text);
      return false;
    } finally {
      void queries.invalidateQueries({ queryKey });
    }
  };
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button variant="plain" size="small" icon={icon(Bookmark)}>
            {text('console.shell.views')}
          </Button>
        }
      >
        {views.map((view) => (
          <MenuItem
            key={view.id}
            icon={icon(Bookmark)}
            onSelect={() => onShow(Object.fromEntries(new URLSearchParams(view.search)))}
          >
            {view.name}
          </MenuItem>
        ))}
        {views.length > 0 && <MenuSeparator />}
        <MenuItem icon={icon(Plus)} onSelect={() => setNaming(true)}>
          {text('console.shell.views.save')}
        </MenuItem>
        {views.map((view) => (
          <MenuItem
            key={view.id}
            icon={icon(Trash2)}
            onSelect={() =>
              void change(
                () => client.call('deleteOperatorView', { params: { id: String(view.id) }, body: {} }),
                text('console.shell.views.deleted'),
              )
            }
          >
            {text('console.shell.views.delete', { name: view.name })}
          </MenuItem>
        ))}
      </Menu>
      {isNaming && (
        <NameView
          onClose={() => setNaming(false)}
          onName={(name) =>
            change(
              () =>
                client.call('saveOperatorView', {
                  body: { desk, name, search: new URLSearchParams(search).toString() },
                }),
              text('console.shell.views.saved'),
            )
          }
        />
      )}
    </>
  );
}

function NameView({
  onName,
  onClose,
}: {
  /** Saves the view; false if it was refused. */
  readonly onName: (name: string) => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [name, setName] = useState('');
  const [isSaving, setSaving] = useState(false);
  // a name that was refused stays, to be changed or sent again
  const save = async () => {
    setSaving(true);
    if (await onName(name.trim())) onClose();
    else setSaving(false);
  };
  return (
    <Dialog open onOpenChange={onClose} title={text('console.shell.views.save')}>
      <form
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && !isSaving) void save();
        }}
      >
        <TextField
          label={text('console.shell.views.name')}
          description={text('console.shell.views.hint')}
          maxLength={60}
          required
          value={name}
          onValueChange={setName}
        />
        <Button type="submit" className="self-end" loading={isSaving}>
          {text('console.shell.views.save')}
        </Button>
      </form>
    </Dialog>
  );
}
