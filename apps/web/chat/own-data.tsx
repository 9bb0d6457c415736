import { type Calls, type ChatRecord, type Client, isOrderCode } from '@candor/api';
import { ActMessage, Button, ConfirmDialog, saveFile, useAct, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { useClient } from '../data/index.ts';

/** All messages of a linked conversation, the oldest first. */
async function allRecords(client: Client<Calls>, link: string): Promise<readonly ChatRecord[]> {
  const all: ChatRecord[] = [];
  for (let after = 0; ; ) {
    const { records } = await client.call('getLinkedChat', { body: { link, after } });
    const newest = records.at(-1);
    if (newest === undefined) return all;
    all.push(...records);
    after = newest.number;
  }
}

/** A line of the file for each message, with its time and who wrote it. */
function useLines(chatId: number): (records: readonly ChatRecord[]) => string {
  const text = useText();
  const format = useFormatters();
  const number = String(chatId);
  const authorOf = ({ mine, isStaff }: ChatRecord) =>
    text(mine ? 'chat.you' : isStaff ? 'chat.staff' : 'chat.other');
  const lineOf = (record: ChatRecord): string => {
    const { system, content, content_type: type, create_time: time } = record;
    const begin = `${record.number} ${format.dateTime(time)}`;
    if (system !== null)
      return isOrderCode(system) ? begin : `${begin} ${text(`chat.system.${system}`, { number })}`;
    return `${begin} ${authorOf(record)}: ${type === 2 ? text('chat.image') : content}`;
  };
  return (records) => `${[text('chat.number', { number }), ...records.map(lineOf)].join('\n')}\n`;
}

interface OwnDataProps {
  readonly link: string;
  readonly chatId: number;
  readonly onDeleted: () => void;
}

/** Gives who has the link the whole conversation as a file, and deletes it for them. */
export function OwnData({ link, chatId, onDeleted }: OwnDataProps) {
  const client = useClient();
  const text = useText();
  const linesOf = useLines(chatId);
  const [asks, setAsks] = useState(false);
  const number = String(chatId);
  const download = useAct<readonly ChatRecord[], void>({
    mutationFn: () => allRecords(client, link),
    onSuccess: (records) => saveFile(`candor-support-${number}.txt`, linesOf(records), 'text/plain'),
  });
  const remove = useAct<unknown, void>({
    mutationFn: (_, sending) => client.call('deleteLinkedChat', { body: { link } }, sending),
    onSuccess: onDeleted,
    onSettled: () => setAsks(false),
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" loading={download.isPending} onClick={() => download.mutate()}>
          {text('chat.linked.download')}
        </Button>
        <Button variant="quiet" onClick={() => setAsks(true)}>
          {text('chat.linked.delete')}
        </Button>
      </div>
      <ActMessage phase={download.phase ?? remove.phase} error={download.error ?? remove.error} />
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={text('chat.linked.deleteAsk', { number })}
        confirm={text('chat.discard')}
        dismiss={text('ui.cancel')}
        variant="danger"
        loading={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p className="text-14 text-ink-2">{text('chat.linked.deleteText')}</p>
      </ConfirmDialog>
    </div>
  );
}
