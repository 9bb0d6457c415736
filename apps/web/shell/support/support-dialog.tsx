import { Dialog, SkeletonText, useText } from '@candor/ui';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSignedIn } from '../../data/index.ts';
import { CHAT_ROOMS } from '../chat/rooms.ts';
import { useRooms } from '../use-rooms.ts';
import type { SupportDialogProps } from './dialog-props.ts';
import { HelpSearch } from './help-search.tsx';
import { Office } from './office.tsx';
import { StartConversation } from './start-conversation.tsx';
import { WriteWithoutAccount } from './write-without-account.tsx';

/** Ways of telling support from whoever pretends to be it. */
function Warning() {
  const text = useText();
  return (
    <section className="border-l-2 border-warn pl-3 text-ink">
      <h3 className="font-semibold">{text('shell.support.verifyTitle')}</h3>
      <p className="mt-1 text-ink-2">{text('shell.support.verifyText')}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-ink-2">
        {(['password', 'approval', 'deposit'] as const).map((id) => (
          <li key={id}>{text(`shell.support.never.${id}`)}</li>
        ))}
      </ul>
    </section>
  );
}

/** Customer service: help on the pages first, then a conversation, and how to know who is writing. */
export function SupportDialog({ open, onOpenChange, subject = { matter: 'general' } }: SupportDialogProps) {
  const text = useText();
  const isReady = useRooms(CHAT_ROOMS);
  const signedIn = useSignedIn();
  const close = () => onOpenChange(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const openedAt = useRef(path);
  useEffect(() => {
    if (!open) openedAt.current = path;
    // a link of the dialog led to another page
    else if (openedAt.current !== path) onOpenChange(false);
  }, [open, path, onOpenChange]);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={text('shell.support.title')}>
      {isReady ? (
        <div className="flex flex-col gap-6 text-14 text-ink-2">
          <HelpSearch />
          <section>
            <h3 className="font-semibold text-ink">{text('shell.support.todayTitle')}</h3>
            <p className="mt-1">{text('shell.support.today')}</p>
          </section>
          <section className="flex flex-col gap-3">
            <h3 className="font-semibold text-ink">{text('chat.write')}</h3>
            <Office />
            {signedIn ? (
              <StartConversation subject={subject} onStarted={close} />
            ) : (
              <WriteWithoutAccount subject={subject} />
            )}
          </section>
          <Warning />
        </div>
      ) : (
        <SkeletonText lines={6} />
      )}
    </Dialog>
  );
}
