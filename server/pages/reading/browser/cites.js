// Card of a citation at its number, on hover or focus; and the target of a link unfolds.
const [OPENING, CLOSING] = [120, 250];
let card = null;
let owner = null;
let timer = 0;

for (const event of ['pointerover', 'focusin']) document.addEventListener(event, ({ target }) => reach(target));
for (const event of ['pointerout', 'focusout']) {
  document.addEventListener(event, ({ relatedTarget }) => {
    if (card !== null && !isOwn(relatedTarget)) later(close, CLOSING);
  });
}
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') close();
});
addEventListener('hashchange', unfold);
document.addEventListener('brief-drawn', close);
addEventListener('beforeprint', () => {
  for (const one of document.querySelectorAll('.brief :is(.view, .limits)')) one.open = true;
});
unfold();

function reach(target) {
  if (!(target instanceof Element)) return;
  const link = target.closest('article.brief a.cite');
  if (isOwn(target)) clearTimeout(timer);
  else if (link !== null) later(() => show(link), OPENING);
}

const isOwn = (target) =>
  target instanceof Node && (owner?.contains(target) === true || card?.contains(target) === true);

function later(act, pause) {
  clearTimeout(timer);
  timer = setTimeout(act, pause);
}

function show(link) {
  close();
  const source = document.querySelector(`${link.getAttribute('href')} > details`);
  if (source === null) return;
  owner = link;
  card = document.createElement('span');
  card.className = 'cite-card';
  card.setAttribute('role', 'note');
  card.setAttribute('aria-label', 'Source');
  const title = document.createElement('span');
  title.className = 'cite-title';
  title.append(...[...source.querySelector('summary').childNodes].map((part) => part.cloneNode(true)));
  card.append(title, ...[...source.children].slice(1).map((part) => part.cloneNode(true)));
  link.after(card);
  // In the top layer, which no scrolling or containing part of the page cuts.
  card.popover = 'manual';
  card.showPopover();
  const { left, top, bottom } = link.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const isBelow = bottom + height + 8 < innerHeight || top < height;
  card.style.left = `${Math.max(8, Math.min(left - 16, innerWidth - width - 8))}px`;
  card.style.top = `${isBelow ? bottom + 4 : top - height - 4}px`;
  addEventListener('scroll', close, { once: true, passive: true });
}

function close() {
  clearTimeout(timer);
  card?.remove();
  [card, owner] = [null, null];
}

function unfold() {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  for (let one = target; one; one = one.parentElement) if (one.tagName === 'DETAILS') one.open = true;
  target?.querySelector(':scope > details')?.setAttribute('open', '');
}
