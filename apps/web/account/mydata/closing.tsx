import type { Closing, StillOpen } from '@candor/api';
import {
  ActMessage,
  Button,
  Checkbox,
  ConfirmDialog,
  Loaded,
  SkeletonText,
  useAct,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys, useClient, useServices } from '../../data/index.ts';
import { Section } from '../section.tsx';

const amountsOf = (amounts: StillOpen['amounts']) =>
  amounts.map(({ coin, amount }) => `${amount} ${coin}`).join(', ');

/** Lists the reasons why the account cannot be closed. */
function OpenList({ open }: Pick<Closing, 'open'>) {
  const text = useText();
  if (open.length === 0) return <p className="text-14 text-ink-2">{text('mydata.close.nothing')}</p>;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-14 font-semibold">{text('mydata.close.open')}</h3>
      <ul className="list-disc pl-5 text-14 text-ink-2">
        {open.map(({ kind, count, amounts }) => (
          <li key={kind}>
            {text(`mydata.close.kind.${kind}`, { count })}
            {amounts.length > 0 && <span className="figure block wrap-anywhere">{amountsOf(amounts)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function CloseButton({ closing }: { readonly closing: Closing }) {
  const client = useClient();
  const { session } = useServices();
  const text = useText();
  const [isAsked, setAsked] = useState(false);
  const [leaveDust, setLeaveDust] = useState(false);
  const act = useAct<unknown>({
    mutationFn: (_nothing, sending) => client.call('closeAccount', { body: { leaveDust } }, sending),
    onSuccess: () => session.signOut('logout'),
  });
  const isReady = closing.open.length === 0 && (closing.dust.length === 0 || leaveDust);
  return (
    <>
      {closing.dust.length > 0 && (
        <Checkbox checked={leaveDust} onCheckedChange={setLeaveDust}>
          {text('mydata.close.dust', { amounts: amountsOf(closing.dust) })}
        </Checkbox>
      )}
      <Button variant="danger" className="self-start" disabled={!isReady} onClick={() => setAsked(true)}>
        {text('mydata.close.button')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={text('mydata.close.confirmTitle')}
        description={text('mydata.close.confirmText')}
        dismiss={text('mydata.close.keep')}
        confirm={text('mydata.close.button')}
        variant="danger"
        loading={act.isPending}
        onConfirm={() => act.mutate(undefined)}
      >
        <ActMessage phase={act.phase} error={act.error} />
      </ConfirmDialog>
    </>
  );
}

/** Says what a closing deletes and what the ledger keeps, lists what is open, and closes the account. */
export function CloseAccount() {
  const client = useClient();
  const text = useText();
  const query = useQuery({ queryKey: queryKeys.closing, queryFn: () => client.call('getClosing') });
  return (
    <Section title={text('mydata.close.title')} text={text('mydata.close.text')}>
      <p className="max-w-160 text-14 text-ink-2">{text('mydata.close.deleted')}</p>
      <p className="max-w-160 text-14 text-ink-2">{text('mydata.close.kept')}</p>
      <Loaded
        query={query}
        data={query.data}
        failedTitle={text('mydata.close.failed')}
        skeleton={<SkeletonText lines={2} />}
      >
        {(closing) => (
          <>
            <OpenList open={closing.open} />
            <CloseButton closing={closing} />
          </>
        )}
      </Loaded>
    </Section>
  );
}
