// A picture of a board as it is drawn on the page: shapes and text, with nothing of the page in it.
//
// Not here: when it is made and saved (replay.js).

const SVG = "http://www.w3.org/2000/svg";
/** Room below the board for the sentence, in pixels. */
const FOOT = 28;
/** Signs that begin no line of Japanese. */
const LAST = "。、，．）」』】！？：；ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ";
/** A hyphen that is only there where a word is broken. */
const SOFT = "\u00ad";
const FONT = "\"Noto Sans\", \"Noto Sans CJK JP\", sans-serif";

/**
 * An element of the drawing with attributes and a text.
 * @param {string} tag @param {Record<string, string|number>} as @param {string} [text] @returns {SVGElement}
 */
function shape(tag, as, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(as)) made.setAttribute(name, typeof value === "number" ? String(Math.round(value * 10) / 10) : value);
  if (text) made.textContent = text;
  return made;
}

const measuring = document.createElement("canvas").getContext("2d");

/** How wide a text is. @param {string} text @param {number} size @param {string} weight */
function widthOf(text, size, weight) {
  if (!measuring) return text.length * size * 0.6;
  measuring.font = `${weight} ${size}px ${FONT}`;
  return measuring.measureText(text).width;
}

/**
 * A text in lines that fit a width: broken at blanks and soft hyphens, or anywhere in a text without them. What does not fit ends in "…".
 * @param {string} text @param {{size: number, weight: string, width: number, most: number}} room @returns {string[]}
 */
function linesOf(text, room) {
  /** @type {string[]} */
  const lines = [];
  let rest = text.replace(/\s+/g, " ").trim();
  while (rest && lines.length < room.most) {
    let end = rest.length;
    while (end > 1 && widthOf(rest.slice(0, end), room.size, room.weight) > room.width) end -= 1;
    const last = lines.length === room.most - 1 && end < rest.length, gap = Math.max(rest.lastIndexOf(" ", end), rest.lastIndexOf(SOFT, end - 1));
    if (!last && end < rest.length && gap > 0) end = gap;
    else if (end > 2 && end < rest.length && LAST.includes(rest[end])) end -= 1;
    const line = last ? rest.slice(0, Math.max(end - 1, 1)) + "…" : rest.slice(0, end) + (rest[end] === SOFT ? "-" : "");
    lines.push(line.replaceAll(SOFT, ""));
    rest = rest.slice(rest[end] === SOFT ? end + 1 : end).trim();
  }
  return lines;
}

/**
 * The text of an element as far as it is shown, in lines, where it stands in its parent. @param {HTMLElement} one @param {{x: number, y: number, width: number, height: number}} box
 * @returns {SVGElement[]}
 */
function textOf(one, box) {
  const look = getComputedStyle(one), size = parseFloat(look.fontSize), step = size * 1.18;
  const most = Math.floor((box.height + size * 0.25) / step);
  const text = one.innerText;
  if (!text || most < 1 || box.width < size * 0.5) return [];
  const lines = linesOf(text, {size, weight: look.fontWeight, width: box.width + 1, most});
  return lines.map((line, i) => shape("text", {x: box.x, y: box.y + size * 0.95 + i * step, "font-size": size, "font-weight": look.fontWeight, fill: look.color}, line));
}

/** A card, turned as it lies. @param {HTMLElement} card @param {DOMRect} area @returns {SVGElement} */
function cardShape(card, area) {
  const box = card.getBoundingClientRect(), look = getComputedStyle(card), wide = card.offsetWidth, high = card.offsetHeight;
  const turned = parseFloat(look.rotate) || 0;
  const x = (box.left + box.right) / 2 - area.left - wide / 2, y = (box.top + box.bottom) / 2 - area.top - high / 2;
  const made = shape("g", {transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turned} ${wide / 2} ${high / 2})`});
  const back = card.classList.contains("back"), dashed = look.borderTopStyle === "dashed" ? {"stroke-dasharray": "5 3"} : {};
  made.append(shape("rect", {width: wide, height: high, rx: 6, fill: look.backgroundColor, stroke: look.borderTopColor, "stroke-width": 1.5, ...dashed}));
  for (const one of card.querySelectorAll(".cost, .kind, .owner, .name, .gist, .numbers > span, .counter, .sign")) {
    if (!(one instanceof HTMLElement) || !one.offsetWidth) continue;
    const bubble = getComputedStyle(one).backgroundColor, padding = parseFloat(getComputedStyle(one).paddingLeft) || 0;
    const place = {x: one.offsetLeft, y: one.offsetTop, width: one.offsetWidth, height: Math.min(one.offsetHeight, high - one.offsetTop - 2)};
    if (bubble !== "rgba(0, 0, 0, 0)") made.append(shape("rect", {...place, rx: Math.min(place.height / 2, 8), fill: bubble}));
    const size = parseFloat(getComputedStyle(one).fontSize), inset = one.classList.contains("cost") ? Math.max((place.width - widthOf(one.textContent || "", size, "700")) / 2, 0) : padding;
    made.append(...textOf(one, {...place, x: place.x + inset, width: Math.min(place.width, wide - place.x) - (back ? 0 : inset)}));
  }
  return made;
}

/**
 * The board as shapes and text, with a line below it.
 * @param {HTMLElement} root The whole component, for its colours. @param {HTMLElement} board @param {string} line @returns {SVGElement}
 */
function boardPicture(root, board, line) {
  const area = board.getBoundingClientRect(), page = getComputedStyle(root);
  const svg = shape("svg", {width: area.width, height: area.height + FOOT, "font-family": FONT});
  svg.append(shape("rect", {width: area.width, height: area.height + FOOT, fill: page.backgroundColor}));
  svg.append(shape("rect", {width: area.width, height: area.height, rx: 10, fill: getComputedStyle(board).backgroundColor}));
  const within = (/** @type {DOMRect} */ box) => ({x: box.left - area.left, y: box.top - area.top, width: box.width, height: box.height});
  for (const spot of board.querySelectorAll(".strip .spot, .spot.square")) {
    const box = within(spot.getBoundingClientRect());
    if (box.width) svg.append(shape("rect", {...box, rx: 8, fill: "none", stroke: getComputedStyle(spot).borderTopColor, "stroke-dasharray": spot.classList.contains("square") ? "none" : "4 3"}));
  }
  for (const one of board.querySelectorAll(".player, .zone > *, .track small, .track b, .lasting")) {
    if (!(one instanceof HTMLElement) || !one.offsetWidth) continue;
    const box = within(one.getBoundingClientRect()), look = getComputedStyle(one);
    if (one.classList.contains("disputed")) svg.append(shape("rect", {...box, rx: 4, fill: look.backgroundColor}));
    svg.append(...textOf(one, {...box, width: Math.max(box.width, 8)}));
  }
  const cards = [...board.querySelectorAll(".card")].filter(card => card instanceof HTMLElement && card.offsetWidth);
  const under = cards.filter(card => card.classList.contains("rider")).reverse(), upper = cards.filter(card => !card.classList.contains("rider"));
  for (const card of [...under, ...upper]) svg.append(cardShape(/** @type {HTMLElement} */ (card), area));
  const [fitting] = linesOf(line, {size: 12, weight: "400", width: area.width - 16, most: 1});
  svg.append(shape("text", {x: 8, y: area.height + 18, "font-size": 12, fill: page.color}, fitting));
  return svg;
}
