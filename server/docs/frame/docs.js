// Enhancements of the documentation: its search, its pages as Markdown to copy, and the console.
const site = './site.js';
const { addCopies, chooseKeptTab, counted, foundLine, root, suggest } = await import(site);

const library = './minisearch.js';
const index = './search-index.json';
let loading = null;

copyPage();
const field = document.querySelector('.search input');
const results = document.querySelector('#results[data-page]');
const form = document.querySelector('form[data-console]');
if (form) askAtOnce(form);
if (field) {
  field.addEventListener('focus', () => void load(), { once: true });
  suggest(field.form, async (text) => (await find(text)).map(entryOf), amongCompanies);
}
if (results) showResults(results);

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

async function showResults(place) {
  const text = new URLSearchParams(location.search).get('q')?.trim() ?? '';
  if (text === '') return;
  if (field) field.value = text;
  const found = await find(text);
  const said = document.createElement('p');
  said.textContent = `${counted(found.length)} for “${text}”`;
  const list = document.createElement('ul');
  list.className = 'found';
  list.append(...found.slice(0, 60).map((one) => foundLine(entryOf(one))));
  place.replaceChildren(said, list);
  document.querySelector('#everything')?.removeAttribute('open');
}

function amongCompanies(text) {
  return {
    href: `${root}/brief?${new URLSearchParams({ q: text })}`,
    title: `“${text}” among the companies`,
    kind: 'Tickers and names',
  };
}

const kinds = { page: 'Guide', error: 'Error', operation: 'Operation' };

const entryOf = ({ path, title, page, kind }) => ({ href: `${root}${path}`, title, kind: kinds[kind] ?? page });

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
    chooseKeptTab();
  });
}
