import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, use, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../controls/button.tsx';
import { useText } from '../provider/use-text.ts';
import { CoverContext } from './cover.ts';
import { centredScroll, ZOOMS, zoomAfterKey } from './zoom.ts';

export interface PictureViewerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly src: string;
  /** Name of the picture. */
  readonly name: string;
}

interface FrameProps {
  readonly src: string;
  readonly name: string;
  readonly zoom: number;
}

/** The picture in the whole of its frame, which scrolls once it is larger; what is in the middle stays there. */
function Frame({ src, name, zoom }: FrameProps) {
  const frame = useRef<HTMLElement>(null);
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || before.current === zoom) return;
    const factor = zoom / before.current;
    before.current = zoom;
    element.scrollLeft = centredScroll(element.scrollLeft, element.clientWidth, factor);
    element.scrollTop = centredScroll(element.scrollTop, element.clientHeight, factor);
  }, [zoom]);
  return (
    <section
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={name}
      className="min-h-0 flex-1 overflow-auto rounded-b-base bg-wash focus-visible:-outline-offset-2"
    >
      <img
        src={src}
        alt={name}
        style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
        className="block max-w-none object-contain"
      />
    </section>
  );
}

/** A picture over the whole window, so that what it shows can be read: zoomed by buttons, by + and −, or by two fingers. */
export function PictureViewer({ open, onOpenChange, title, src, name }: PictureViewerProps) {
  const text = useText();
  const isCovered = use(CoverContext);
  const [zoom, setZoom] = useState<number>(ZOOMS[0]);
  const larger = useRef<HTMLButtonElement>(null);
  const press = (event: KeyboardEvent) => {
    const next = zoomAfterKey(zoom, event.key);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setZoom(next);
  };
  return (
    <BaseDialog.Root
      open={open && !isCovered}
      onOpenChange={(next) => {
        setZoom(ZOOMS[0]);
        onOpenChange(next);
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop
          forceRender
          className="fixed inset-0 z-30 bg-veil transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0"
        />
        <BaseDialog.Viewport className="fixed inset-0 z-30 flex p-2 sm:p-4">
          <BaseDialog.Popup
            className="flex min-h-0 min-w-0 flex-1 flex-col rounded-base bg-float text-ink shadow-float outline-none transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0"
            initialFocus={larger}
            onKeyDown={press}
          >
            <div className="flex items-center gap-1 py-1 ps-4 pe-1">
              <BaseDialog.Title className="min-w-0 flex-1 truncate text-14 font-semibold">
                {title}
              </BaseDialog.Title>
              <IconButton
                label={text('ui.picture.zoomOut')}
                disabled={zoom === ZOOMS[0]}
                focusableWhenDisabled
                onClick={() => setZoom(zoomAfterKey(zoom, '-') ?? zoom)}
              >
                <ZoomOut aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </IconButton>
              <IconButton
                ref={larger}
                label={text('ui.picture.zoomIn')}
                disabled={zoom === ZOOMS.at(-1)}
                focusableWhenDisabled
                onClick={() => setZoom(zoomAfterKey(zoom, '+') ?? zoom)}
              >
                <ZoomIn aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </IconButton>
              <BaseDialog.Close
                render={
                  <IconButton label={text('ui.close')}>
                    <X aria-hidden="true" className="size-5" strokeWidth={1.75} />
                  </IconButton>
                }
              />
            </div>
            <Frame src={src} name={name} zoom={zoom} />
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

export interface PictureButtonProps {
  readonly src: string;
  /** Name of the button and of the picture. */
  readonly name: string;
  /** Title of the window; the name where it is left out. */
  readonly title?: string;
  readonly width?: number;
  readonly height?: number;
  /** Look of the small picture. */
  readonly className: string;
  /** The picture cannot be shown. */
  readonly onLost?: () => void;
}

/** A small picture. A press shows it over the whole window. */
export function PictureButton({ src, name, title, width, height, className, onLost }: PictureButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="max-w-full cursor-zoom-in overflow-hidden rounded-base border"
        onClick={() => setOpen(true)}
      >
        <img
          src={src}
          alt={name}
          loading="lazy"
          width={width}
          height={height}
          className={className}
          onError={onLost}
        />
      </button>
      <PictureViewer open={isOpen} onOpenChange={setOpen} title={title ?? name} src={src} name={name} />
    </>
  );
}
