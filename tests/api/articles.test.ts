import { type Client, type Language, languages, type OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, refusal } from './support/person.ts';
import { photo } from './support/photos.ts';

const REASON = 'Readers asked for this text';
const SOON_MS = 120_000;

let house: House;
let desk: OperatorsConsole;
let writer: Client<OperatorCalls>;
let risk: Client<OperatorCalls>;
let sectionId: number;
let made = 0;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house, { followsHouse: true });
  const admin = await desk.signIn();
  writer = await desk.add('writer', 'content', admin);
  risk = await desk.add('watcher', 'risk', admin);
  const fields = { id: null, sort: 10, reason: REASON };
  const top = await writer.call('saveArticleCategory', {
    body: { ...fields, parentId: null, code: 'test-top', titles: { en: 'Tests', de: 'Proben' } },
  });
  const parentId = top.categories.find(({ code }) => code === 'test-top')!.id;
  const both = await writer.call('saveArticleCategory', {
    body: { ...fields, parentId, code: 'test-section', titles: { en: 'Section' } },
  });
  sectionId = both.categories.find(({ code }) => code === 'test-section')!.id;
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

type Kind = 'help' | 'announcement' | 'terms' | 'rules';

async function begin(kind: Kind, texts: Partial<Record<Language, readonly [string, string]>>) {
  made += 1;
  const { id } = await writer.call('createArticle', {
    body: {
      code: `test-${made}`,
      kind,
      topic: kind === 'announcement' ? 'listing' : null,
      sectionId: kind === 'announcement' ? null : sectionId,
      sort: 10,
      isPinned: false,
      reason: REASON,
    },
  });
  for (const [language, [title, body]] of Object.entries(texts))
    await draft(id, language as Language, title, body);
  return id;
}

async function draft(id: number, language: Language, title: string, body: string, revision?: number) {
  const before = (await article(id)).drafts[language]?.revision ?? 0;
  return writer.call('draftArticle', {
    params: { id: String(id), language },
    body: { title, body, revision: revision ?? before },
  });
}

const article = (id: number) => writer.call('getOperatorArticle', { params: { id: String(id) } });
const publish = (id: number, publishTime: number | null = null) =>
  writer.call('publishArticle', { params: { id: String(id) }, body: { publishTime, reason: REASON } });
const read = (id: number, language: Language = 'en') =>
  clientOf(house, null, language).call('getHelpCenterInfo', { params: { id: String(id) } });
const found = async (q: string, language: Language = 'en') =>
  (await clientOf(house, null, language).call('searchArticles', { query: { q } })).map(({ id }) => id);
const listed = async (language: Language = 'en') =>
  (await clientOf(house, null, language).call('getNoticeList', { body: { size: 100 } })).records;
const get = (path: string) => fetch(house.url + path);
const feed = async (language: Language, name = 'announcements') =>
  (await get(`/feeds/${language}/${name}.xml`)).text();

