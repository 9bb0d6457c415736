import { Button, Dialog, useText } from '@candor/ui';
import { useState } from 'react';

const SHOWN_WIDTH = 220;
const SHOWN_HEIGHT = 240;

export interface PictureProps {
  readonly src: string;
  readonly size: { readonly width: number; readonly height: number } | null;
  /** Name of the button that opens the image. */
  readonly label: string;
  /** The link leads nowhere, or no more. */
  readonly onLost: () => void;
}

/** An image of a conversation. A press shows it as large as the window lets it. */
export function Picture({ src, size, label, onLost }: PictureProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const [lost, setLost] = useState<string | null>(null);
  if (lost === src)
    return (
      <p className="flex items-center gap-2 rounded-base bg-wash px-3 py-2 text-13 text-ink-2">
        {text('chat.image.lost')}
        <Button variant="plain" size="small" onClick={onLost}>
          {text('ui.retry')}
        </Button>
      </p>
    );
  const scale = size === null ? 1 : Math.min(1, SHOWN_WIDTH / size.width, SHOWN_HEIGHT / size.height);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        className="max-w-full overflow-hidden rounded-base border border-line"
        onClick={() => setOpen(true)}
      >
        <img
          src={src}
          alt=""
          loading="lazy"
          {...(size === null
            ? {}
            : { width: Math.round(size.width * scale), height: Math.round(size.height * scale) })}
          className="max-h-60 max-w-full object-contain"
          onError={() => setLost(src)}
        />
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={text('chat.image')} width="wide">
        <img src={src} alt={label} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
      </Dialog>
    </>
  );
}
