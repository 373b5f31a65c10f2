// Enhancements of the documentation: copy buttons, one tab choice for all examples, and search while typing.
/** Root of the service, which may share its host. */
const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
const library = './minisearch.js';
const index = './search-index.json';
let loading = null;

addCopies(document);
rememberTabs();
copyPage();
const field = document.querySelector('.docs-search input');
const results = document.querySelector('#results[data-page]');
const form = document.querySelector('form[data-console]');
if (form) askAtOnce(form);
if (field) searchWhileTyping(field);
if (results) showResults(results);
document.addEventListener('keydown', (event) => {
  if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  field?.focus();
});

/** Adds copy buttons; a folded part gets its button when it opens. */
function addCopies(part) {
  for (const block of part.querySelectorAll('pre.code')) {
    const folded = block.closest('details:not([open])');
    if (folded === null) addCopy(block);
    else folded.addEventListener('toggle', () => addCopy(block), { once: true });
  }
}

function addCopy(block) {
  const box = document.createElement('div');
  box.className = 'code-box';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${block.getAttribute('aria-label')}`);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  block.before(box);
  box.append(block, button);
}

/** Copies the whole page as Markdown. */
function copyPage() {
  const tools = document.querySelector('.docs-tools');
  const twin = tools?.querySelector('a');
  if (!twin) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = 'Copy as Markdown';
  button.addEventListener('click', async () => {
    const response = await fetch(twin.href);
    await navigator.clipboard.writeText(await response.text());
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy as Markdown'), 1500);
  });
  tools.prepend(button);
}

/** A choice of language applies to every example. */
function rememberTabs() {
  const key = 'docs-tab';
  const kept = read(key);
  if (kept !== null) chooseTab(kept);
  document.addEventListener('change', (event) => {
    if (!event.target.matches?.('.tab')) return;
    const top = event.target.closest('.tabs').getBoundingClientRect().top;
    chooseTab(event.target.value);
    // Examples above have changed their height; the clicked tab stays in its position.
    scrollBy(0, event.target.closest('.tabs').getBoundingClientRect().top - top);
    try {
      localStorage.setItem(key, event.target.value);
    } catch {
      // Without storage, the choice holds for this page only.
    }
  });
}

function chooseTab(value) {
  for (const tab of document.querySelectorAll(`.tab[value="${CSS.escape(value)}"]`)) tab.checked = true;
}

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Loads the index and the search from this service at the first search. */
function load() {
  loading ??= Promise.all([
    import(library),
    fetch(new URL(index, import.meta.url)).then((response) => response.text()),
  ]).then(([{ default: MiniSearch }, text]) =>
    MiniSearch.loadJSON(text, { fields: ['title', 'page', 'words', 'answers'] }),
  );
  return loading;
}

async function find(text) {
  const search = await load();
  return search.search(text, {
    prefix: true,
    fuzzy: 0.15,
    boost: { answers: 8, title: 4, page: 2 },
    combineWith: 'AND',
  });
}

function searchWhileTyping(input) {
  const panel = document.createElement('div');
  panel.className = 'docs-found';
  panel.hidden = true;
  input.form.append(panel);
  const said = document.createElement('p');
  said.setAttribute('role', 'status');
  const list = document.createElement('ul');
  list.className = 'found';
  panel.append(said, list);
  let turn = 0;
  input.addEventListener('focus', () => void load(), { once: true });
  input.addEventListener('input', async () => {
    const mine = (turn += 1);
    const text = input.value.trim();
    const found = text === '' ? [] : await find(text);
    if (mine !== turn) return;
    panel.hidden = text === '';
    said.textContent = counted(found.length);
    list.replaceChildren(...found.slice(0, 8).map(item));
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !panel.hidden) {
      panel.hidden = true;
      input.focus();
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !panel.hidden) step(event, input, list);
  });
  document.addEventListener('click', (event) => {
    if (!input.form.contains(event.target)) panel.hidden = true;
  });
}

function step(event, input, list) {
  const places = [input, ...list.querySelectorAll('a')];
  const at = places.indexOf(document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  places[(at + (event.key === 'ArrowDown' ? 1 : places.length - 1)) % places.length].focus();
}

async function showResults(place) {
  const text = new URLSearchParams(location.search).get('q')?.trim() ?? '';
  if (text === '') return;
  if (field) field.value = text;
  const found = await find(text);
  const said = document.createElement('p');
  said.textContent = `${counted(found.length)} for “${text}”`;
  const list = document.createElement('ul');
  list.className = 'found';
  list.append(...found.slice(0, 60).map(item));
  place.replaceChildren(said, list);
}

const counted = (count) => (count === 0 ? 'Nothing found' : `${count} ${count === 1 ? 'place' : 'places'}`);

function item({ path, title, page, kind }) {
  const line = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${root}${path}`;
  const name = document.createElement('b');
  name.textContent = title;
  const where = document.createElement('small');
  where.textContent = { page: 'Guide', error: 'Error', operation: 'Operation', section: page }[kind];
  link.append(name, where);
  line.append(link);
  return line;
}

/** Sends the console's question on each choice. Another company has other days, so the whole page reloads. */
function askAtOnce(question) {
  let turn = 0;
  question.addEventListener('change', async (event) => {
    if (event.target.name === 'ticker') {
      question.elements.as_of.value = '';
      question.requestSubmit();
      return;
    }
    const mine = (turn += 1);
    const address = `${question.action}?${new URLSearchParams(new FormData(question))}`;
    question.parentElement.classList.add('waits');
    const response = await fetch(address);
    const answer = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('#answer');
    if (mine !== turn) return;
    question.parentElement.classList.remove('waits');
    if (answer === null) return location.assign(address);
    document.querySelector('#answer').replaceWith(answer);
    history.replaceState(null, '', address);
    addCopies(answer);
    const kept = read('docs-tab');
    if (kept !== null) chooseTab(kept);
  });
}
