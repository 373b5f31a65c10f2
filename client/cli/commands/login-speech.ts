// Messages of a login, as sentences or as JSON lines: the address and the code, never the device code or the key.
import type { KeyStatus } from '../../../generated/api.ts';
import type { LoginCode } from '../../login/login.ts';
import { isUsable } from '../../usable.ts';
import type { Context } from '../command.ts';
import { safeText } from '../terminal/safe-text.ts';

export class LoginSpeech {
  readonly #context: Context;
  readonly #isForAgent: boolean;

  constructor(context: Context, isForAgent: boolean) {
    this.#context = context;
    this.#isForAgent = isForAgent;
  }

  existing(from: string): void {
    if (this.#isForAgent) return this.#event('existing_key', { from });
    this.#say(`There is a key already (${from}). It is used as it is; no other was asked for.`);
  }

  replacing(path: string): void {
    if (this.#isForAgent) return this.#event('kept_key_refused', { from: path });
    this.#say(`The key kept in ${path} is no longer good. A new one is asked for.`);
  }

  authorize({ browserUrl, userCode, expiresAt }: LoginCode): void {
    if (this.#isForAgent) {
      const instruction =
        'Give the person the whole browserUrl, and apart from it the userCode. The person compares the codes and approves.';
      return this.#event('authorize', { browserUrl, userCode, expiresAt, instruction });
    }
    const { output, world, waiting } = this.#context;
    output.print((sheet) => {
      const { paint } = sheet.ink;
      sheet.say('Open this address in a browser:');
      sheet.lines([`  ${paint('underline', safeText(browserUrl))}`, '']);
      sheet.say('Compare the code with the one on the page, and approve:');
      sheet.lines([`  ${paint('bold', paint('accent', safeText(userCode)))}`, '']);
    });
    const left = Date.parse(expiresAt) - world.clock.now();
    waiting.show('Waiting for approval', world.clock.elapsed() + (Number.isNaN(left) ? 0 : left));
  }

  authorized(path: string): void {
    if (this.#isForAgent) return this.#event('authorized', { savedTo: path });
    this.#say(`Approved. The key is kept in ${path}, for you alone.`);
  }

  checkout(url: string, endsAt: number | null): void {
    if (this.#isForAgent) {
      const instruction =
        'Give the person this link. Only a person pays. Ask research status again; the page behind the link proves nothing.';
      return this.#event('checkout', { checkoutUrl: url, instruction });
    }
    this.#say(`The key has no credit yet. A person can add some here:\n  ${safeText(url)}`);
    if (endsAt !== null) this.#context.waiting.show('Waiting until credit is recorded', endsAt);
  }

  done(status: KeyStatus): void {
    const { usable, reason } = isUsable(status);
    const isPreview = status.dataMode === 'preview';
    if (this.#isForAgent) {
      const next =
        usable || isPreview ? 'research brief TICKER' : 'Stop here. After a person has added credit: research status';
      return this.#event('done', {
        usable,
        reason,
        dataMode: status.dataMode,
        status: status.status,
        keyId: status.keyId,
        next,
      });
    }
    if (isPreview) return this.#say('It reads preview data, which is fictional and free. Next: research tickers');
    this.#say(
      usable
        ? `Ready: ${safeText(reason)}. Next: research tickers`
        : `Not usable yet: ${safeText(reason)}. After credit was added: research status`,
    );
  }

  #say(words: string): void {
    this.#context.output.print((sheet) => words.split('\n').forEach((line) => sheet.lines([line])));
  }

  #event(event: string, facts: object): void {
    this.#context.output.json({ event, ...facts });
  }
}
