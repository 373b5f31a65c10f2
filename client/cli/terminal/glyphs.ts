// Signs that accompany words, each with an ASCII form. No sign carries a meaning alone.

const pairs = {
  up: ['▲', '^'],
  down: ['▼', 'v'],
  split: ['◆', '*'],
  open: ['○', 'o'],
  dot: ['●', '-'],
  check: ['✓', '+'],
  cross: ['✗', 'x'],
  warn: ['!', '!'],
  clock: ['◷', '~'],
  bullet: ['•', '-'],
  added: ['+', '+'],
  removed: ['−', '-'],
  changed: ['~', '~'],
  arrow: ['→', '->'],
  rule: ['─', '-'],
  middle: ['·', '|'],
  cut: ['…', '...'],
  quote: ['“', '"'],
  unquote: ['”', '"'],
} as const satisfies Record<string, readonly [sign: string, ascii: string]>;

export type GlyphName = keyof typeof pairs;
export type Glyphs = Readonly<Record<GlyphName, string>>;

const of = (form: 0 | 1): Glyphs =>
  Object.fromEntries(Object.entries(pairs).map(([name, both]) => [name, both[form]])) as Glyphs;

export const signs: Glyphs = of(0);
export const asciiSigns: Glyphs = of(1);

export const spinnerFrames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;
export const asciiSpinnerFrames = ['|', '/', '-', '\\'] as const;
