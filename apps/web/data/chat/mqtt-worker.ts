/**
 * Keeps the MQTT connection of one user in a worker of its own: a keepalive of 5 s is cut after 7.5 s, and the timers of a
 * hidden tab are held back to one a minute, those of its workers are not.
 */
import { type MqttReader, openMqttReader } from './mqtt-reader.ts';

interface Begin {
  readonly url: string;
  readonly user: string;
  readonly token: string;
  readonly topic: string;
}

let reader: MqttReader | null = null;

self.addEventListener('message', ({ data }: MessageEvent<Begin | { readonly wake: true }>) => {
  if ('wake' in data) {
    reader?.wake();
    return;
  }
  reader?.close();
  reader = openMqttReader({
    ...data,
    createSocket: (url) => new WebSocket(url, ['mqtt']),
    onConnected: () => self.postMessage({ type: 'connected' }),
    onMessage: (payload) => self.postMessage({ type: 'hint', payload }),
  });
});
