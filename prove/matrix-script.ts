/** Points out row and column under the mouse, and filters the table. Without it the page says the same. */
export const MATRIX_SCRIPT = `
const data = JSON.parse(document.getElementById('data').textContent);
const under = document.querySelector('.under');
for (const picture of document.querySelectorAll('svg.rows')) {
  const { names, column, row } = Object.fromEntries(Object.entries(picture.dataset).map(([name, text]) => [name, Number(text)]));
  const [across, down] = [picture.querySelector('.across'), picture.querySelector('.down')];
  picture.addEventListener('pointermove', (event) => {
    const box = picture.getBoundingClientRect();
    const line = Math.floor((event.clientY - box.top) / row);
    const place = Math.floor((event.clientX - box.left - names) / column);
    const group = picture.querySelectorAll('g')[line];
    const subject = group && data.subjects[group.dataset.id];
    if (!subject) return;
    const clause = data.clauses[place];
    across.setAttribute('y', line * row);
    down.setAttribute('x', clause ? names + place * column : -99);
    under.textContent = group.dataset.id + ': ' + subject + (clause ? '   |   ' + clause : '');
    under.hidden = false;
  });
  picture.addEventListener('pointerleave', () => {
    across.setAttribute('y', -99);
    down.setAttribute('x', -99);
    under.hidden = true;
  });
}
const search = document.querySelector('.search input');
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\\s+/);
  for (const line of document.querySelectorAll('tbody tr')) {
    const text = line.textContent.toLowerCase();
    line.hidden = !words.every((word) => text.includes(word));
  }
});
`;
