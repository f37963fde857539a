/**
 * Texts of a page whose contrast with their background is below that of WCAG 2.2, level AA. Tests run it in a browser.
 */
(() => {
  const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const isOpaque = (color) => (channels(color)[3] ?? 1) > 0;
  const background = (element) => {
    const color = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)';
    return element && !isOpaque(color) ? background(element.parentElement) : color;
  };
  const contrast = (element) => {
    const { fill, color } = getComputedStyle(element);
    const [a, b] = [luminance(element instanceof SVGElement ? fill : color), luminance(background(element))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const hasText = ({ childNodes }) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.tagName !== 'title' && hasText(element) && contrast(element) < 4.5)
    .map((element) => `${element.tagName} ${element.className} ${contrast(element).toFixed(2)}`);
})();
