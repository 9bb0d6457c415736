import type { AnnouncementTopic, ArticleKind } from '@candor/api';
import { useFormatters } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useClient, useSignedIn } from './hooks.ts';
import { queryKeys } from './query-keys.ts';

const MINUTE_MS = 60_000;

/** All categories of the help centre with their sections and articles. */
export function useArticleIndex() {
  const client = useClient();
  const { locale } = useFormatters();
  return useQuery({
    queryKey: [...queryKeys.articles, 'index', locale],
    queryFn: () => client.call('getArticleIndex'),
    staleTime: MINUTE_MS,
  });
}

export function useArticleCategory(id: string) {
  const client = useClient();
  const { locale } = useFormatters();
  return useQuery({
    queryKey: [...queryKeys.articles, 'category', id, locale],
    queryFn: () => client.call('getArticleCategory', { params: { id } }),
    staleTime: MINUTE_MS,
    retry: false,
  });
}

export function useArticleSection(id: string) {
  const client = useClient();
  const { locale } = useFormatters();
  return useQuery({
    queryKey: [...queryKeys.articles, 'section', id, locale],
    queryFn: () => client.call('getArticleSection', { params: { id } }),
    staleTime: MINUTE_MS,
    retry: false,
  });
}

/** An article with its text. The signed-in user's own answer is part of it. */
export function useArticle(type: ArticleKind, id: string) {
  const client = useClient();
  const { locale } = useFormatters();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.articles, 'content', type, id, locale, signedIn],
    queryFn: () => client.call('getArticle', { params: { type, id } }),
    staleTime: MINUTE_MS,
    retry: false,
  });
}

/** The articles that a search finds; nothing is asked for an empty one. */
export function useArticleSearch(q: string) {
  const client = useClient();
  const { locale } = useFormatters();
  return useQuery({
    queryKey: [...queryKeys.articles, 'search', q, locale],
    queryFn: () => client.call('searchArticles', { query: { q } }),
    enabled: q !== '',
    staleTime: MINUTE_MS,
  });
}

/** The newest announcements, of a topic or of all. */
export function useAnnouncements(topic: AnnouncementTopic | null, current: number) {
  const client = useClient();
  const { locale } = useFormatters();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.articles, 'announcements', topic ?? 'all', current, locale, signedIn],
    queryFn: () =>
      client.call('getNoticeList', { body: { ...(topic === null ? {} : { topic }), current, size: 20 } }),
    staleTime: MINUTE_MS,
  });
}

/** The announcements that the home page shows above all else. */
export function usePinnedAnnouncements() {
  const client = useClient();
  const { locale } = useFormatters();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.articles, 'pinned', locale, signedIn],
    queryFn: () => client.call('getNoticeList', { body: { pinned: true, size: 3 } }),
    staleTime: MINUTE_MS,
  });
}
