import type { Tables } from '../../base/database/index.ts';
import { firstArticles } from './first-articles.ts';

export const migrations: Tables = {
  sql: `
  -- Categories, and sections, which have a category above them. Ids are addresses in all languages.
  create table articles.category (
    category_id bigint generated always as identity primary key,
    parent_id bigint references articles.category,
    code text not null unique,
    titles jsonb not null,
    sort integer not null
  );
  create table articles.article (
    article_id bigint generated always as identity primary key,
    code text not null unique,
    kind text not null,
    topic text,
    -- The section that it stands in.
    category_id bigint references articles.category,
    sort integer not null,
    is_pinned boolean not null,
    -- From when on nobody sees it.
    hidden_at timestamptz,
    -- The article that its address leads to once it is hidden.
    successor_id bigint references articles.article,
    created_at timestamptz not null,
    check ((kind = 'announcement') = (topic is not null))
  );
  -- The next version as far as it is written.
  create table articles.draft (
    article_id bigint not null references articles.article,
    language text not null,
    title text not null,
    body text not null,
    -- The hash of the English text that it was made from; null for English.
    source_hash text,
    -- Counts the saves: a save names the one that it was made from.
    revision integer not null,
    operator text not null,
    changed_at timestamptz not null,
    primary key (article_id, language)
  );
  -- Rows are only added; a version that is not visible yet may be withdrawn.
  create table articles.version (
    article_id bigint not null references articles.article,
    version integer not null,
    publish_at timestamptz not null,
    withdrawn_at timestamptz,
    -- The figures that its texts name, as they were then; null for help, which shows those of now.
    figures jsonb,
    operator text not null,
    reason text not null,
    -- The act or the proposal that it came from: done once.
    key text not null unique,
    created_at timestamptz not null,
    primary key (article_id, version)
  );
  create table articles.text (
    article_id bigint not null,
    version integer not null,
    language text not null,
    title text not null,
    body text not null,
    -- The body without marks.
    plain text not null,
    hash text not null,
    source_hash text,
    images uuid[] not null,
    tokens tsvector not null,
    -- Version of the rules that made the tokens.
    tokenizer smallint not null,
    primary key (article_id, version, language),
    foreign key (article_id, version) references articles.version
  );
  create index text_by_tokens on articles.text using gin (tokens);
  create index text_by_image on articles.text using gin (images);
  create table articles.image (
    image_id uuid primary key,
    -- The file's own key, sealed with one derived from the master key.
    wrapped_key bytea not null,
    bytes integer not null,
    width integer not null,
    height integer not null,
    operator text not null,
    created_at timestamptz not null
  );
  create table articles.reading (
    user_id bigint not null references identity.user,
    article_id bigint not null references articles.article,
    read_at timestamptz not null,
    primary key (user_id, article_id)
  );
  create table articles.answer (
    user_id bigint not null references identity.user,
    article_id bigint not null references articles.article,
    is_helpful boolean not null,
    answered_at timestamptz not null,
    primary key (user_id, article_id)
  );
  create index answer_of_article on articles.answer (article_id);
`,
  fill: firstArticles,
};
