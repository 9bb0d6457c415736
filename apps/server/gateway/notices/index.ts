export { type NoticeBoard, openNotices } from './board.ts';
export { forgetNoticesTask, mailNoticesTask, planForgettingNotices, type Reach } from './mail-task.ts';
export { type NewNotice, type NoticeRef, noteNotice } from './note.ts';
export { readTogether } from './read-together.ts';
export { noticeMigrations } from './schema.ts';
export type { NoticeDraft, NoticeSource } from './sources.ts';
export { type NoticeWriter, type NoticeWriterOptions, startNoticeWriter } from './writer.ts';