describe('an article', () => {
  it('is read where it stands, in the language of the request or in English', async () => {
    const id = await begin('help', {
      en: ['Fees', 'A fee of **{{safetyFundShare}}**.'],
      de: ['Gebühren', 'Eine Gebühr.'],
    });
    expect((await refusal(read(id))).key).toBe('NOT_FOUND');
    await publish(id);
    expect(await read(id, 'de')).toMatchObject({
      title: 'Gebühren',
      language: 'de',
      isStale: false,
      version: 1,
    });
    const shown = await read(id, 'ja');
    expect(shown).toMatchObject({
      title: 'Fees',
      language: 'en',
      content: 'A fee of **{{safetyFundShare}}**.',
    });
    expect(shown.summary).toBe(`A fee of ${shown.figures.safetyFundShare}%.`);
    expect(shown.breadcrumb.map(({ title }) => title)).toEqual(['Tests', 'Section']);
    const index = await clientOf(house, null, 'de').call('getArticleIndex');
    const category = index.find(({ code }) => code === 'test-top')!;
    expect(category.title).toBe('Proben');
    expect(category.sections[0]!.articles.map((line) => line.id)).toContain(id);
    const params = { id: String(category.sections[0]!.id) };
    const section = await clientOf(house).call('getArticleSection', { params });
    expect(section.category.code).toBe('test-top');
    const wrong = clientOf(house).call('getArticle', { params: { type: 'terms', id: String(id) } });
    expect((await refusal(wrong)).key).toBe('NOT_FOUND');
    const rows = await clientOf(house).call('getData', {
      params: { table: 'article' },
      query: { article_code: shown.code, article_lang: 'de', pageSize: '1' },
    });
    expect(rows.records).toMatchObject([{ id, article_type: 'help', article_lang: 'de', title: 'Gebühren' }]);
  });

  it('leaves nothing on the disk of an image that is refused after it was written', async () => {
    const file = new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' });
    const before = await house.storedFiles();
    await house.pool.query('alter table articles.image add constraint shut check (width < 0) not valid');
    await expect(writer.call('uploadArticleImage', { file })).rejects.toThrow();
    expect(await house.storedFiles()).toEqual(before);
    await house.pool.query('alter table articles.image drop constraint shut');
    await writer.call('uploadArticleImage', { file });
    expect(await house.storedFiles()).toHaveLength(before.length + 1);
  });

  it('shows nowhere before its time and everywhere at it', async () => {
    const file = new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' });
    const data = await writer.call('uploadArticleImage', { file });
    expect((await fetch(desk.url + data.link)).status).toBe(200);
    const at = house.now() + SOON_MS;
    const id = await begin('announcement', {
      en: ['Zephyrcoin arrives', `It trades soon. ![chart](${data.link})`],
    });
    const { versions } = await publish(id, at);
    const seen = async () => [
      await read(id).then(
        () => true,
        () => false,
      ),
      (await found('zephyrcoin')).includes(id),
      (await listed()).some((row) => row.id === id),
      (await feed('en')).includes('Zephyrcoin'),
      (await feed('de', 'listing')).includes('Zephyrcoin'),
      (await get(data.link)).status === 200,
      (
        await clientOf(house).call('getData', { params: { table: 'article' }, query: { pageSize: '-521' } })
      ).records.some((row) => row.id === id),
    ];
    expect(versions[0]!.publishTime).toBe(at);
    expect(await seen()).toEqual(Array(7).fill(false));
    house.advance(at - house.now() - 1_000);
    expect(await seen()).toEqual(Array(7).fill(false));
    house.advance(1_000);
    expect(await seen()).toEqual(Array(7).fill(true));
    await writer.call('hideArticle', {
      params: { id: String(id) },
      body: { isHidden: true, successor: null, reason: REASON },
    });
    expect(await seen()).toEqual(Array(7).fill(false));
  });

  it('is withdrawn before its time, and then never shows', async () => {
    const id = await begin('announcement', { en: ['Never', 'Never.'] });
    await publish(id, house.now() + SOON_MS);
    await writer.call('withdrawArticle', {
      params: { id: String(id), version: '1' },
      body: { reason: REASON },
    });
    house.advance(2 * SOON_MS);
    expect((await refusal(read(id))).key).toBe('NOT_FOUND');
  });

  it('keeps its address in the place of a hidden one', async () => {
    const old = await begin('help', { en: ['Old', 'Old.'] });
    const next = await begin('help', { en: ['Next', 'Next.'] });
    await publish(old);
    await publish(next);
    const { code } = await article(next);
    const body = { isHidden: true, successor: code, reason: REASON };
    await writer.call('hideArticle', { params: { id: String(old) }, body });
    expect((await read(old)).id).toBe(next);
  });
});

