import { ErrorState, SkeletonText, useProblem } from '@candor/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { useIntl } from 'react-intl';

export interface LiveScreenProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** The message id of the error's title. */
  readonly failedTitle: string;
  readonly children: (data: Data) => React.ReactNode;
}

/** A screen whose data is fetched at intervals: the last data stays, with a line where it is not renewed. */
export function LiveScreen<Data>({ query, failedTitle, children }: LiveScreenProps<Data>) {
  const intl = useIntl();
  const problemOf = useProblem();
  const { data, error } = query;
  if (data === undefined) {
    return error === null ? (
      <SkeletonText lines={8} />
    ) : (
      <ErrorState
        title={intl.formatMessage({ id: failedTitle })}
        text={problemOf(error).text}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <div className="flex flex-col gap-8">
      {error !== null && (
        <p role="alert" className="text-13 text-warn">
          {problemOf(error).text}
        </p>
      )}
      {children(data)}
    </div>
  );
}
