import { linkClass, useText } from '@candor/ui';

interface SendCodeButtonProps {
  /** Seconds until another code may be asked for; 0 if one may now. */
  readonly waitSeconds: number;
  readonly isSending: boolean;
  /** True once a code was sent. */
  readonly isSent: boolean;
  readonly onSend: () => void;
}

/** Sends a code; stands in the field of the code, and counts down to the next one. */
export function SendCodeButton({ waitSeconds, isSending, isSent, onSend }: SendCodeButtonProps) {
  const text = useText();
  return (
    <button
      type="button"
      onClick={onSend}
      disabled={isSending || waitSeconds > 0}
      className={`${linkClass} shrink-0 whitespace-nowrap text-14 disabled:text-ink-3 disabled:no-underline touch:min-h-11`}
    >
      {waitSeconds > 0
        ? text('shell.code.wait', { seconds: waitSeconds })
        : text(isSent ? 'shell.code.again' : 'shell.code.send')}
    </button>
  );
}
