// Light or dark by choice, before a page is first drawn. The choice is kept in this browser; without one, the system decides.
{
  const key = 'theme';
  const root = document.documentElement;
  const kept = () => {
    try {
      return localStorage.getItem(key) ?? 'system';
    } catch {
      return 'system';
    }
  };
  const apply = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const one of document.querySelectorAll('input[name="theme"]')) one.checked = one.value === theme;
  };
  // The switch is drawn only where it works.
  root.classList.add('scripted');
  apply(kept());
  document.addEventListener('DOMContentLoaded', () => apply(kept()));
  document.addEventListener('change', ({ target }) => {
    if (target.name !== 'theme') return;
    apply(target.value);
    try {
      if (target.value === 'system') localStorage.removeItem(key);
      else localStorage.setItem(key, target.value);
    } catch {
      // Without storage, the choice holds for this page only.
    }
  });
  // Another window of the same browser.
  addEventListener('storage', () => apply(kept()));
}
