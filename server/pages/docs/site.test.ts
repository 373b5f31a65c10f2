// The documentation while it is still being built.
import { expect, it } from 'vitest';
import { type Site, type SiteFile, siteOnceBuilt } from './site.ts';

const file = { sha256: 'one' } as SiteFile;
const built: Site = { has: () => true, find: async (path) => (path === '/docs' ? file : null) };

it('lets its pages wait for the build, and no other request', async () => {
  let finish = (_site: Site): void => undefined;
  const opening = new Promise<Site | null>((resolve) => (finish = resolve));
  const site = siteOnceBuilt(opening);
  expect(await site.find('/v1/brief')).toBeNull();
  expect(site.has('/docs')).toBe(false);
  const waiting = ['/docs', '/docs/guide', '/llms.txt', '/robots.txt', 'page:404'].map((path) => site.find(path));
  expect(await Promise.race([...waiting, 'waiting'])).toBe('waiting');
  finish(built);
  expect(await Promise.all(waiting)).toEqual([file, null, null, null, null]);
  expect(site.has('/docs')).toBe(true);
});

it('fails the pages of a build that has failed', async () => {
  const site = siteOnceBuilt(Promise.reject(new Error('no guide')));
  await expect(site.find('/docs')).rejects.toThrow('no guide');
  expect(await site.find('/v1/brief')).toBeNull();
});
