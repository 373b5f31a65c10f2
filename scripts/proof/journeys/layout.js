// Runs in a page and names what its layout does wrong: a page wider than the screen, text that is cut off, text on other text.

/** Elements that scroll, are hidden on purpose, or stand in the top layer. */
const apart = '.table, pre, [popover], .skip, .heard, svg, select, .viewer span';
const texts =
  'main :is(a, button, label, h1, h2, h3, p, dd, dt, legend, summary, .label), header :is(a, span, button), footer :is(a, p)';

globalThis.layoutFaults = () => [...wide(), ...cut(), ...beside(), ...covered(), ...tiny()];

function wide() {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const beyond = [...document.querySelectorAll('body *')].filter(
    (one) => one.closest(apart) === null && one.getBoundingClientRect().right > clientWidth + 1,
  );
  return [`the page is ${scrollWidth} wide: ${beyond.slice(-2).map(called).join('; ')}`];
}

function cut() {
  return (
    [...document.querySelectorAll('body *')]
      .filter((one) => one.closest(apart) === null && one.tagName !== 'INPUT')
      // Folded elements have boxes that are not visible.
      .filter((one) => one.checkVisibility())
      .filter((one) => getComputedStyle(one).display !== 'inline' && one.clientWidth > 0)
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${called(one)} holds more than it is wide`)
  );
}

/** On a narrow screen a table of a page has nothing at its side that has to be scrolled to; one of a guide may have. */
function beside() {
  if (!matchMedia('(max-width: 52rem)').matches) return [];
  return [...document.querySelectorAll('.table[role="region"]')]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${called(one)} hides its last columns`);
}

/** Words below twelve pixels are hard to read on a phone, also those inside a fold. */
function tiny() {
  return [...document.querySelectorAll('body *')]
    .filter((one) => one.closest('svg, script, style, [href="about:blank"]') === null)
    .filter((one) => [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ''))
    .filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < 12)
    .slice(0, 3)
    .map((one) => `${called(one)} has letters of ${getComputedStyle(one).fontSize}`);
}

/** Neighbours are compared: what lies on something else is mostly next to it. */
function covered() {
  const boxes = [...document.querySelectorAll(texts)]
    .filter((one) => one.closest(apart) === null && one.children.length === 0 && one.offsetParent !== null)
    // Folded elements have boxes that are not visible.
    .filter((one) => one.checkVisibility())
    .map((one) => ({ one, box: one.getClientRects()[0] }))
    .filter(({ box }) => box !== undefined);
  return boxes.flatMap(({ one, box }, index) =>
    boxes
      .slice(index + 1, index + 9)
      .filter((other) => overlap(box, other.box))
      .map((other) => `${called(one)} lies on ${called(other.one)}`),
  );
}

function overlap(a, b) {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 2 && down > 3;
}

const called = (one) => `${one.tagName.toLowerCase()}.${one.className} “${one.textContent.trim().slice(0, 40)}”`;
