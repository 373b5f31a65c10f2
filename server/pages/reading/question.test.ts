// Questions of a form, of an address and of a receipt.
import { describe, expect, it } from 'vitest';
import { questionBehind, questionOf, requestOfQuestion, withoutDays } from './question.ts';

describe('what is asked for', () => {
  const asked = (query: string) => questionOf('brk/b', new URLSearchParams(query));

  it('is the same question in a form, in a call and in its receipt', () => {
    const question = asked('as_of=2026-03-31&detail=full');
    expect(question).toEqual({ ticker: 'BRK/B', as_of: '2026-03-31T23:59:59.999Z', detail: 'full' });
    expect(requestOfQuestion(question)).toBe('/v1/brief?as_of=2026-03-31T23%3A59%3A59.999Z&detail=full&ticker=BRK%2FB');
    expect(questionBehind(requestOfQuestion(question))).toEqual(question);
    expect(questionBehind('/v1/brief?detail=overview&max_results=3&ticker=A%2BB')).toEqual({
      ticker: 'A+B',
      detail: 'overview',
      max_results: 3,
    });
    expect(questionBehind('/v1/brief?detail=overview&entity_id=x')).toBeNull();
  });

  it('is of an entity where the name is an entity id', () => {
    const id = '3C1F6A52-7D04-4B8E-9A41-0C2B7D5E1F03';
    const question = questionOf(id, new URLSearchParams());
    expect(question).toEqual({ entity_id: id.toLowerCase(), detail: 'overview' });
    expect(questionBehind(requestOfQuestion(question))).toEqual(question);
  });

  it('has any day as its cutoff, before the one of the list, and its address has one form', () => {
    const form = new URLSearchParams({
      as_of: '2026-04-20T23:59:59.999Z',
      day: '2026-03-05',
      since: '',
      since_day: '',
    });
    expect(questionOf('NWTB', form).as_of).toBe('2026-03-05T23:59:59.999Z');
    expect(withoutDays(form)?.toString()).toBe('as_of=2026-03-05T23%3A59%3A59.999Z');
    expect(withoutDays(new URLSearchParams({ as_of: '2026-03-05', months: '3' }))).toBeNull();
    expect(withoutDays(new URLSearchParams({ day: '2026-02-30' }))?.toString()).toBe('as_of=2026-02-30');
    expect(() => questionOf('NWTB', new URLSearchParams({ day: '2026-02-30' }))).toThrow('A cutoff is a day');
  });

  it('has no cutoff where none is named, and refuses one that is none', () => {
    expect(asked('as_of=')).toEqual({ ticker: 'BRK/B', detail: 'overview' });
    for (const cutoff of ['yesterday', '2026-02-30', '2026-01-01T00:00:00', '2026-01-01T00:00:00+0100']) {
      expect(() => asked(new URLSearchParams({ as_of: cutoff }).toString())).toThrow('A cutoff is a day');
    }
  });
});
