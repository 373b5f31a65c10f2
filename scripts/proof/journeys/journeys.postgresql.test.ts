// The stories of the service in a real browser on the built server, one after the other in one world.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from './account.ts';
import { arrivals } from './arrivals.ts';
import { credit } from './credit.ts';
import { deviceLogin } from './device-login.ts';
import { foreignHosts } from './hostile/foreign-hosts.ts';
import { frontPage } from './front.ts';
import { hostileDevice } from './hostile/hostile-device.ts';
import { hostileGuesser } from './hostile/hostile-guesser.ts';
import { hostileInvitation, hostileRegistration } from './hostile/hostile-inviter.ts';
import { hostileNeighbour } from './hostile/hostile-neighbour.ts';
import { hostileTexts } from './hostile/hostile-texts.ts';
import { member } from './member.ts';
import { briefParts, liveReading, openReading, personParts } from './reading.ts';
import { rest } from './rest.ts';
import { sessions } from './sessions.ts';
import { forgottenPassword, signUp } from './sign-up.ts';
import type { Stage } from './stage.ts';
import { openWorld } from './world.ts';

const stage = {} as Stage;

beforeAll(async () => {
  stage.world = await openWorld();
  stage.ada = await stage.world.visitor();
});
afterAll(() => stage.world?.close());

arrivals(stage);
deviceLogin(stage);
credit(stage);
account(stage);
member(stage);
sessions(stage);
hostileGuesser(stage);
hostileRegistration(stage);
hostileInvitation(stage);
hostileNeighbour(stage);
hostileDevice(stage);
signUp(stage);
forgottenPassword(stage);
rest(stage);
frontPage(stage);
openReading(stage);
briefParts(stage);
personParts(stage);
liveReading(stage);
foreignHosts(stage);
hostileTexts(stage);

describe('all of it', () => {
  it('ran no foreign script, opened no dialog, broke no policy, and fetched nothing from elsewhere', () => {
    expect(stage.world.faults()).toEqual([]);
  });

  it('left no warning in the log of the server', () => {
    expect(stage.world.log().match(/^\{.*$/gm) ?? []).toEqual([]);
  });
});
