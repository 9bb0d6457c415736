import { Button, useText } from '@candor/ui';
import { lazy, useState } from 'react';
import { OnceOpened } from './once-opened.tsx';

const SupportDialog = lazy(async () => ({ default: (await import('./support-dialog.tsx')).SupportDialog }));

/** Opens the support dialog beside words that send the reader there. */
export function SupportLink() {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="plain" size="small" className="self-start" onClick={() => setOpen(true)}>
        {text('shell.support.contact')}
      </Button>
      <OnceOpened open={open}>
        <SupportDialog open={open} onOpenChange={setOpen} />
      </OnceOpened>
    </>
  );
}
