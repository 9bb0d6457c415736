import { Button, ErrorState, IconButton, Skeleton, useKeys, useProblem, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { useBlobUrl } from '../shell/blob-url.ts';

const LEAST_ZOOM = 1;
const MOST_ZOOM = 4;

/** The address of a picture within this page, until the page leaves it. */
function usePicture(id: number, name: string) {
  const { client } = useConsole();
  const query = useQuery({
    queryKey: ['review', 'picture', id, name],
    queryFn: () => client.call('getReviewPicture', { params: { id: String(id), name } }),
    // each look is logged: it is not repeated by itself
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const url = useBlobUrl(query.data);
  return { query, url };
}

interface PictureProps {
  /** Called once the picture is on the page. */
  readonly onShown: (name: string) => void;
  readonly id: number;
  readonly kind: string;
  readonly name: string;
}

/** One picture, to be zoomed and turned; zoomed, its frame scrolls. */
function Picture({ id, kind, name, onShown }: PictureProps) {
  const intl = useIntl();
  const text = useText();
  const problemOf = useProblem();
  const [zoom, setZoom] = useState(LEAST_ZOOM);
  const [turns, setTurns] = useState(0);
  const { query, url } = usePicture(id, name);
  const title = intl.formatMessage({ id: `review.image.${kind}.${name}` });
  // one that is not there counts as looked for: the server then takes a rejection alone
  const isShown = url !== null || query.error !== null;
  useEffect(() => {
    if (isShown) onShown(name);
  }, [isShown, name, onShown]);
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex items-center justify-between gap-2 text-13 font-medium">
        {title}
        <span className="flex">
          <IconButton
            label={text('console.queue.zoomOut', { picture: title })}
            disabled={zoom === LEAST_ZOOM}
            onClick={() => setZoom(zoom - 1)}
          >
            <ZoomOut aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </IconButton>
          <IconButton
            label={text('console.queue.zoomIn', { picture: title })}
            disabled={zoom === MOST_ZOOM}
            onClick={() => setZoom(zoom + 1)}
          >
            <ZoomIn aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </IconButton>
          <IconButton
            label={text('console.queue.turn', { picture: title })}
            onClick={() => setTurns((turns + 1) % 4)}
          >
            <RotateCw aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </IconButton>
        </span>
      </figcaption>
      {url === null && query.error === null && <Skeleton className="aspect-square w-full" />}
      {query.error !== null && (
        <ErrorState
          title={text('console.queue.noPicture')}
          text={problemOf(query.error).text}
          onRetry={() => void query.refetch()}
        />
      )}
      {url !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
        <section tabIndex={0} aria-label={title} className="aspect-square overflow-auto rounded-base bg-wash">
          <svg
            role="img"
            aria-label={title}
            viewBox="0 0 100 100"
            width={`${zoom * 100}%`}
            height={`${zoom * 100}%`}
            className="max-w-none"
          >
            <image
              href={url}
              width="100"
              height="100"
              preserveAspectRatio="xMidYMid meet"
              transform={`rotate(${turns * 90} 50 50)`}
            />
          </svg>
        </section>
      )}
    </figure>
  );
}

interface EvidenceProps {
  /** Called with each picture that is on the page. */
  readonly onShown: (name: string) => void;
  readonly id: number;
  readonly kind: string;
  readonly images: readonly string[];
}

/** The pictures of an item, side by side. They are fetched when asked for, as each look is logged. */
export function Evidence({ id, kind, images, onShown }: EvidenceProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  useKeys(isOpen || images.length === 0 ? {} : { e: () => setOpen(true) });
  if (images.length === 0) return null;
  if (!isOpen) {
    return (
      <Button variant="quiet" className="self-start" onClick={() => setOpen(true)}>
        {text('console.queue.evidence', { count: images.length })}{' '}
        <kbd aria-hidden className="text-12">
          E
        </kbd>
      </Button>
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {images.map((name) => (
        <Picture key={name} id={id} kind={kind} name={name} onShown={onShown} />
      ))}
    </div>
  );
}
