import type { Lifecycle } from '../../base/work/lifecycle.ts';
import { reportsFault } from '../../base/work/passing.ts';
import { followCatalogue } from '../../engine/catalogue/index.ts';
import { openCodes } from '../../gateway/codes/index.ts';
import { openContent } from '../../gateway/content/index.ts';
import { openMessages } from '../../gateway/messages/index.ts';
import { openNotices } from '../../gateway/notices/index.ts';
import { openReviews } from '../../gateway/review/index.ts';
import type { BaseServices, OpeningServices } from '../../gateway/subject.ts';
import { subjects } from './list.ts';
import type { Union } from './union.ts';

type Opened = Union<Awaited<ReturnType<NonNullable<(typeof subjects)[number]['open']>>>>;

/** Opens the services of all subjects, in the order of the list. They stop with the lifecycle. */
export async function openServices(
  lifecycle: Lifecycle,
  base: BaseServices,
): Promise<
  Opened & Pick<OpeningServices, 'catalogues' | 'content' | 'messages' | 'notices' | 'reviews' | 'codes'>
> {
  const { core, log, pool, codesKey } = base;
  const catalogues = await lifecycle.stage(
    'the catalogue',
    () => followCatalogue(core, reportsFault(log, 'the catalogue was not read')),
    (running) => running.stop(),
  );
  const content = await openContent(pool);
  const messages = await openMessages(base);
  const notices = await openNotices(base);
  const codes = codesKey === null ? null : await openCodes({ ...base, messages, key: codesKey });
  const reviews = await openReviews(base.pool, base.now);
  const shared = { catalogues, content, messages, notices, reviews, codes };
  const opening: OpeningServices = { ...base, ...shared };
  const opened: object = {};
  for (const { open } of subjects)
    if (open !== undefined) Object.assign(opened, await open(lifecycle, { ...opening, ...opened } as never));
  return Object.assign(opened, shared) as Awaited<ReturnType<typeof openServices>>;
}
