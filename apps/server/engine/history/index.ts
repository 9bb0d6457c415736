export { archiveReadsLook, createArchiveReading, READING_ROUND_MS } from './archive-reading.ts';
export { type ConnectedHistory, type ConnectHistoryOptions, connectHistory } from './connect.ts';
export { archiveLook, archiveReadingLook } from './metrics.ts';
export { type HistoryWriter, type HistoryWriterOptions, startHistoryWriter } from './writer.ts';
