/** Browsers by their mark in a user agent. Of several marks the first counts: most browsers name others as well. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

type Marks = readonly (readonly [mark: string, name: string])[];
const nameIn = (marks: Marks, agent: string) => marks.find(([mark]) => agent.includes(mark))?.[1];

/** Names a browser and its system by the user agent that it states, such as `Firefox · Windows`; '' if unknown. */
export function agentName(userAgent: string | undefined): string {
  const agent = userAgent ?? '';
  return [nameIn(browsers, agent), nameIn(systems, agent)].filter((name) => name !== undefined).join(' · ');
}
