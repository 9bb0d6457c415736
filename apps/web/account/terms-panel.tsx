import {
  ActMessage,
  Button,
  buttonClass,
  Loaded,
  Select,
  Skeleton,
  useAct,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { queryKeys, type Terms, useClient, useTerms, useTermsState } from '../data/index.ts';

const route = getRouteApi('/shell/user/index');

/** Shows whether and when the user accepted, and the button that accepts. */
function Acceptance({ terms }: { readonly terms: Terms }) {
  const client = useClient();
  const queries = useQueryClient();
  const text = useText();
  const format = useFormatters();
  const state = useTermsState().data;
  const act = useAct<unknown>({
    mutationFn: (_nothing, sending) =>
      client.call('acceptTerms', { body: { version: terms.currentVersion } }, sending),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.termsState });
      void queries.invalidateQueries({ queryKey: queryKeys.allTerms });
    },
  });
  if (state === undefined) return null;
  const { accepted } = state;
  if (accepted?.version === terms.currentVersion)
    return (
      <p className="border-s-2 border-seal ps-3 text-14">
        {text('terms.accepted', { version: accepted.version, time: format.dateTime(accepted.time) })}
      </p>
    );
  return (
    <div className="flex max-w-180 flex-col gap-3 border-s-2 border-warn ps-3">
      <p className="text-14">{text('terms.ask', { version: terms.currentVersion })}</p>
      <ActMessage phase={act.phase} error={act.error} />
      <Button className="self-start" loading={act.isPending} onClick={() => act.mutate(undefined)}>
        {text('terms.accept')}
      </Button>
    </div>
  );
}

function Text({ terms }: { readonly terms: Terms }) {
  const text = useText();
  const format = useFormatters();
  const navigate = useNavigate();
  const isCurrent = terms.version === terms.currentVersion;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-14 text-ink-2">
            {text('terms.version', {
              version: terms.version,
              time: format.dateTime(terms.publishedTime),
            })}
          </p>
          {terms.reason !== '' && (
            <p className="text-13 text-ink-3">{text('terms.reason', { reason: terms.reason })}</p>
          )}
        </div>
        {terms.versions.length > 1 && (
          <Select
            label={text('terms.versions')}
            value={String(terms.version)}
            onValueChange={(version) =>
              void navigate({
                to: '/user/index',
                search: { key: 'termsService', version: Number(version) },
              })
            }
            options={terms.versions.map(({ version, publishedTime }) => ({
              value: String(version),
              label: text('terms.version', { version, time: format.dateTime(publishedTime) }),
            }))}
          />
        )}
      </div>
      {!isCurrent && (
        <p role="status" className="border-s-2 border-warn ps-3 text-14">
          {text('terms.old', { version: terms.currentVersion })}
        </p>
      )}
      <article className="flex max-w-180 flex-col gap-6">
        {terms.text.sections.map(({ heading, text: paragraphs }, at) => (
          <section key={heading} className="flex flex-col gap-2">
            <h2 className="text-16 font-semibold">
              {at + 1}. {heading}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="text-14 text-ink-2">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </article>
    </>
  );
}

/** The terms of service, as everybody reads them: the current version, or an older one of the address. */
export function TermsPanel({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const text = useText();
  const { version } = route.useSearch();
  const query = useTerms(version ?? null);
  if (query.data === null) return <p className="text-14 text-ink-2">{text('terms.none')}</p>;
  return (
    <Loaded query={query} data={query.data} skeleton={<Skeleton className="h-120 max-w-180" />}>
      {(terms) => (
        <div className="flex flex-col gap-6">
          <Text terms={terms} />
          {isSignedIn && <Acceptance terms={terms} />}
          {!isSignedIn && (
            <Link to="/user/register" className={`${buttonClass('quiet')} self-start`}>
              {text('shell.register')}
            </Link>
          )}
        </div>
      )}
    </Loaded>
  );
}
