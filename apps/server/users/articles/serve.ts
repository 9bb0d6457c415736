import {
  ANNOUNCEMENT_TOPICS,
  type AnnouncementTopic,
  ARTICLE_IMAGE_PATH,
  FEED_PATH,
  type Language,
  languages,
} from '@candor/api';
import { languageTags } from '@candor/i18n';
import type { FastifyInstance } from 'fastify';
import { Feed } from 'feed';
import { escapeHtml } from '../../gateway/http/escape-html.ts';
import type { Articles } from './articles.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ALL = 'announcements';
const MOST_ITEMS = 50;
const KEPT_SECONDS = 60;

interface Served {
  readonly headers: Readonly<Record<string, string>>;
}

/** Serves images by their ids, as far as `read` gives them. A browser that opens the address by itself saves the file. */
export function serveArticleImages(
  app: FastifyInstance,
  { read, headers }: Served & { readonly read: (id: string) => Promise<Buffer | null> },
): void {
  app.get<{ Params: { id: string } }>(`${ARTICLE_IMAGE_PATH}/:id`, async (request, reply) => {
    const { id } = request.params;
    const image = UUID.test(id) ? await read(id) : null;
    if (image === null) return reply.callNotFound();
    // Past the framework: its hook would put the API's own policy in place of this one.
    reply.hijack();
    reply.raw.writeHead(200, {
      ...headers,
      'content-type': 'image/jpeg',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': `public, max-age=${KEPT_SECONDS}`,
      'content-length': image.length,
      'content-disposition': `attachment; filename="${id}.jpg"`,
    });
    reply.raw.end(image);
    return reply;
  });
}

/** Characters that XML 1.0 does not take, even escaped. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const xmlText = (text: string) => text.replace(NOT_XML, '');
/** Readers of feeds take a description for HTML. */
const htmlText = (text: string) => escapeHtml(xmlText(text));

export interface FeedDeps extends Served {
  readonly articles: Pick<Articles, 'announcements' | 'publicUrl'>;
}

/** Points of a feed, which reads what is written in full: as a search. */
const FEED_COST = { cost: () => 5, repeatable: false };

/** Serves announcements as RSS, by language and topic: what can be seen, the newest first. */
export function serveFeeds(app: FastifyInstance, { articles, headers }: FeedDeps): void {
  const being = new Map<string, Promise<string>>();

  /** Makes a feed once for all who ask meanwhile. */
  function shared(request: FeedRequest): Promise<string> {
    const key = `${request.language} ${request.topic} ${request.origin}`;
    const found = being.get(key);
    if (found !== undefined) return found;
    const made = feedOf(articles, request).finally(() => being.delete(key));
    being.set(key, made);
    return made;
  }

  app.get<{ Params: { language: string; file: string } }>(
    `${FEED_PATH}/:language/:file`,
    { config: { limit: FEED_COST } },
    async (request, reply) => {
      const language = languages.find((each) => each === request.params.language);
      const name = /^([a-z]+)\.xml$/.exec(request.params.file)?.[1];
      const topic = ANNOUNCEMENT_TOPICS.find((each) => each === name);
      if (language === undefined || (topic === undefined && name !== ALL)) return reply.callNotFound();
      const origin = articles.publicUrl ?? `${request.protocol}://${request.host}`;
      const xml = await shared({ language, topic: topic ?? null, origin });
      return reply
        .headers({ ...headers, 'cache-control': `public, max-age=${KEPT_SECONDS}` })
        .type('application/rss+xml; charset=utf-8')
        .send(xml);
    },
  );
}

interface FeedRequest {
  readonly language: Language;
  readonly topic: AnnouncementTopic | null;
  readonly origin: string;
}

async function feedOf(
  articles: Pick<Articles, 'announcements'>,
  { language, topic, origin }: FeedRequest,
): Promise<string> {
  const request = { language, userId: null, topic, isPinned: false, offset: 0, limit: MOST_ITEMS };
  const { records } = await articles.announcements(request);
  const feed = new Feed({
    title: topic === null ? 'Candor' : `Candor: ${topic}`,
    id: origin,
    link: `${origin}/article/main`,
    language: languageTags[language],
    generator: 'Candor',
    copyright: '',
    updated: new Date(records[0]?.changeTime ?? 0),
  });
  for (const { id, title, summary, topic: about, publishTime } of records) {
    const link = `${origin}/article/main/content/announcement/${id}`;
    feed.addItem({
      title: xmlText(title),
      id: link,
      link,
      description: htmlText(summary),
      date: new Date(publishTime),
      ...(about === null ? {} : { category: [{ name: about }] }),
    });
  }
  return feed.rss2();
}
