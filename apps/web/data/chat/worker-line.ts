import type { ChatLine, ChatLineEvents } from './chat-line.ts';

type FromWorker = { readonly type: 'connected' } | { readonly type: 'hint'; readonly payload: string };

/** The line in a worker of its own; nothing runs before `open`. */
export function workerChatLine({ onConnected, onHint }: ChatLineEvents): ChatLine {
  let worker: Worker | null = null;
  return {
    open(begin) {
      worker?.terminate();
      const opened = new Worker(new URL('./mqtt-worker.ts', import.meta.url), { type: 'module' });
      worker = opened;
      opened.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (worker !== opened) return;
        if (data.type === 'connected') onConnected();
        if (data.type === 'hint') {
          try {
            onHint(JSON.parse(data.payload));
          } catch {
            // no message of ours
          }
        }
      };
      opened.postMessage(begin);
    },
    wake: () => worker?.postMessage({ wake: true }),
    close() {
      worker?.terminate();
      worker = null;
    },
  };
}
