import { Button, PictureButton, useText } from '@candor/ui';
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

/** An image of a conversation. A press shows it over the whole window, to be zoomed. */
export function Picture({ src, size, label, onLost }: PictureProps) {
  const text = useText();
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
    <PictureButton
      src={src}
      name={label}
      title={text('chat.image')}
      {...(size === null
        ? {}
        : { width: Math.round(size.width * scale), height: Math.round(size.height * scale) })}
      className="max-h-60 max-w-full object-contain"
      onLost={() => setLost(src)}
    />
  );
}
