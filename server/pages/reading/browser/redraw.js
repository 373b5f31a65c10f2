// Redraws a brief in place: while the cutoff of a free one moves, and once for each confirmed request of a paid one.
const parts = ['brief-top', 'brief-body'];
/** Drawn pages by address, so that a slider that goes back asks for nothing. */
const pages = new Map();
const PAGES_MAX = 40;
/** Pause of a slider before its cutoff is asked for. */
const PAUSE = 120;
/** Fields for any day, and the parameters that they set. */
const dayFields = { day: 'as_of', since_day: 'since' };
let running = null;
let timer = 0;
let isMoving = false;

const brief = () => document.querySelector('article.brief');
document.documentElement.classList.add('redraws');

document.addEventListener('input', ({ target }) => {
  const form = target.closest('form.cutoff[method="get"]');
  if (form === null || !target.name) return;
  clearTimeout(timer);
  if (target.type === 'date') {
    // A year is typed digit by digit. The list of the next page holds the day.
    if (target.value !== '' && target.validity.valid)
      timer = setTimeout(() => open(addressOf(form), { entry: 'push' }), PAUSE);
    return;
  }
  timer = setTimeout(() => {
    // A slider in motion is one step of the history.
    open(addressOf(form), { keepsBar: true, entry: isMoving ? 'replace' : 'push' });
    isMoving = true;
  }, PAUSE);
});
document.addEventListener('change', () => {
  setTimeout(() => (isMoving = false), PAUSE + 20);
});

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('article.brief form.cutoff, article.brief form[data-redraw]')) return;
  event.preventDefault();
  const { hash } = new URL(form.action);
  if (form.method === 'get') open(addressOf(form), { hash, entry: 'push' });
  else buy(form, hash);
});

document.addEventListener('click', (event) => {
  const link = event.target.closest('article.brief a[data-redraw]');
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open(link.href.split('#')[0], { entry: 'push' });
});

addEventListener('popstate', () => open(location.href.split('#')[0], {}));

function addressOf(form) {
  const url = new URL(form.action);
  url.hash = '';
  for (const [field, text] of new FormData(form)) {
    // A day in a field for any day has precedence over the list before it.
    const [name, value] =
      field in dayFields && text !== '' ? [dayFields[field], `${text}T23:59:59.999Z`] : [field, text];
    if (!(name in dayFields) && value !== '' && !(name === 'detail' && value === 'overview'))
      url.searchParams.set(name, value);
  }
  return url.href;
}

/** Draws the page of an address; `keepsBar` leaves the bar as it is, because a person holds its slider. */
async function open(address, { keepsBar = false, entry = '', hash = '' }) {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  try {
    const text = pages.get(address) ?? (await read(address, signal));
    if (signal.aborted) return;
    if (!draw(text, keepsBar)) return location.assign(address + hash);
    if (entry === 'push') history.pushState(null, '', address);
    else if (entry === 'replace') history.replaceState(null, '', address);
    if (hash !== '') document.querySelector(hash)?.scrollIntoView();
  } catch (error) {
    if (!signal.aborted) say(error.message);
  }
}

async function read(address, signal) {
  const response = await fetch(address, { signal });
  if (response.status === 429) throw new Error('That was too often. Wait a little, then move the cutoff again.');
  if (response.status >= 500) throw new Error('The service cannot be reached at the moment.');
  const text = await response.text();
  if (response.ok) {
    if (pages.size >= PAGES_MAX) pages.delete(pages.keys().next().value);
    pages.set(address, text);
  }
  return text;
}

/** The same form, sent twice, is one request: the mark in it says so. */
async function buy(form, hash) {
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    const response = await fetch(form.action.split('#')[0], {
      method: 'POST',
      body: new URLSearchParams(new FormData(form)),
    });
    if (!draw(await response.text(), false)) return form.submit();
    if (response.redirected) history.pushState(null, '', response.url.split('#')[0]);
    if (hash !== '') document.querySelector(hash)?.scrollIntoView();
  } catch {
    form.submit();
  }
}

/** False if the text is not the page of a brief. */
function draw(text, keepsBar) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const next = page.querySelector('article.brief');
  if (next === null || brief() === null) return false;
  const focused = document.activeElement?.id ?? '';
  const opened = [...brief().querySelectorAll('details[id][open]')].map(({ id }) => id);
  if (keepsBar) for (const part of parts) document.getElementById(part).replaceWith(next.querySelector(`#${part}`));
  else brief().replaceWith(next);
  document.title = page.title;
  for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
  document.dispatchEvent(new Event('brief-drawn'));
  if (focused !== '' && document.activeElement?.id !== focused)
    document.getElementById(focused)?.focus({ preventScroll: true });
  const [known, ...found] = ['.known time', '#action + p .label', '.person-count'].flatMap(
    (part) => brief().querySelector(part)?.textContent.trim() ?? [],
  );
  say(`As known on ${known}: ${found.join(', ')}`);
  return true;
}

function say(words) {
  const status = document.getElementById('redrawn');
  if (status !== null) status.textContent = words;
}
