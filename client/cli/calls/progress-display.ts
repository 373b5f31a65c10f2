// Progress display while the program waits: a spinner with the time left on a terminal, plain lines elsewhere.
import type { LogEvent } from '../../settings.ts';
import type { Output } from '../output.ts';
import { clockText } from '../say.ts';
import { asciiSpinnerFrames, spinnerFrames } from '../terminal/glyphs.ts';
import { shortened } from '../terminal/text-width.ts';
import type { World } from '../world.ts';

const FRAME_MS = 100;
const clearLine = '\r\u001b[2K';

export class ProgressDisplay {
  readonly #world: World;
  readonly #output: Output;
  readonly #isDrawn: boolean;
  #stop: (() => void) | null = null;
  #isDirty = false;

  constructor(world: World, output: Output) {
    this.#world = world;
    this.#output = output;
    this.#isDrawn = output.stderrIsTerminal && world.env.TERM !== 'dumb';
  }

  /**
   * Shown until `clear` or the next text; `endsAt` is a monotonic time. Plain lines are printed once, and not with
   * JSON.
   */
  show(words: string, endsAt: number | null, { isPlainToo = true } = {}): void {
    this.clear();
    if (!this.#isDrawn) {
      if (isPlainToo && !this.#output.isJson) this.#output.note((sheet) => sheet.say(this.#words(words, endsAt)));
      return;
    }
    const { isAscii, paint, width } = this.#output.noteInk;
    const frames = isAscii ? asciiSpinnerFrames : spinnerFrames;
    let frame = 0;
    this.#stop = this.#world.every(FRAME_MS, () => {
      const sign = frames[frame % frames.length] ?? '';
      frame += 1;
      this.#isDirty = true;
      this.#output.flicker(
        `${clearLine}${paint('accent', sign)} ${shortened(this.#words(words, endsAt), width - 3, '')}`,
      );
    });
  }

  clear(): void {
    this.#stop?.();
    this.#stop = null;
    if (this.#isDirty) this.#output.flicker(clearLine);
    this.#isDirty = false;
  }

  async during<T>(words: string, endsAt: number | null, work: () => Promise<T>): Promise<T> {
    this.show(words, endsAt, { isPlainToo: false });
    try {
      return await work();
    } finally {
      this.clear();
    }
  }

  /** Reads the client's log: attempts and the pauses between them. */
  heard({ event, attempt, ms, requestId }: LogEvent, timeoutMs: number): void {
    const now = this.#world.clock.elapsed();
    if (event === 'request' && attempt > 1 && this.#isDrawn)
      this.show(`Asking again, attempt ${attempt}`, now + timeoutMs);
    if (event !== 'retry') return;
    const words = `No answer of use yet; attempt ${attempt} follows`;
    this.show(this.#isDrawn ? words : `${words}, under the same request id ${requestId}`, now + ms);
  }

  #words(words: string, endsAt: number | null): string {
    return endsAt === null ? words : `${words}, ${clockText(endsAt - this.#world.clock.elapsed())} left`;
  }
}
