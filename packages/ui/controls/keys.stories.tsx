import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, waitFor } from 'storybook/test';
import { TextField } from '../fields/text-field.tsx';
import { toasts } from '../messages/toasts.ts';
import { Dialog } from '../overlays/dialog.tsx';
import { Button } from './button.tsx';
import { useKeys } from './use-keys.ts';

const meta: Meta = { title: 'Keys' };
export default meta;

function Counter() {
  const [pressed, setPressed] = useState(0);
  const [open, setOpen] = useState(false);
  useKeys({ n: () => setPressed(pressed + 1) });
  return (
    <div className="flex max-w-80 flex-col items-start gap-3">
      <p>
        <kbd className="text-12">N</kbd> {`was pressed ${pressed} times`}
      </p>
      <Button variant="quiet" onClick={() => toasts.success('Decision recorded')}>
        Success
      </Button>
      <Button variant="quiet" onClick={() => toasts.error('Somebody else decided first')}>
        Error
      </Button>
      <TextField label="Note" value="" onValueChange={() => {}} />
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Open
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Evidence">
        <p>Keys of the page do nothing here.</p>
      </Dialog>
    </div>
  );
}

export const OfThePage: StoryObj = {
  render: () => <Counter />,
  play: async ({ canvas, userEvent }) => {
    const counted = (times: number) => canvas.findByText(`was pressed ${times} times`, { exact: false });
    await counted(0);
    await userEvent.keyboard('n');
    await counted(1);
    // beside toasts of either kind
    await userEvent.click(canvas.getByRole('button', { name: 'Success' }));
    await screen.findAllByText('Decision recorded');
    await userEvent.keyboard('n');
    await counted(2);
    await userEvent.click(canvas.getByRole('button', { name: 'Error' }));
    await screen.findAllByText('Somebody else decided first');
    await userEvent.keyboard('n');
    await counted(3);
    // neither in a field nor below a window
    await userEvent.type(canvas.getByLabelText('Note'), 'n');
    await counted(3);
    await userEvent.click(canvas.getByRole('button', { name: 'Open' }));
    await screen.findByText('Keys of the page do nothing here.');
    await userEvent.keyboard('n');
    await counted(3);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Keys of the page do nothing here.')).toBeNull());
    await userEvent.keyboard('n');
    await counted(4);
  },
};
