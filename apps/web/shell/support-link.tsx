import { Button, useText } from '@candor/ui';
import { useState } from 'react';
import { supportSubject } from '../common/support-texts.ts';
import { LazySupportDialog } from './lazy-support.tsx';
import { OnceOpened } from './once-opened.tsx';

/** Opens the support dialog beside words that send the reader there; `about` is the id of these words. */
export function SupportLink({ about }: { readonly about?: string }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="plain" size="small" className="self-start" onClick={() => setOpen(true)}>
        {text('shell.support.contact')}
      </Button>
      <OnceOpened open={open}>
        <LazySupportDialog open={open} onOpenChange={setOpen} subject={supportSubject(about)} />
      </OnceOpened>
    </>
  );
}
