import { CHAT_TEXT_LENGTH, chatLength, IMAGE_TYPES, isBlankChatText } from '@candor/api';
import { cx, IconButton, useText } from '@candor/ui';
import { ImageUp, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { actOfPress, withNewLine } from './typing-keys.ts';

/** The count is shown from here on. */
const SHOWS_COUNT_FROM = 320;

type Complaint = 'error.CHAT_TEXT_EMPTY' | 'error.CHAT_TEXT_TOO_LONG' | 'chat.attach.wrong';

export interface ComposerProps {
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onText: (text: string) => void;
  /** Left out where only text can be sent. */
  readonly onImage?: (file: File) => void;
}

/** Chooses an image of this device. */
function ImageButton({ onChoose }: { readonly onChoose: (file: File | undefined) => void }) {
  const text = useText();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        data-testid="chat-file"
        aria-label={text('chat.attach')}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          // so that the same file can be chosen again
          event.target.value = '';
        }}
      />
      <IconButton label={text('chat.attach')} onClick={() => chooser.current?.click()}>
        <ImageUp aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </IconButton>
    </>
  );
}

/** The field of a message. Enter sends, Ctrl+Enter begins a line; images are chosen or pasted. */
export function Composer({ draft, onDraft, onText, onImage }: ComposerProps) {
  const text = useText();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  const length = chatLength(draft);
  const isBlank = isBlankChatText(draft);
  const isTooLong = length > CHAT_TEXT_LENGTH;
  const shown: Complaint | null = isTooLong ? 'error.CHAT_TEXT_TOO_LONG' : complaint;
  useLayoutEffect(() => {
    if (caret.current === null) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const send = () => {
    if (isBlank) return setComplaint('error.CHAT_TEXT_EMPTY');
    if (isTooLong) return;
    setComplaint(null);
    onText(draft);
    area.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, keyCode } = event;
    const { isComposing } = event.nativeEvent;
    const act = actOfPress({ key, ctrlKey, metaKey, shiftKey, altKey, isComposing, keyCode });
    if (act === null) return;
    event.preventDefault();
    if (act === 'send') return send();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const next = withNewLine(draft, selectionStart, selectionEnd);
    caret.current = next.caret;
    onDraft(next.text);
  };
  const choose = (file: File | undefined) => {
    if (file === undefined || onImage === undefined) return;
    const isImage = (IMAGE_TYPES as readonly string[]).includes(file.type);
    setComplaint(isImage ? null : 'chat.attach.wrong');
    if (isImage) onImage(file);
  };
  return (
    <div className="flex flex-col gap-1 border-t px-3 py-2">
      {shown !== null && (
        <p id={`${id}-complaint`} role="alert" className="text-12 text-warn">
          {text(shown, { max: CHAT_TEXT_LENGTH })}
        </p>
      )}
      <div className="flex items-end gap-1">
        <textarea
          ref={area}
          dir="auto"
          rows={2}
          value={draft}
          aria-label={text('chat.message')}
          aria-invalid={shown !== null || undefined}
          aria-describedby={shown === null ? `${id}-hint` : `${id}-complaint ${id}-hint`}
          placeholder={text('chat.message')}
          className="max-h-32 min-h-11 min-w-0 flex-1 resize-none rounded-base border border-rule bg-paper px-3 py-2 text-14 [field-sizing:content] touch:text-16"
          onChange={(event) => {
            setComplaint(null);
            onDraft(event.target.value);
          }}
          onKeyDown={press}
          onPaste={(event) => {
            const [file] = event.clipboardData.files;
            if (file === undefined) return;
            event.preventDefault();
            choose(file);
          }}
        />
        {onImage !== undefined && <ImageButton onChoose={choose} />}
        <IconButton
          variant="primary"
          label={text('chat.send')}
          disabled={isBlank || isTooLong}
          onClick={send}
        >
          <SendHorizontal aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </IconButton>
      </div>
      <p id={`${id}-hint`} className="flex justify-between gap-2 text-12 text-ink-3">
        <span className="touch:sr-only">{text('chat.hint')}</span>
        <span className={cx('figure', isTooLong && 'text-warn', length < SHOWS_COUNT_FROM && 'sr-only')}>
          {text('chat.length', { count: length, max: CHAT_TEXT_LENGTH })}
        </span>
      </p>
    </div>
  );
}
