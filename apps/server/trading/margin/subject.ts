import { marginCalls } from '@candor/api';
import { defineSubject } from '../../gateway/subject.ts';
import { createOrderRecords } from '../spot/index.ts';
import { createMarginFeed } from './feed.ts';
import { marginHandlers } from './handlers.ts';
import { createMargin, type MarginDeps } from './margin.ts';

export const margin = defineSubject({
  calls: marginCalls,
  handlers: (needs: MarginDeps) =>
    marginHandlers({
      margin: createMargin(needs),
      records: createOrderRecords(needs.core, needs.history, needs.catalogues),
    }),
  feed: createMarginFeed,
});
