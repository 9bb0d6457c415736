import { noticeCalls } from '@candor/api';
import { defineSubject } from '../subject.ts';
import { createNoticesFeed } from './feed.ts';
import { noticeHandlers } from './handlers.ts';

export const notices = defineSubject({
  calls: noticeCalls,
  handlers: noticeHandlers,
  feed: createNoticesFeed,
});
