import { CHAT_TEXT_LENGTH, type ChatRating, chatLength } from '@candor/api';
import { ActMessage, Button, TextArea, useAct, useText } from '@candor/ui';
import { useState } from 'react';

interface RatingProps {
  /** The answer that was given; null before. */
  readonly rating: ChatRating | null;
  readonly send: (rating: ChatRating) => Promise<unknown>;
  readonly onSent?: () => unknown;
}

/** Asks once, of a resolved conversation, if the matter is solved: one tap, and words for who wants to add them. */
export function Rating({ rating, send, onSent }: RatingProps) {
  const text = useText();
  const [words, setWords] = useState('');
  const act = useAct<unknown, ChatRating>({
    mutationFn: (given) => send(given),
    onSuccess: () => onSent?.(),
  });
  const tap = (satisfied: boolean) => act.mutate({ satisfied, text: rating?.text ?? '' });
  const isRunning = (satisfied: boolean) => act.isPending && act.variables?.satisfied === satisfied;
  const isTooLong = chatLength(words) > CHAT_TEXT_LENGTH;
  return (
    <section aria-label={text('chat.rating.ask')} className="flex flex-col gap-2 border-t px-3 py-2 text-14">
      {rating === null ? (
        <>
          <p>{text('chat.rating.ask')}</p>
          <div className="flex flex-wrap gap-2">
            {[true, false].map((satisfied) => (
              <Button
                key={String(satisfied)}
                variant="quiet"
                size="small"
                loading={isRunning(satisfied)}
                onClick={() => tap(satisfied)}
              >
                {text(satisfied ? 'chat.rating.yes' : 'chat.rating.no')}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <p role="status" className="text-ink-2">
          {text('chat.rating.thanks')}
        </p>
      )}
      {rating !== null && rating.text === '' && (
        <>
          <TextArea
            rows={2}
            label={text('chat.rating.text')}
            error={isTooLong ? text('error.CHAT_TEXT_TOO_LONG') : undefined}
            value={words}
            onValueChange={setWords}
          />
          <Button
            variant="quiet"
            size="small"
            className="self-start"
            disabled={words.trim() === '' || isTooLong}
            loading={act.isPending}
            onClick={() => act.mutate({ satisfied: rating.satisfied, text: words })}
          >
            {text('chat.send')}
          </Button>
        </>
      )}
      {(act.error !== null || act.phase !== null) && <ActMessage phase={act.phase} error={act.error} />}
    </section>
  );
}
