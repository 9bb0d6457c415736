import { ActMessage, Button, useAct, useText } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { SupportSubject } from '../../common/support-texts.ts';
import { useChat, useChatState } from '../../data/chat/index.ts';
import { MatterField } from './matter-field.tsx';
import { referenceOf } from './reference.ts';

interface StartConversationProps {
  readonly subject: SupportSubject;
  readonly onStarted: () => void;
}

/** Begins a conversation about a matter, or goes on with the one that is not resolved. */
export function StartConversation({ subject, onStarted }: StartConversationProps) {
  const chat = useChat();
  const intl = useIntl();
  const text = useText();
  const [matter, setMatter] = useState(subject.matter);
  const underWay = useChatState(({ conversations }) =>
    conversations?.find(({ kind, status }) => kind === 'support' && status !== 'resolved'),
  );
  const { textId } = subject;
  const words = textId === undefined ? undefined : intl.messages[textId];
  const about = typeof words === 'string' && !words.includes('{') ? words : null;
  const act = useAct<unknown>({
    mutationFn: () =>
      chat.openSupport({
        matter,
        ...(textId === undefined ? {} : { reference: referenceOf(textId) }),
        ...(about === null ? {} : { draft: `${text('chat.draft', { about })}\n` }),
      }),
    onSuccess: onStarted,
  });
  if (underWay !== undefined)
    return (
      <div className="flex flex-col gap-3">
        <p>{text('chat.underWay')}</p>
        <Button
          className="self-start"
          onClick={() => {
            chat.show(underWay.id);
            onStarted();
          }}
        >
          {text('chat.continue', { number: String(underWay.id) })}
        </Button>
      </div>
    );
  return (
    <div className="flex flex-col gap-3">
      <MatterField value={matter} onValueChange={setMatter} />
      <Button className="self-start" loading={act.isPending} onClick={() => act.mutate(undefined)}>
        {text('chat.start')}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </div>
  );
}
