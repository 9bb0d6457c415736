import { Button, ErrorState, PictureButton, Skeleton, useProblem, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { useBlobUrl } from '../shell/blob-url.ts';
import { OTC_KEY } from './words.ts';

/** Place of a picture: in a statement, or in the conversation. */
export type PictureSource =
  | { readonly kind: 'statement'; readonly orderId: number; readonly image: string }
  | { readonly kind: 'message'; readonly orderId: number; readonly number: number };

interface AppealPictureProps {
  readonly name: string;
  readonly source: PictureSource;
}

/** A picture of an appeal: fetched when asked for, as each look is logged. */
export function AppealPicture({ name, source }: AppealPictureProps) {
  const { client } = useConsole();
  const text = useText();
  const problemOf = useProblem();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: [...OTC_KEY, 'picture', source],
    queryFn: () => {
      const orderId = String(source.orderId);
      return source.kind === 'statement'
        ? client.call('getOtcAppealPicture', { params: { orderId, image: source.image } })
        : client.call('getOtcChatPicture', { params: { orderId, number: String(source.number) } });
    },
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const url = useBlobUrl(query.data);
  if (!isOpen)
    return (
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {name}
      </Button>
    );
  if (query.error !== null)
    return (
      <ErrorState
        title={text('console.otc.picture.failed')}
        text={problemOf(query.error).text}
        onRetry={() => void query.refetch()}
      />
    );
  if (url === null) return <Skeleton className="h-40 w-56" />;
  return <PictureButton src={url} name={name} className="max-h-120 max-w-full object-contain" />;
}
