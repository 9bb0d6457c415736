import { expect, test } from 'vitest';
import { type Allowance, judge } from './audit-rules.ts';

const report = JSON.stringify({
  vulnerabilities: {
    parser: {
      name: 'parser',
      via: [
        {
          url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
          title: 'Reads too far',
          severity: 'high',
          range: '<2.0.1',
        },
      ],
    },
    user: { name: 'user', via: ['parser'] },
  },
});
const allowance: Allowance = {
  advisory: 'GHSA-aaaa-bbbb-cccc',
  package: 'parser',
  reason: 'it parses our own files alone',
  until: '2026-03-31',
};
const fault = 'parser <2.0.1: high, GHSA-aaaa-bbbb-cccc: Reads too far';

test('an advisory is a fault until it is allowed, and again from the day after', () => {
  expect(judge(report, [], '2026-03-01')).toEqual({ isChecked: true, faults: [fault] });
  expect(judge(report, [allowance], '2026-03-31').faults).toEqual([]);
  expect(judge(report, [allowance], '2026-04-01').faults).toEqual([fault]);
  expect(judge(report, [{ ...allowance, package: 'other' }], '2026-03-01').faults).toContain(fault);
});

test('an allowance that nothing needs is a fault', () => {
  const clean = JSON.stringify({ vulnerabilities: {} });
  expect(judge(clean, [allowance], '2026-03-01').faults).toEqual([
    'parser: GHSA-aaaa-bbbb-cccc is allowed and no longer reported',
  ]);
  expect(judge(clean, [], '2026-03-01')).toEqual({ isChecked: true, faults: [] });
});

test('a registry without advisories has checked nothing', () => {
  const refused = JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 });
  expect(judge(refused, [], '2026-03-01')).toEqual({ isChecked: false, faults: [] });
});
