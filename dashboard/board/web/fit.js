// What is to fit: long names into cards, both players' parts into the window.
//
// Not here: how cards share a row (replay.css).

/** What stands above a board on a phone, in pixels. */
const HEADER = 64;

/** Where a long English word may be broken: after a vowel, or the first of two consonants behind it, before a consonant with a vowel. */
const BREAKS = /[aeiouy](?:[bcdfgjklmnpqrstvwxz](?!h))?(?=(?:[cgpst]h|[bcdfghjklmnpqrstvwxz])[aeiouy])/gi;

/** A name in which long words have soft hyphens, two letters or more from their beginnings and three from their ends. @param {string} name @returns {string} */
function hyphenated(name) {
  return name.replace(/[A-Za-z]{7,}/g, word => word.replace(BREAKS, (part, /** @type {number} */ at) => {
    const place = at + part.length;
    return place < 2 || word.length - place < 3 ? part : part + "\u00ad";
  }));
}

/** How many letters wide the longest word of a name is; quotation marks are as wide as two, Japanese is broken anywhere. @param {string} name @returns {number} */
function longestWord(name) {
  return Math.max(1, ...(name.match(/[\u0021-\u024f’“”]+/g) || []).map(word => word.replace(/[“”]/g, "xx").length));
}

/** Give a board the height that the window leaves it below what stands above. @param {HTMLElement} root @param {HTMLElement} board */
function fitBoard(root, board) {
  const top = isNarrow() ? 0 : root.getBoundingClientRect().top + window.scrollY;
  const height = Math.max(460, window.innerHeight - Math.min(top, window.innerHeight * 0.4) - 12);
  root.style.setProperty("--height", `${height}px`);
  const grid = board.querySelector(".grid");
  const columns = grid instanceof HTMLElement ? Number(grid.style.getPropertyValue("--columns")) : 1;
  const rows = board.querySelectorAll(".strip").length + (grid ? grid.children.length / columns : 0);
  root.style.setProperty("--rows", String(Math.max(rows, 2)));
  root.classList.toggle("dense", rows >= 6);
  root.style.setProperty("--fit", rows >= 6 && root.querySelector(".controls") ? "1.24" : "1");
  shrinkBoard(root, board);
}

/** Whether the window is that of a phone. @returns {boolean} */
function isNarrow() { return window.innerWidth <= 820; }

/**
 * Make cards smaller until both players' parts are whole. They stay so until the window changes: what one step shrinks, the next
 * does not let grow again.
 * @param {HTMLElement} root @param {HTMLElement} board
 */
function shrinkBoard(root, board) {
  if (board.querySelector(".opened")) return;
  const feet = [...root.querySelectorAll(".timeline, .controls")].reduce((sum, one) => sum + (one instanceof HTMLElement ? one.offsetHeight : 0), 0);
  if (isNarrow() && !feet) return;
  const room = isNarrow() ? window.innerHeight - feet - HEADER : board.clientHeight;
  let fit = Number(root.style.getPropertyValue("--fit")) || 1;
  while (board.scrollHeight > room + 1 && fit > 0.4) root.style.setProperty("--fit", String(fit -= 0.04));
}
