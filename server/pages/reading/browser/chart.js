// Cross-hair of the chart: the date and both values under a pointer, a finger, or the arrow keys.
const svgNames = 'http://www.w3.org/2000/svg';
const months = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const MOVES_SHOWN = 3;

document.addEventListener('brief-drawn', addAll);
addAll();

function addAll() {
  for (const figure of document.querySelectorAll('figure[data-chart]')) {
    if (figure.querySelector('.session') === null) addCrosshair(figure);
  }
}

function addCrosshair(figure) {
  const drawings = [...figure.querySelectorAll('svg[data-points]')].map(withCross);
  const [{ points }] = drawings;
  const moves = movesOf(figure, points);
  const [readout, range] = [document.createElement('p'), document.createElement('input')];
  readout.className = 'readout';
  readout.setAttribute('aria-hidden', 'true');
  Object.assign(range, { type: 'range', className: 'session', min: '0', max: String(points.length - 1), step: '1' });
  range.value = range.max;
  range.id = 'session';
  range.setAttribute('aria-label', 'Session of the chart');
  const show = (index) => {
    const { session, security, benchmark } = points[index];
    const values = `${dayText(new Date(session))}: ${figure.dataset.chart} ${security.toFixed(1)}, SPY ${benchmark.toFixed(1)}`;
    const said = moves.get(index) ?? [];
    const more = said.length > MOVES_SHOWN ? [`and ${said.length - MOVES_SHOWN} more`] : [];
    readout.textContent = [values, ...said.slice(0, MOVES_SHOWN), ...more].join(' · ');
    range.value = String(index);
    range.setAttribute('aria-valuetext', readout.textContent);
    for (const one of drawings) one.move(index);
    figure.classList.add('crossed');
  };
  const hide = () => {
    if (document.activeElement !== range) figure.classList.remove('crossed');
  };
  for (const { svg, points: own } of drawings) {
    const at = ({ clientX }) => {
      const { left, width } = svg.getBoundingClientRect();
      show(nearest(own, ((clientX - left) / width) * svg.viewBox.baseVal.width));
    };
    svg.addEventListener('pointermove', at);
    svg.addEventListener('pointerdown', at);
    svg.addEventListener('pointerleave', hide);
    for (const move of svg.querySelectorAll('.move')) {
      move.addEventListener('click', () => {
        if (document.getElementById(move.dataset.view) !== null) location.hash = move.dataset.view;
      });
    }
  }
  range.addEventListener('input', () => show(Number(range.value)));
  range.addEventListener('focus', () => show(Number(range.value)));
  range.addEventListener('blur', () => figure.classList.remove('crossed'));
  figure.prepend(readout, range);
}

/** As on the rest of the page: 30 Sep 2026. */
const dayText = (date) => `${date.getUTCDate()} ${months.format(date)} ${date.getUTCFullYear()}`;

function withCross(svg) {
  const points = svg.dataset.points.split(';').map((point) => {
    const [x, upper, lower, session, security, benchmark] = point.split(' ');
    return {
      x: Number(x),
      ys: [Number(upper), Number(lower)],
      session,
      security: Number(security),
      benchmark: Number(benchmark),
    };
  });
  const group = svg.insertBefore(document.createElementNS(svgNames, 'g'), svg.querySelector('.move'));
  group.setAttribute('class', 'cross');
  const make = (name, css, more = {}) => {
    const part = group.appendChild(document.createElementNS(svgNames, name));
    for (const [key, value] of Object.entries({ class: css, ...more })) part.setAttribute(key, value);
    return part;
  };
  const hair = make('line', 'hair', { y1: '12', y2: String(svg.viewBox.baseVal.height - 26) });
  const dots = ['security', 'benchmark'].map((css) => make('circle', `end ${css}`, { r: '4.5' }));
  const move = (index) => {
    const { x, ys } = points[index];
    hair.setAttribute('x1', String(x));
    hair.setAttribute('x2', String(x));
    for (const [place, dot] of dots.entries()) {
      dot.setAttribute('cx', String(x));
      dot.setAttribute('cy', String(ys[place]));
    }
  };
  return { svg, points, move };
}

function nearest(points, x) {
  let best = 0;
  for (const [index, point] of points.entries()) if (Math.abs(point.x - x) < Math.abs(points[best].x - x)) best = index;
  return best;
}

/** The moves of each drawn session: those that are nearest to it. */
function movesOf(figure, points) {
  const found = new Map();
  for (const move of figure.querySelector('svg').querySelectorAll('.move')) {
    const time = Date.parse(move.dataset.session);
    const gaps = points.map(({ session }) => Math.abs(Date.parse(session) - time));
    const index = gaps.indexOf(Math.min(...gaps));
    found.set(index, [...(found.get(index) ?? []), move.querySelector('title').textContent]);
  }
  return found;
}
