// Enhancements of every page: copy buttons, one tab choice for all examples, and suggestions below a search field.
/** Root of the service, which may share its host. */
export const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '');
const tabKey = 'docs-tab';
/** Pause of a typing person before suggestions are asked for. */
const PAUSE = 150;
const SUGGESTIONS_MAX = 8;

addCopies(document);
rememberTabs();
for (const form of document.querySelectorAll('form[data-companies]')) suggest(form, companiesOf(form), inGuides);
document.addEventListener('keydown', (event) => {
  if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const fields = [...document.querySelectorAll('form[role="search"] input')];
  // On a narrow screen the field is in the closed menu.
  if (!fields.some((one) => one.checkVisibility())) document.querySelector('.menu').open = true;
  fields.find((one) => one.checkVisibility())?.focus();
});

/** Adds copy buttons; a folded part gets its button when it opens. */
export function addCopies(part) {
  for (const block of part.querySelectorAll('pre.code')) {
    const folded = block.closest('details:not([open])');
    if (folded === null) addToBlock(block);
    else folded.addEventListener('toggle', () => addToBlock(block), { once: true });
  }
  for (const text of part.querySelectorAll('[data-copy]')) text.after(copyButton(text, text.dataset.copy));
}

function addToBlock(block) {
  const box = document.createElement('div');
  box.className = 'code-box';
  block.before(box);
  box.append(block, copyButton(block, block.getAttribute('aria-label')));
}

function copyButton(source, name) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${name}`);
  button.addEventListener('click', async () => {
    const isCopied = await copied(source);
    button.textContent = isCopied ? 'Copied' : 'Selected';
    status().textContent = isCopied ? `Copied: ${name}` : 'Selected. Copy it with the keyboard.';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  return button;
}

/** False where the browser lets no page write to the clipboard: the text is then selected. */
async function copied(source) {
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    return true;
  } catch {
    getSelection().selectAllChildren(source);
    return false;
  }
}

/** Read out by a screen reader. */
function status() {
  const known = document.querySelector('#copied');
  if (known !== null) return known;
  const made = document.createElement('p');
  made.id = 'copied';
  made.className = 'heard';
  made.setAttribute('role', 'status');
  document.body.append(made);
  return made;
}

/** A choice of language applies to every example. */
function rememberTabs() {
  document.addEventListener('change', (event) => {
    if (!event.target.matches?.('.tab')) return;
    const top = event.target.closest('.tabs').getBoundingClientRect().top;
    chooseTab(event.target.value);
    // Examples above have changed their height; the clicked tab stays in its position.
    scrollBy(0, event.target.closest('.tabs').getBoundingClientRect().top - top);
    try {
      localStorage.setItem(tabKey, event.target.value);
    } catch {
      // Without storage, the choice holds for this page only.
    }
  });
  chooseKeptTab();
}

/** Chooses the remembered tab in every example that has it. */
export function chooseKeptTab() {
  try {
    const kept = localStorage.getItem(tabKey);
    if (kept !== null) chooseTab(kept);
  } catch {
    // Without storage, the first tab stays chosen.
  }
}

function chooseTab(value) {
  for (const tab of document.querySelectorAll(`.tab[value="${CSS.escape(value)}"]`)) tab.checked = true;
}

/** Suggestions while typing: what `find` gives for a text, each with address, title and kind; `onward` is the last one. */
export function suggest(form, find, onward) {
  const input = form.querySelector('input');
  const panel = document.createElement('div');
  panel.className = 'search-found';
  panel.hidden = true;
  const said = document.createElement('p');
  said.setAttribute('role', 'status');
  const list = document.createElement('ul');
  list.className = 'found';
  // Not one of the counted ones: it leads to another search.
  const further = document.createElement('p');
  further.className = 'further';
  panel.append(said, list, further);
  form.append(panel);
  let turn = 0;
  const show = async () => {
    const own = (turn += 1);
    const text = input.value.trim();
    const found = text === '' ? [] : await find(text);
    if (own !== turn) return;
    panel.hidden = text === '';
    said.textContent = counted(found.length);
    list.replaceChildren(...found.slice(0, SUGGESTIONS_MAX).map(foundLine));
    further.replaceChildren(foundLink(onward(text)));
  };
  input.addEventListener('input', show);
  // A fast reader types before this script is there.
  if (input.value !== '' && document.activeElement === input) void show();
  document.addEventListener('keydown', (event) => {
    if (panel.hidden) return;
    if (event.key === 'Escape') {
      panel.hidden = true;
      input.focus();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event, input, panel);
  });
  document.addEventListener('click', ({ target }) => {
    if (!form.contains(target)) panel.hidden = true;
  });
}

function step(event, input, panel) {
  const places = [input, ...panel.querySelectorAll('a')];
  const at = places.indexOf(document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  places[(at + (event.key === 'ArrowDown' ? 1 : places.length - 1)) % places.length].focus();
}

export const counted = (count) => (count === 0 ? 'Nothing found' : `${count} found`);

export function foundLine(found) {
  const line = document.createElement('li');
  line.append(foundLink(found));
  return line;
}

function foundLink({ href, title, kind }) {
  const link = document.createElement('a');
  link.href = href;
  const name = document.createElement('b');
  name.textContent = title;
  const where = document.createElement('small');
  where.textContent = kind;
  link.append(name, where);
  return link;
}

function inGuides(text) {
  return {
    href: `${root}/docs/search?${new URLSearchParams({ q: text })}`,
    title: `“${text}” in the documentation`,
    kind: 'Guides, operations and errors',
  };
}

/** Companies from the page that the form leads to: the server alone ranks them. */
function companiesOf(form) {
  const known = new Map();
  return async (text) => {
    await new Promise((resume) => setTimeout(resume, PAUSE));
    if (form.querySelector('input').value.trim() !== text) return [];
    const address = `${form.action}?${new URLSearchParams({ list: 'all', q: text })}`;
    const found = known.get(address) ?? (await companiesAt(address));
    known.set(address, found);
    return found;
  };
}

async function companiesAt(address) {
  const response = await fetch(address);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return [...page.querySelectorAll('[data-company]')].map((row) => {
    const link = row.querySelector('a');
    return { href: link.getAttribute('href'), title: link.textContent, kind: row.querySelector('td').textContent };
  });
}
