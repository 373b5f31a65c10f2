// Answers in memory: bounded in bytes, and a repeated answer outlives one that was requested once.
import { expect, it } from 'vitest';
import { answerCache } from './answer-cache.ts';
import type { Answer } from '../contract/metered.ts';

const answer = (text: string, size = 0): Answer => ({ bytes: Buffer.alloc(size), sha256: text, asOf: '' });

it('gives what was kept last under a key, and nothing under another', () => {
  const cache = answerCache('kept', 17_000);
  cache.set('a', answer('first'));
  cache.set('a', answer('second'));
  expect(cache.get('a')?.sha256).toBe('second');
  cache.set('a', answer('third'));
  expect(cache.get('a')?.sha256).toBe('third');
  expect(cache.get('b')).toBeUndefined();
});

it('keeps what was asked for again through any number of answers that were asked for once', () => {
  const cache = answerCache('kept', 17_000);
  const hot = Array.from({ length: 6 }, (_, index) => `hot ${index}`);
  for (const key of hot) {
    cache.set(key, answer(key, 1_000));
    expect(cache.get(key)?.sha256).toBe(key);
  }
  for (let index = 0; index < 1_000; index += 1) cache.set(`cold ${index}`, answer('cold', 1_000));
  expect(hot.map((key) => cache.get(key)?.sha256)).toEqual(hot);
  expect(cache.get('cold 999')?.sha256).toBe('cold');
  expect(cache.get('cold 0')).toBeUndefined();
});

it('drops what was asked for longest ago, of those asked for again too, and stays within its bound', () => {
  const cache = answerCache('kept', 17_000);
  for (let index = 0; index < 50; index += 1) {
    cache.set(`key ${index}`, answer('', 1_000));
    cache.get(`key ${index}`);
    expect(cache.bytes()).toBeLessThanOrEqual(17_000);
  }
  const kept = Array.from({ length: 50 }, (_, index) => index).filter(
    (index) => cache.get(`key ${index}`) !== undefined,
  );
  expect(kept.length).toBeGreaterThanOrEqual(6);
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 50 - kept.length + index));
});

it('keeps the bytes of an answer in parts when it is asked for again, and no records with them', () => {
  const cache = answerCache('kept', 17_000);
  const parts = { frame: Buffer.from('{}'), records: [] };
  cache.set('page', { ...answer('page', 1_000), parts });
  expect(cache.get('page')).toBeUndefined();
  expect(cache.bytes()).toBe(0);
  cache.set('page', { ...answer('page', 1_000), parts });
  expect(cache.get('page')).toEqual(answer('page', 1_000));
});
