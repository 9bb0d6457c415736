import { z } from 'zod';
import { variables } from './schema.ts';

/** The text of `.env.example`, made from the schema so that it names every variable and its default. */
export function envExample(): string {
  const head =
    '# Every setting of Candor, with its default. Set it in the environment, or copy this file to .env.\n' +
    '# On the command line: npm start -- --feed replay:<path> --speed 10 (also --seed, --data, --port, --console-port).\n';
  const entries = Object.entries(variables).map(([name, schema]) => {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const fallback = json.default ?? '';
    return `\n# ${schema.description}\n${fallback === '' ? '# ' : ''}${name}=${fallback}\n`;
  });
  return head + entries.join('');
}
