import { EMPTY_LISTING, missingFields } from '@candor/api';
import { expect, it } from 'vitest';
import { needsOf } from './use-listing-form.ts';

it('names everything that a sending needs, the first of the page first', () => {
  const needs = needsOf(missingFields(EMPTY_LISTING), { isAsked: true, answer: ' ', accepted: false });
  const fields = needs.map(({ field }) => field);
  expect(fields.slice(0, 3)).toEqual(['answer', 'project', 'symbol']);
  expect(fields.at(-1)).toBe('accepted');
  // the team says at its own place that nobody is named
  expect(fields).not.toContain('team');
  expect(fields).toHaveLength(missingFields(EMPTY_LISTING).length - 1 + 2);
});

it('names nothing where all is there', () => {
  expect(needsOf([], { isAsked: false, answer: '', accepted: true })).toEqual([]);
  expect(needsOf([], { isAsked: true, answer: 'Yes', accepted: true })).toEqual([]);
});
