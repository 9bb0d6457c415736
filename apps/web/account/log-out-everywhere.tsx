import { ActMessage, Button, ConfirmDialog, useAct, useText } from '@candor/ui';
import { useState } from 'react';
import { useClient, useServices } from '../data/index.ts';
import { EndKeys } from './end-keys.tsx';

/** The button that ends every session of the user, after a question. */
export function LogOutEverywhere() {
  const client = useClient();
  const { session } = useServices();
  const text = useText();
  const [open, setOpen] = useState(false);
  const [endsKeys, setEndsKeys] = useState(true);
  const act = useAct<unknown>({
    mutationFn: (_nothing, sending) =>
      client.call('logoutEverywhere', { query: { endApiKeys: endsKeys ? 'true' : 'false' } }, sending),
    onSuccess: () => session.signOut('logout'),
  });
  return (
    <>
      <Button variant="quiet" className="self-start" onClick={() => setOpen(true)}>
        {text('account.everywhere.button')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={text('account.everywhere.title')}
        description={text('account.everywhere.text')}
        dismiss={text('account.everywhere.stay')}
        confirm={text('account.everywhere.button')}
        variant="danger"
        loading={act.isPending}
        onConfirm={() => act.mutate(undefined)}
      >
        <EndKeys ends={endsKeys} onEndsChange={setEndsKeys} />
        <ActMessage phase={act.phase} error={act.error} />
      </ConfirmDialog>
    </>
  );
}
