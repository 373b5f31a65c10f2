// Signed notes against the examples that C2SP publishes, whole and with one thing changed.
import { describe, expect, it } from 'vitest';
import { signedCheckpoint } from './checkpoint.ts';
import { type VerifierKey, openedNote, verifierKey } from './note.ts';

const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const text = 'This is an example message.\n';
const line =
  '\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';
const unknownLine =
  '\u2014 example.com/bar Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n';
const note = `${text}\n${line}`;

const known = async (said: string): Promise<VerifierKey> => {
  const key = await verifierKey(said);
  if (key === undefined) throw new Error(`no key: ${said}`);
  return key;
};

describe('a verifier key', () => {
  it('has a name, an id and a public key', async () => {
    expect(await known(vkey)).toMatchObject({ name: 'example.com/foo', id: '530d903a', type: 'log' });
  });

  it.each([
    ['another id', vkey.replace('530d', '530e')],
    ['another name', vkey.replace('foo', 'fop')],
    ['another key', vkey.replace('AekyeR', 'AekyeS')],
    ['a type that is not known', vkey.replace('+Ae', '+Be')],
    ['no base64', vkey.replace('AekyeR', 'Aek*eR')],
    ['nothing', ''],
    ['a space', ` ${vkey}`],
  ])('is none with %s', async (_what, said) => {
    expect(await verifierKey(said)).toBeUndefined();
  });
});

describe('a note', () => {
  it('is its text and the keys that signed it; signatures of others are passed over', async () => {
    const keys = [await known(vkey)];
    const opened = { text, signatures: [{ key: keys[0], seconds: null }] };
    expect(await openedNote(note, keys)).toEqual(opened);
    expect(await openedNote(`${text}\n${unknownLine}${line}`, keys)).toEqual(opened);
  });

  it.each([
    ['another text', note.replace('example', 'Example')],
    ['another signature', note.replace('Uw2QOkn8', 'Uw2QOkn9')],
    ['a signature that is cut', note.replace('eyaQM=', 'Q==')],
    ['no signature', `${text}\n`],
    ['none of a known key', `${text}\n${unknownLine}`],
    ['no line of its own for the signature', text + line],
    ['no newline at its end', note.slice(0, -1)],
    ['more after its signatures', `${note}more\n`],
    ['nothing', ''],
  ])('is none with %s', async (_what, changed) => {
    expect(await openedNote(changed, [await known(vkey)])).toBeUndefined();
  });
});

describe('a checkpoint', () => {
  it('is none if it is a note without origin, size and root', async () => {
    expect(await signedCheckpoint(note, [await known(vkey)])).toBeUndefined();
  });
});
