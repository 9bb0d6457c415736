import { useText } from '@candor/ui';

/** The warning of what support never asks for: above the messages of each conversation. */
export function ChatWarning() {
  const text = useText();
  return (
    <p
      className="border-b border-s-2 border-s-warn bg-warn-tint px-3 py-2 text-12"
      data-testid="chat-warning"
    >
      {text('chat.warning')}
    </p>
  );
}
