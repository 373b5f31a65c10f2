// Heading levels, landmark, button names and colour mode of Redoc's page, which its options do not reach.
const page = document.querySelector('#redoc');
const dark = matchMedia('(prefers-color-scheme: dark)');
/** The accessible name that Redoc gave a button, by button. */
const names = new WeakMap();
new MutationObserver(renew).observe(page, {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeFilter: ['class', 'style', 'hidden', 'aria-label'],
});
renew();
// A width may show what was hidden.
addEventListener('resize', renew);
dark.addEventListener('change', followTheme);
new MutationObserver(followTheme).observe(document.documentElement, { attributeFilter: ['class', 'data-theme'] });
followTheme();

function renew() {
  nameMenu();
  levelHeadings();
  nameButtons();
}

/** Light or dark at each moment, as chosen or as the system has it; Redoc sets it while it starts, from an earlier visit. */
function followTheme() {
  const { classList, dataset } = document.documentElement;
  const isDark = dataset.theme === undefined ? dark.matches : dataset.theme === 'dark';
  classList.toggle('dark', isDark);
  classList.toggle('light', !isDark);
}

/** Redoc's menu of operations is in no landmark. */
function nameMenu() {
  const menu = page.querySelector('[data-component-name="Menu/Menu"]')?.parentElement?.parentElement;
  if (!menu || menu === page || menu.closest('[role="navigation"]')) return;
  menu.setAttribute('role', 'navigation');
  menu.setAttribute('aria-label', 'Operations');
}

/** The first visible heading gets level 1, and no level is left out below it. */
function levelHeadings() {
  const above = [];
  for (const heading of page.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    if (!heading.checkVisibility()) continue;
    const own = Number(heading.localName.slice(1));
    while (above.length > 0 && above.at(-1) >= own) above.pop();
    above.push(own);
    const level = String(above.length);
    if (heading.getAttribute('aria-level') === level) continue;
    if (level === String(own)) heading.removeAttribute('aria-level');
    else heading.setAttribute('aria-level', level);
  }
}

/** A button shows its current choice; its name must contain what it shows. */
function nameButtons() {
  for (const button of page.querySelectorAll('button[aria-label]')) {
    const text = button.textContent.trim().replaceAll(/\s+/g, ' ');
    const current = button.getAttribute('aria-label');
    const kept = names.get(button);
    const given = kept?.shown === current ? kept.given : current;
    const shown = text === '' || given.toLowerCase().includes(text.toLowerCase()) ? given : `${given}: ${text}`;
    if (shown !== current) button.setAttribute('aria-label', shown);
    names.set(button, { given, shown });
  }
}