describe('drafts', () => {
  it('keep both texts where two editors wrote from the same revision', async () => {
    const id = await begin('help', { en: ['One', 'First.'] });
    const { revision } = (await article(id)).drafts.en!;
    await draft(id, 'en', 'One', 'Second.', revision);
    expect((await refusal(draft(id, 'en', 'One', 'Third.', revision))).key).toBe('ARTICLE_CHANGED');
    expect((await article(id)).drafts.en!.body).toBe('Second.');
  });

  it('marks twelve translations once the English changes, and none where it is saved unchanged', async () => {
    const texts = Object.fromEntries(languages.map((each) => [each, [`T ${each}`, 'Text.'] as const]));
    const id = await begin('help', texts);
    const stale = async () =>
      (await writer.call('getOperatorArticles')).articles.find((row) => row.id === id)!.stale;
    expect(await stale()).toEqual([]);
    await draft(id, 'en', 'T en', 'Text.');
    expect(await stale()).toEqual([]);
    await draft(id, 'en', 'T en', 'Another text.');
    expect((await stale()).length).toBe(12);
    await writer.call('keepTranslation', { params: { id: String(id), language: 'de' } });
    expect(await stale()).not.toContain('de');
    await draft(id, 'en', 'T en', 'A third text.');
    expect((await stale()).length).toBe(12);
    await publish(id);
    expect((await read(id, 'de')).isStale).toBe(true);
  });

  it('name figures of the code and images of ours alone', async () => {
    const id = await begin('help', {});
    const wrong = draft(id, 'en', 'Fees', 'A fee of {{notAFigure}}.');
    expect((await refusal(wrong)).key).toBe('ARTICLE_FIGURE_UNKNOWN');
    const image = '![x](/api/common/articleImage/7d444840-9dc0-11d1-b245-5ffdce74fad2)';
    expect((await refusal(draft(id, 'en', 'Fees', image))).key).toBe('ARTICLE_IMAGE_UNKNOWN');
    expect((await refusal(publish(id))).key).toBe('ARTICLE_INCOMPLETE');
  });

  it('are restored from a version, whose texts stay', async () => {
    const id = await begin('help', { en: ['One', 'First.'], fr: ['Un', 'Premier.'] });
    await publish(id);
    await draft(id, 'en', 'One', 'Second.');
    expect((await publish(id)).versions.map(({ version }) => version)).toEqual([2, 1]);
    const texts = await writer.call('getArticleVersion', { params: { id: String(id), version: '1' } });
    expect(texts.en?.body).toBe('First.');
    const body = { version: 1, reason: REASON };
    const back = await writer.call('restoreArticle', { params: { id: String(id) }, body });
    expect(back.drafts.en?.body).toBe('First.');
    expect(back.isChanged).toBe(true);
    expect((await read(id)).content).toBe('Second.');
    expect(await desk.room.log.verify()).toMatchObject({ intact: true });
  });
});

describe('terms and rules', () => {
  it.each(['terms', 'rules'] as const)('take two operators: %s', async (kind) => {
    const id = await begin(kind, { en: ['Rules', 'A share of {{safetyFundShare}}.'] });
    expect((await refusal(publish(id))).key).toBe('ARTICLE_NEEDS_APPROVAL');
    const { proposalId } = await writer.call('proposeArticle', {
      params: { id: String(id) },
      body: { publishTime: null, reason: REASON },
    });
    await draft(id, 'en', 'Rules', 'Not what was proposed.');
    expect((await article(id)).proposed[0]!.texts.en!.body).toBe('A share of {{safetyFundShare}}.');
    const body = { reason: 'Read as it is proposed' };
    const own = writer.call('approveProposal', { params: { id: String(proposalId) }, body });
    expect((await refusal(own)).key).toBe('OPERATOR_OWN_PROPOSAL');
    await risk.call('approveProposal', { params: { id: String(proposalId) }, body });
    expect((await read(id)).content).toBe('A share of {{safetyFundShare}}.');
    const hide = { isHidden: true, successor: null, reason: REASON };
    const hidden = writer.call('hideArticle', { params: { id: String(id) }, body: hide });
    expect((await refusal(hidden)).key).toBe('ARTICLE_NEEDS_APPROVAL');
  });

  it('show the figures of their publication, though a figure has changed since; help shows those of now', async () => {
    const texts = { en: ['Shares', 'A share of {{safetyFundShare}}.'] } as const;
    const [rules, help] = [await begin('rules', texts), await begin('help', texts)];
    const { proposalId } = await writer.call('proposeArticle', {
      params: { id: String(rules) },
      body: { publishTime: null, reason: REASON },
    });
    const params = { id: String(proposalId) };
    await risk.call('approveProposal', { params, body: { reason: 'Read as it is proposed' } });
    await publish(help);
    const now = (await read(help)).figures.safetyFundShare;
    expect((await read(rules)).figures.safetyFundShare).toBe(now);
    // a program of before had another share when it published both
    await house.pool.query(
      `update articles.version set figures = jsonb_set(figures, '{safetyFundShare}', '"12"')
       where article_id = any($1)`,
      [[rules, help]],
    );
    expect(await read(rules)).toMatchObject({
      figures: { safetyFundShare: '12' },
      summary: 'A share of 12%.',
    });
    expect(await read(help)).toMatchObject({
      figures: { safetyFundShare: now },
      summary: `A share of ${now}%.`,
    });
  });
});

