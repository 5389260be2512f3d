/**
 * Filters, search, permalinks, keys and copying. All of its state is in the part of the address behind `#`: either the id of
 * a clause, finding or section, or filters such as `show=fail,warn&q=price`. Without it the page says the same.
 */
export const SCRIPT: string = `
'use strict';
const root = document.documentElement;
root.classList.add('scripted');
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const one = (selector) => document.querySelector(selector);
const FACETS = { show: 'verdict', kind: 'kind', role: 'role', section: 'section' };
// Of open questions; it stands in the address like the filters of clauses, and leaves those alone.
const STATE = 'state';
const search = one('#q');
const clauses = all('.clause').map((element) => ({ element, data: element.dataset, text: null }));
const questions = all('.question').map((element) => ({ element, text: null }));
const groups = all('.group, .reason').map((element) => ({ element, isOpen: element.open }));
const spots = new Map(all('.spot').map((spot) => [decodeURIComponent(spot.hash.slice(1)), spot]));

one('.more').open = matchMedia('(min-width: 62rem)').matches;

// What stands in the address: a place on the page, filters, or a place and after it filters: #pictures&show=fail.
function read() {
  let hash = location.hash.slice(1);
  let target = '';
  const [, place, rest] = /^(?!(?:show|kind|role|section|state|q)=)([^&]*)(?:&(.*))?$/.exec(hash) || [];
  if (place !== undefined) { target = place; hash = rest || ''; }
  if (hash === '') {
    try { target = decodeURIComponent(target); } catch { /* then it is taken as it stands */ }
    return { target, chosen: {}, states: [], words: '' };
  }
  const given = new URLSearchParams(hash);
  const valuesOf = (name) => (given.get(name) || '').split(',').filter(Boolean);
  const chosen = {};
  for (const name of Object.keys(FACETS)) {
    const values = valuesOf(name);
    if (values.length > 0) chosen[name] = values;
  }
  return { target, chosen, states: valuesOf(STATE), words: given.get('q') || '' };
}

function write(chosen, words, states = read().states) {
  const all = { ...chosen, [STATE]: states };
  const parts = [...Object.keys(FACETS), STATE].filter((name) => all[name]?.length > 0)
    .map((name) => name + '=' + all[name].map(encodeURIComponent).join(','));
  if (words !== '') parts.push('q=' + encodeURIComponent(words));
  return '#' + (parts.join('&') || 'clauses');
}

// Another place of the page under the filters that hold.
function keeping(target, words = read().words, states = read().states) {
  const { chosen } = read();
  const filters = write(chosen, words, states);
  return filters === '#clauses' ? '#' + target : '#' + target + '&' + filters.slice(1);
}

function textOf(clause) {
  clause.text ??= clause.element.textContent.toLowerCase();
  return clause.text;
}

function matches(clause, chosen, words, except) {
  for (const [name, values] of Object.entries(chosen))
    if (name !== except && !values.includes(clause.data[FACETS[name]])) return false;
  return words.length === 0 || words.every((word) => textOf(clause).includes(word));
}

function apply() {
  const { target, chosen, states, words: typed } = read();
  const words = typed.toLowerCase().split(/\\s+/).filter(Boolean);
  const isFiltered = Object.keys(chosen).length > 0 || words.length > 0;
  if (document.activeElement !== search) search.value = typed;
  let shown = 0;
  for (const clause of clauses) {
    const fits = matches(clause, chosen, words);
    // A link leads to its clause, whatever else is left out.
    clause.element.hidden = !fits && !(target !== '' && clause.element.contains(place(target) ?? place(target.replace(/\\.\\d+$/, ''))));
    spots.get(clause.element.id)?.classList.toggle('dim', !fits);
    if (fits) shown += 1;
  }
  for (const { element, isOpen } of groups) {
    const count = all('.clause:not([hidden])', element).length;
    element.hidden = isFiltered && count === 0;
    const whole = all('.clause', element).length;
    const figure = element.querySelector('h2 .count');
    if (figure !== null) figure.textContent = count < whole ? count + ' of ' + whole : whole;
    element.open = isFiltered ? count > 0 : isOpen;
  }
  for (const chip of all('[data-facet]')) link(chip, chosen, typed, words);
  one('.none').hidden = shown > 0;
  one('.reset').hidden = !isFiltered;
  one('.shown').textContent = isFiltered ? sayWhat(shown, chosen, typed) : '';
  for (const calm of all('.calm')) calm.hidden = isFiltered;
  const isInQuestions = place(target)?.closest('.questions') != null;
  root.classList.toggle('in-questions', isInQuestions);
  search.placeholder = isInQuestions ? 'Search questions' : 'Search clauses';
  applyToQuestions(isInQuestions ? words : [], isInQuestions ? states : [], target);
  if (target !== '') reveal(target);
  markView();
}

function applyToQuestions(words, states, target) {
  const isFound = (question) => {
    question.text ??= question.element.textContent.toLowerCase();
    return words.every((word) => question.text.includes(word));
  };
  const found = questions.filter(isFound);
  let shown = 0;
  for (const { element } of questions) element.hidden = true;
  for (const { element } of found) {
    element.hidden = states.length > 0 && !states.includes(element.dataset.state);
    if (!element.hidden) shown += 1;
  }
  const asked = place(target)?.closest('.question');
  if (asked != null) asked.hidden = false;
  for (const chip of all('[data-state]:is(a)')) linkState(chip, states, found);
  for (const said of all('.questions > .found'))
    said.textContent = words.length + states.length === 0 ? '' : shown + ' of ' + questions.length + ' questions match.';
}

function linkState(chip, states, found) {
  const { state } = chip.dataset;
  const isChosen = states.includes(state);
  chip.href = keeping('questions', undefined, isChosen ? states.filter((other) => other !== state) : [...states, state]);
  setChip(chip, isChosen, found.filter(({ element }) => element.dataset.state === state).length);
}

function setChip(chip, isChosen, count) {
  if (isChosen) chip.setAttribute('aria-current', 'true');
  else chip.removeAttribute('aria-current');
  chip.querySelector('.count').textContent = count;
  chip.classList.toggle('empty', count === 0);
}

function place(id) {
  return id === '' ? null : document.getElementById(id);
}

function link(chip, chosen, typed, words) {
  const { facet, value } = chip.dataset;
  const values = chosen[facet] ?? [];
  const isChosen = values.includes(value);
  const next = isChosen ? values.filter((other) => other !== value) : [...values, value];
  chip.href = write({ ...chosen, [facet]: next }, typed);
  setChip(chip, isChosen, clauses.filter((clause) => clause.data[FACETS[facet]] === value && matches(clause, chosen, words, facet)).length);
}

function sayWhat(shown, chosen, typed) {
  const parts = Object.values(chosen).map((values) => values.join(' or '));
  if (chosen.section) parts[Object.keys(chosen).indexOf('section')] = 'section ' + chosen.section.join(' or ');
  if (typed !== '') parts.push('\\u201c' + typed + '\\u201d');
  return shown + ' of ' + clauses.length + ' clauses: ' + parts.join(', ');
}

function reveal(id) {
  const element = place(id) ?? place(id.replace(/\\.\\d+$/, ''));
  if (id !== '' && place(id) === null) {
    one('.shown').textContent = 'Nothing on this page is called \u201c' + id.slice(0, 80) + '\u201d. It may be of another report, or left out here.';
    if (element === null) return intoSight(one('#clauses'));
  }
  if (element === null) return;
  for (let part = element; part !== null; part = part.parentElement)
    if (part.tagName === 'DETAILS') part.open = true;
  element.scrollIntoView();
  if (element.matches('.clause')) element.querySelector('summary').focus({ preventScroll: true });
  const at = element.matches('.clause, .finding') ? element : null;
  for (const old of all('.reached')) old.classList.remove('reached');
  at?.classList.add('reached');
  showMarked(element);
}

function showMarked(within) {
  for (const mark of all('mark.at, ins.line:not(.quiet), del.line:not(.quiet)', within)) {
    const box = mark.closest('.wire');
    if (box.dataset.scrolled === 'true' || box.clientHeight === 0) continue;
    box.dataset.scrolled = 'true';
    const from = mark.offsetTop - box.offsetTop;
    if (from > box.clientHeight - 40) box.scrollTop = from - box.clientHeight / 3;
  }
}

function intoSight(list) {
  const { top } = list.getBoundingClientRect();
  if (top < 0 || top > innerHeight - 120) list.scrollIntoView();
}

function goTo(address) {
  if (address === location.hash) return;
  history.pushState(null, '', address);
  apply();
}

window.addEventListener('hashchange', apply);
window.addEventListener('popstate', apply);
document.addEventListener('toggle', (event) => {
  if (event.target.open) showMarked(event.target);
}, true);

search.addEventListener('input', () => {
  const { chosen } = read();
  const typed = search.value.trim();
  const isInQuestions = root.classList.contains('in-questions');
  history.replaceState(null, '', isInQuestions ? keeping('questions', typed) : write(chosen, typed));
  apply();
  if (!isInQuestions && one('#clauses').getBoundingClientRect().top < 0) one('#clauses').scrollIntoView();
});
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && search.value !== '') {
    event.preventDefault();
    search.value = '';
    search.dispatchEvent(new Event('input'));
  }
  if (event.key === 'ArrowDown' || event.key === 'Enter') {
    event.preventDefault();
    lines()[0]?.focus();
  }
});

document.addEventListener('click', (event) => {
  const chip = event.target.closest('a[data-facet], a.reset, .none a, .map th a');
  if (chip !== null && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
    goTo(chip.getAttribute('href'));
    intoSight(one('#clauses'));
    return;
  }
  const within = event.target.closest('a[href^="#"]:not([href*="="], .skip, [data-state])');
  if (within !== null && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
    const id = decodeURIComponent(within.hash.slice(1));
    if (keeping(id) === location.hash) reveal(id);
    else goTo(keeping(id));
    return;
  }
  const button = event.target.closest('button.copy');
  if (button !== null) copy(button);
});

async function copy(button) {
  const { copyLink } = button.dataset;
  const text = copyLink ? linkTo(copyLink) : button.parentElement.querySelector('code').textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
  button.classList.add('copied');
  one('.told').textContent = 'Copied.';
  setTimeout(() => button.classList.remove('copied'), 1600);
}

// The path of a file means nothing to those who get the link: it is named, and so is the clause.
function linkTo(id) {
  if (location.protocol !== 'file:') return location.href.split('#')[0] + '#' + id;
  const clause = place(id)?.closest('.clause');
  const says = clause?.querySelector('.says').firstChild.textContent.trim();
  return location.pathname.split('/').pop() + '#' + id + (says ? ' (' + says + ')' : '');
}

function copyBySelection(text) {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

function lines() {
  return all('.group > summary, .reason > summary, .clause > summary, .question').filter((line) => line.checkVisibility());
}

function step(event, places, by) {
  const at = places.indexOf(document.activeElement.closest('summary, .spot, .question'));
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? places.length - 1 : at + by;
  const place = places[Math.max(0, Math.min(places.length - 1, next))];
  event.preventDefault();
  place.focus();
  return place;
}

document.addEventListener('keydown', (event) => {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: 0, End: 0 }[event.key];
  if (by === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.target.matches('.spot')) rove(step(event, [...spots.values()], by));
  else if (event.target.matches('.group > summary, .reason > summary, .clause > summary, .question') && !event.key.match(/Left|Right/)) step(event, lines(), by);
});

function rove(current) {
  for (const spot of spots.values()) spot.tabIndex = spot === current ? 0 : -1;
}
rove(spots.values().next().value);

const pointed = one('.pointed');
for (const kind of ['pointerover', 'focusin']) {
  one('.map').addEventListener(kind, (event) => {
    const spot = event.target.closest('.spot');
    if (spot !== null) pointed.textContent = spot.title;
  });
}

const views = all('.views a').map((link) => ({ link, section: place(link.hash.slice(1)) }));
function markView() {
  const there = views.filter(({ section }) => section?.checkVisibility());
  const isEnd = scrollY > 0 && scrollY + innerHeight >= root.scrollHeight - 2;
  const reached = there.filter(({ section }) => section.getBoundingClientRect().top <= innerHeight * 0.4);
  // A short page ends before the place in the address has come to its top.
  const asked = there.find(({ section }) => section.id === read().target);
  const { top = -1 } = asked?.section.getBoundingClientRect() ?? {};
  const isInSight = top >= 0 && top < innerHeight;
  const current = isEnd ? (isInSight ? asked : there.at(-1)) : (reached.at(-1) ?? there[0]);
  for (const view of views) {
    if (view === current) view.link.setAttribute('aria-current', 'location');
    else view.link.removeAttribute('aria-current');
  }
  // On a narrow screen the list is one line, wider than the page; what is being pressed stays where it is.
  const list = one('.views');
  if (current !== undefined && !list.matches(':active')) {
    const { offsetLeft, offsetWidth } = current.link;
    list.scrollLeft = offsetLeft - list.offsetLeft - (list.clientWidth - offsetWidth) / 2;
  }
}
let isMarking = false;
addEventListener('scroll', () => {
  if (isMarking) return;
  isMarking = true;
  requestAnimationFrame(() => {
    isMarking = false;
    markView();
  });
}, { passive: true });

apply();
// The browser goes to the place in the address once more when all is there, and takes the focus away.
window.addEventListener('load', () => setTimeout(() => reveal(read().target)));
`;
