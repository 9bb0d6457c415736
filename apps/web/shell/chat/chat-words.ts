import type { Conversation } from '@candor/api';
import { type Text, useText } from '@candor/ui';
import { useIntl } from 'react-intl';

/** Returns the words of where a conversation stands. */
export function statusWords(text: Text, { kind, status, inHand }: Conversation): string {
  if (kind !== 'support') return text('escrow.chat');
  if (status === 'resolved') return text('chat.status.resolved');
  return text(inHand ? 'chat.status.inHand' : 'chat.status.open');
}

/** Returns what words a conversation's matter. */
export function useMatterWords(): (conversation: Conversation) => string {
  const text = useText();
  const aboutOf = useAboutWords();
  return ({ kind, matter, reference }) => {
    if (kind !== 'support') return text('escrow.orderNumber', { number: reference });
    const words = text(matter === null ? 'chat.box' : `matter.${matter}`);
    return reference === '' ? words : `${words} · ${aboutOf(reference)}`;
  };
}

/** Returns what words a reference: the text of a refusal, or the number of an order as it is. */
export function useAboutWords(): (reference: string) => string {
  const intl = useIntl();
  return (reference) => {
    const id = `error.${reference}`;
    const words = intl.messages[id];
    // a text with a value in it says nothing without the value
    return typeof words === 'string' && !words.includes('{') ? words : reference;
  };
}
