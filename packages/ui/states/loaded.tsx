import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useProblem } from '../acts/problem.ts';
import { ErrorState } from './error-state.tsx';

export interface LoadedProps<Data> {
  /** Any query of react-query. */
  readonly query: { readonly error: unknown; readonly isFetching: boolean; refetch(): unknown };
  /** Undefined until it is known: the query's data, or live data that take its place. */
  readonly data: Data | undefined;
  /** Holds the place of the content until it is there. */
  readonly skeleton: ReactNode;
  /** The title of the error; "This could not be loaded" by default. */
  readonly failedTitle?: ReactNode;
  /** The title of the error is the page's heading, where the content has that. */
  readonly failedHeading?: 'h1';
  readonly children: (data: Data) => ReactNode;
}

/** Content that is loaded and is no table: its skeleton, the error with a way to try again, or the content. */
export function Loaded<Data>({
  query,
  data,
  skeleton,
  failedTitle,
  failedHeading,
  children,
}: LoadedProps<Data>) {
  const intl = useIntl();
  const problemOf = useProblem();
  if (data !== undefined) return children(data);
  if (query.error === null || query.error === undefined) return skeleton;
  return (
    <ErrorState
      title={failedTitle ?? intl.formatMessage({ id: 'ui.notLoaded' })}
      text={problemOf(query.error).text}
      onRetry={() => query.refetch()}
      retrying={query.isFetching}
      {...(failedHeading === undefined ? {} : { heading: failedHeading })}
    />
  );
}
