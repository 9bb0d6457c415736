import { ErrorState, SkeletonText } from '@candor/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { wordsOf } from '../data/error-words.ts';

export interface LiveScreenProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** The message id of what could not be loaded. */
  readonly failedTitle: string;
  readonly children: (data: Data) => React.ReactNode;
}

/** A screen of what is asked again and again: what was seen last stays, with a word where it is not renewed. */
export function LiveScreen<Data>({ query, failedTitle, children }: LiveScreenProps<Data>) {
  const intl = useIntl();
  const { data, error } = query;
  if (data === undefined) {
    return error === null ? (
      <SkeletonText lines={8} className="py-6" />
    ) : (
      <ErrorState
        title={intl.formatMessage({ id: failedTitle })}
        text={wordsOf(intl, error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <div className="flex flex-col gap-6 py-6">
      {error !== null && (
        <p role="alert" className="text-13 text-warn">
          {wordsOf(intl, error)}
        </p>
      )}
      {children(data)}
    </div>
  );
}
