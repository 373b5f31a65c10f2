// Slider after the list of cutoffs: one step for each day with a change, the oldest at the left.
for (const event of ['brief-drawn', 'DOMContentLoaded']) document.addEventListener(event, addSliders);
addSliders();

// The last choice counts: a step of the list empties the field for any day next to it.
document.addEventListener('input', ({ target }) => {
  const day = target.matches('select') ? target.form?.querySelector('.any-day input') : null;
  if (day) day.value = '';
});

function addSliders() {
  for (const form of document.querySelectorAll('form[data-cutoff]')) {
    const select = form.querySelector('select[name="as_of"]');
    const days = select ? [...select.options].reverse() : [];
    if (days.length > 1 && !form.querySelector('.slider')) addSlider(select, days);
  }
}

function addSlider(select, days) {
  const box = document.createElement('div');
  box.className = 'slider';
  const range = document.createElement('input');
  Object.assign(range, { type: 'range', min: '0', max: String(days.length - 1), step: '1', id: `${select.id}-slider` });
  range.setAttribute('aria-label', 'Cutoff, by the days on which something changed');
  const ends = document.createElement('p');
  ends.className = 'ends';
  ends.setAttribute('aria-hidden', 'true');
  for (const option of [days[0], days[days.length - 1]]) {
    const end = document.createElement('span');
    end.textContent = option.dataset.day;
    ends.append(end);
  }
  // The list is authoritative: the form sends its value.
  const show = () => {
    range.value = String(days.indexOf(select.selectedOptions[0]));
    range.setAttribute('aria-valuetext', select.selectedOptions[0].textContent.trim());
  };
  range.addEventListener('input', () => {
    days[Number(range.value)].selected = true;
    show();
    select.dispatchEvent(new Event('input', { bubbles: true }));
  });
  select.addEventListener('change', show);
  show();
  box.append(range, marks(days.length), ends);
  const day = select.closest('.cutoff-day');
  if (day === null) select.before(box);
  else day.after(box);
}

/** One mark a step, under the track. */
function marks(count) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'marks');
  svg.setAttribute('viewBox', '0 0 1000 10');
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  for (let step = 0; step < count; step += 1) {
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
    const x = String((1000 * step) / (count - 1));
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: '0', y2: '10' })) line.setAttribute(name, value);
    svg.append(line);
  }
  return svg;
}
