import { type ChatRecord, isOrderCode } from '@candor/api';
import { Button, cx, useFormatters, useProblem, useText, Working } from '@candor/ui';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { WaitingMessage } from '../../data/chat/index.ts';
import { Picture } from './picture.tsx';

interface BubbleProps {
  readonly side: 'own' | 'staff' | 'other';
  readonly children: ReactNode;
}

/** A message: the reader's own at the end of the line, staff marked as such. */
function Bubble({ side, children }: BubbleProps) {
  const text = useText();
  return (
    <div
      className={cx(
        'flex max-w-[85%] flex-col gap-0.5',
        side === 'own' ? 'items-end self-end' : 'items-start',
      )}
    >
      {side === 'own' && <span className="sr-only">{text('chat.you')}</span>}
      {side === 'staff' && (
        <span className="flex items-center gap-1 text-12 font-semibold text-accent" data-testid="staff-mark">
          <ShieldCheck aria-hidden="true" className="size-3.5" strokeWidth={2} />
          {text('chat.staff')}
        </span>
      )}
      {side === 'other' && <span className="text-12 text-ink-3">{text('chat.other')}</span>}
      {children}
    </div>
  );
}

/** Words of a person: as they were typed, in their own direction, and never beyond their bubble. */
function Words({ side, content }: { readonly side: BubbleProps['side']; readonly content: string }) {
  return (
    <p
      dir="auto"
      className={cx(
        'max-w-full overflow-clip rounded-base px-3 py-2 text-14 wrap-anywhere whitespace-pre-wrap [unicode-bidi:isolate]',
        side === 'own' ? 'bg-accent-tint' : 'bg-wash',
        side === 'staff' && 'border-s-2 border-accent',
      )}
    >
      {content}
    </p>
  );
}

function SystemLine({ record, number }: { readonly record: ChatRecord; readonly number: number }) {
  const text = useText();
  const format = useFormatters();
  const { system } = record;
  if (system === null) return null;
  return (
    <p
      data-testid="system-message"
      className="self-center rounded-base border border-line px-3 py-1.5 text-center text-12 text-ink-2"
    >
      {isOrderCode(system) ? text(`escrow.system.${system}`) : text(`chat.system.${system}`, { number })}{' '}
      <time className="text-ink-3">{format.dateTime(record.create_time)}</time>
    </p>
  );
}

export interface MessageRowProps {
  readonly record: ChatRecord;
  /** Number of the conversation. */
  readonly chatId: number;
  /** True for the newest message that another party has read. */
  readonly isRead: boolean;
  /** Asks for the message again: the link of its image is over. */
  readonly onLost: () => void;
}

/** A message that the server has. */
export function MessageRow({ record, chatId, isRead, onLost }: MessageRowProps) {
  const text = useText();
  const format = useFormatters();
  if (record.system !== null) return <SystemLine record={record} number={chatId} />;
  const side = record.mine ? 'own' : record.isStaff ? 'staff' : 'other';
  return (
    <Bubble side={side}>
      {record.content_type === 2 ? (
        <Picture
          src={record.content}
          size={record.image}
          label={text('chat.image.open', { time: format.dateTime(record.create_time) })}
          onLost={onLost}
        />
      ) : (
        <Words side={side} content={record.content} />
      )}
      {record.masked && <p className="text-12 text-warn">{text('chat.masked')}</p>}
      <span className="text-12 text-ink-3">
        {format.dateTime(record.create_time)}
        {isRead && ` · ${text('chat.read')}`}
      </span>
    </Bubble>
  );
}

/** Shows a file of this device while it is on its way. */
function useFile(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

export interface WaitingRowProps {
  readonly message: WaitingMessage;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

/** A message on its way, or one that did not arrive: it stays until it is sent or deleted. */
export function WaitingRow({ message, onRetry, onDiscard }: WaitingRowProps) {
  const text = useText();
  const problemOf = useProblem();
  const url = useFile(message.file);
  const hasFailed = message.error !== null;
  const isUpload = message.file !== null && message.content === '';
  return (
    <Bubble side="own">
      <div className={cx('max-w-full', !hasFailed && 'opacity-60')} data-testid="waiting-message">
        {url === null ? (
          <Words side="own" content={message.content} />
        ) : (
          <img
            src={url}
            alt={text('chat.image')}
            className="max-h-48 max-w-full rounded-base object-contain"
          />
        )}
      </div>
      {hasFailed ? (
        <div role="alert" className="flex flex-col items-end gap-1">
          <p className="text-end text-12 text-warn">
            {isUpload && `${text('chat.uploadFailed')} `}
            {problemOf(message.error).text}
          </p>
          <div className="flex gap-1">
            <Button variant="plain" size="small" onClick={onDiscard}>
              {text('chat.discard')}
            </Button>
            <Button variant="quiet" size="small" onClick={onRetry}>
              {text('ui.retry')}
            </Button>
          </div>
        </div>
      ) : (
        <Working label={text('chat.sending')} />
      )}
    </Bubble>
  );
}