describe('a search', () => {
  it.each([
    ['zh', '这是一个测试文档,用来检查搜索。', '测试'],
    ['ja', '開場までの長時間の待機について。', '時間'],
    ['th', 'วิธีถอนเงินออกจากบัญชีของคุณ', 'ถอนเงิน'],
    ['vi', 'Cách rút tiền về ngân hàng.', 'rut tien'],
    ['ko', '출금은 언제 도착합니까', '출금'],
    ['de', 'Die Auszahlung prüft ein Mensch.', 'PRUFT'],
    ['ru', 'Объём ещё не виден.', 'объем'],
  ] as const)('finds words in a sentence of %s', async (language, text, query) => {
    const id = await begin('help', { en: ['Other', 'Nothing of that.'], [language]: ['Titel', text] });
    await publish(id);
    expect(await found(query, language)).toContain(id);
    expect(await found(query, 'fr')).not.toContain(id);
    const hits = await clientOf(house, null, language).call('searchArticles', { query: { q: query } });
    const parts = hits.find((hit) => hit.id === id)!.parts;
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.some(({ isHit }) => isHit)).toBe(true);
  });

  it('finds titles first, wants every word, and reads no query language', async () => {
    const inText = await begin('help', { en: ['Other', 'The quagga sleeps.'] });
    const inTitle = await begin('help', { en: ['Quagga', 'It wakes.'] });
    await publish(inText);
    await publish(inTitle);
    expect(await found('quag')).toEqual([inTitle, inText]);
    expect(await found('quagga sleeps')).toEqual([inText]);
    for (const query of ["'", '\\', "quagga' | 'x", '!quagga', ':*', '&', '<->', '%', '']) await found(query);
    expect(await found("quagga' & 'sleeps")).toEqual([inText]);
  });
});

describe('announcements', () => {
  it('are read by each user, by those that were named alone', async () => {
    const ids: number[] = [];
    for (let each = 0; each < 3; each += 1) {
      const id = await begin('announcement', { en: [`News ${each}`, 'Text.'] });
      await publish(id);
      ids.push(id);
    }
    const user = (await newPerson(house, false)).client;
    const all = await user.call('getNoticeList', { body: { size: 100 } });
    expect(all.unread).toBe(all.total);
    const { unread } = await user.call('readAnnouncements', { body: { ids: ids.slice(0, 2) } });
    expect(unread).toBe(all.total - 2);
    await user.call('readAnnouncements', { body: { ids: ids.slice(0, 2) } });
    const after = await user.call('getNoticeList', { body: { size: 100 } });
    expect(after.records.filter(({ isRead }) => isRead).map(({ id }) => id)).toEqual(
      ids.slice(0, 2).reverse(),
    );
    expect((await listed()).every(({ isRead }) => !isRead)).toBe(true);
  });

  it('are a feed that any reader parses, whatever a title holds', async () => {
    const id = await begin('announcement', { en: ['A <b> & "c" ]]> d', '1 < 2 & <i>more</i>.'] });
    await publish(id);
    const answer = await get('/feeds/en/announcements.xml');
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const xml = await answer.text();
    expect(xml).toContain(`/article/main/content/announcement/${id}`);
    expect(xml).toContain('<title><![CDATA[A <b> & "c" ]]]]><![CDATA[> d]]></title>');
    expect(xml).toContain('<description><![CDATA[1 &lt; 2 &amp; &lt;i&gt;more&lt;/i&gt;.]]></description>');
    for (const path of ['/feeds/xx/announcements.xml', '/feeds/en/nothing.xml', '/feeds/en/listing'])
      expect((await get(path)).status).toBe(404);
  });
});

it('counts each user once in who was helped', async () => {
  const id = await begin('help', { en: ['Helpful', 'Text.'] });
  await publish(id);
  const user = (await newPerson(house, false)).client;
  const answer = (isHelpful: boolean) =>
    user.call('answerArticle', { params: { id: String(id) }, body: { isHelpful } });
  expect(await answer(true)).toEqual({ helpful: 1, unhelpful: 0, ownAnswer: true });
  expect(await answer(false)).toEqual({ helpful: 0, unhelpful: 1, ownAnswer: false });
  const shown = await user.call('getHelpCenterInfo', { params: { id: String(id) } });
  expect(shown).toMatchObject({ helpful: 0, unhelpful: 1, ownAnswer: false });
});
