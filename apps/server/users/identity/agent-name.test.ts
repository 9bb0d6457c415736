import { expect, it } from 'vitest';
import { agentName } from './agent-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome · Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/142.0 Safari/537.36 Edg/142.0`, 'Edge · Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari · iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1', 'Safari · macOS'],
  ['curl/8.5.0', ''],
  [undefined, ''],
])('names %s', (agent, name) => {
  expect(agentName(agent)).toBe(name);
});
