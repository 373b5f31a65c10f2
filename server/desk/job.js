// Follows a job without reloading the page; without this script the browser reloads it.
const card = document.querySelector('[data-job]');
if (card) {
  const bar = card.querySelector('progress');
  const status = card.querySelector('[role=status]');
  const events = new EventSource(card.dataset.job);
  events.addEventListener('progress', ({ data }) => {
    const { file, share = 0 } = JSON.parse(data);
    bar.value = Math.floor(share * 100);
    if (file) status.textContent = `Checking ${file}`;
  });
  events.addEventListener('over', () => {
    events.close();
    location.reload();
  });
}
