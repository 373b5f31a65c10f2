// Room on a disk, as its file system reports it.
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { hasRoom } from './free-space.ts';

it('compares whole blocks that are free for everybody with what is asked', () => {
  const disk = () => ({ bavail: 10, bsize: 4_096 });
  expect([40_960, 40_961].map((bytes) => hasRoom('/data', bytes, disk))).toEqual([true, false]);
});

it('is told by this machine, and assumed where a folder is not there', () => {
  expect([hasRoom(tmpdir(), 1), hasRoom(tmpdir(), Number.MAX_VALUE), hasRoom('/none/of/these', 1)]).toEqual([
    true,
    false,
    true,
  ]);
});
