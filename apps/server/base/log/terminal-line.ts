const LEVEL_WIDTH = 5;
const PROCESS_WIDTH = 10;
/** Fields that the line shows in a place of their own, or not at all. */
const SHOWN = new Set(['level', 'time', 'process', 'msg', 'err']);

interface LoggedError {
  readonly type?: string;
  readonly message?: string;
  readonly stack?: string;
}

/**
 * Returns one JSON line of the log as a person reads it: local time, level, process, message, fields, and the message
 * and place of an error. It holds no line break but its last character. A line that is not JSON is returned as it is.
 */
export function terminalLine(json: string): string {
  const fields = parse(json);
  if (fields === null) return json;
  const { level, time, process, msg, err } = fields;
  const shown = [
    clockTime(String(time)),
    String(level).padEnd(LEVEL_WIDTH),
    String(process ?? '').padEnd(PROCESS_WIDTH),
    String(msg ?? ''),
    ...Object.entries(fields)
      .filter(([name]) => !SHOWN.has(name))
      .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
    ...(err === undefined ? [] : [errorText(err as LoggedError)]),
  ];
  return `${shown
    .filter((part) => part !== '')
    .join(' ')
    .replace(/\s*\n\s*/g, ' ')}\n`;
}

function parse(json: string): Record<string, unknown> | null {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function clockTime(isoTime: string): string {
  const time = new Date(isoTime);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** The type and message of an error and the first place of its stack: the JSON form has the whole stack. */
function errorText({ type, message, stack }: LoggedError): string {
  const place = /\n\s+at (?:.*\()?(?:file:\/\/)?([^()\n]+:\d+):\d+\)?/.exec(stack ?? '')?.[1];
  return `— ${type ?? 'Error'}: ${message ?? ''}${place === undefined ? '' : ` (${place})`}`;
}
