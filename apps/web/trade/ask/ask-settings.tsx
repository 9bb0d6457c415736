import { Button, Checkbox, Dialog, useText } from '@candor/ui';
import { useState } from 'react';
import { ASKED_ACTS, usePreference, useServices } from '../../data/index.ts';

/** A button that opens the choice of the acts that ask before they are done. */
export function AskSettings() {
  const { preferences } = useServices();
  const unasked = usePreference('unasked');
  const [open, setOpen] = useState(false);
  const text = useText();
  return (
    <>
      <Button variant="plain" size="small" onClick={() => setOpen(true)}>
        {text('trade.ask.title')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={text('trade.ask.title')}
        description={text('trade.ask.text')}
      >
        <ul className="flex flex-col gap-3">
          {ASKED_ACTS.map((act) => (
            <li key={act}>
              <Checkbox
                checked={!unasked.includes(act)}
                onCheckedChange={(asks) => {
                  const others = unasked.filter((each) => each !== act);
                  preferences.change({ unasked: asks ? others : [...others, act] });
                }}
              >
                {text(`trade.ask.act.${act}`)}
              </Checkbox>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
