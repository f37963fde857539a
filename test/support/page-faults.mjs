/** What is wrong with the structure of a page, for those who do not see it. Tests run it in a browser. */
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const ids = all('[id]').map(({ id }) => id);
  const levels = all('h1, h2, h3, h4, h5, h6').map(({ tagName }) => Number(tagName[1]));
  const isNamed = (element) => (element.getAttribute('aria-label') ?? '').trim() !== '';
  const scrolls = ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1;
  const isReachable = (element) => element.closest('[tabindex="0"][role="region"]') !== null;
  const count = (faults, text) =>
    faults.length > 0 ? [`${text}: ${faults.map(({ outerHTML }) => outerHTML.slice(0, 120)).join(' | ')}`] : [];
  return [
    ...(document.documentElement.lang && document.title ? [] : ['no language or title']),
    ...(all('main').length === 1 && all('h1').length === 1 ? [] : ['not one main part with one heading']),
    ...(new Set(ids).size === ids.length ? [] : ['an id occurs twice']),
    ...(levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1)
      ? []
      : [`headings skip a level: ${levels.join(' ')}`]),
    ...count(all('th:not([scope])'), 'a heading of a table without scope'),
    ...count(
      all('tbody tr').filter((row) => row.querySelectorAll('th').length !== 1),
      'a row without a heading',
    ),
    ...count(
      all('svg:not([aria-hidden="true"])').filter((svg) => svg.getAttribute('role') !== 'img' || !isNamed(svg)),
      'a plot without a name',
    ),
    ...count(
      all('[role="region"]').filter((region) => !isNamed(region)),
      'a region without a name',
    ),
    ...count(
      all('main *').filter(
        (element) =>
          !(element instanceof SVGElement) &&
          scrolls(element) &&
          getComputedStyle(element).overflowX !== 'visible' &&
          !isReachable(element),
      ),
      'it scrolls and cannot be focused',
    ),
    ...count(
      all('a[href^="#"]').filter((link) => document.getElementById(link.getAttribute('href').slice(1)) === null),
      'a link to nowhere',
    ),
    ...count(
      all('input').filter((input) => input.labels.length === 0),
      'an input without a label',
    ),
  ];
})();
