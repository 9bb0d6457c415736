import type { ListingApplication } from '@candor/api';
import { ActMessage, Button, ConfirmDialog, useAct, useText } from '@candor/ui';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../data/index.ts';
import { useListingsChanged } from './use-listings.ts';

/** Withdraws an application that is not decided, or discards a draft. */
export function Withdraw({ application }: { readonly application: ListingApplication }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const { state, rounds } = application;
  if (state !== 'draft' && state !== 'sent' && state !== 'asked') return null;
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {text(rounds.length === 0 ? 'listing.discard' : 'listing.withdraw')}
      </Button>
      {isOpen && <WithdrawDialog application={application} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  readonly application: ListingApplication;
  readonly onClose: () => void;
}

function WithdrawDialog({ application: { id, rounds }, onClose }: DialogProps) {
  const client = useClient();
  const text = useText();
  const navigate = useNavigate();
  const { took, changed } = useListingsChanged();
  const isDraft = rounds.length === 0;
  const what = isDraft ? 'discard' : 'withdraw';
  const act = useAct<ListingApplication>({
    mutationFn: (_, sending) => client.call('withdrawListing', { body: { id } }, sending),
    onSuccess: async (application) => {
      if (isDraft) await navigate({ to: '/listing/applications', search: {} });
      else took(application);
      onClose();
    },
    onSettled: changed,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text(`listing.${what}.title`)}
      confirm={text(`listing.${what}`)}
      dismiss={text('ui.cancel')}
      variant="danger"
      loading={act.isPending}
      onConfirm={() => act.mutate()}
    >
      <p className="text-14 text-ink-2">{text(`listing.${what}.text`)}</p>
      <ActMessage phase={act.phase} error={act.error} />
    </ConfirmDialog>
  );
}
