// How a match went: the line of each player, its title, and the ends of the axis of values.
//
// Not here: marks of findings and the slider below it (replay.js).

/**
 * @param {any} data @param {TableState[]} states
 * @returns {{legend: HTMLElement, ends: HTMLElement, lines: SVGElement}}
 */
function matchCurve(data, states) {
  /** @type {string[]} */
  const seats = data.seats;
  const zone = data.zones.find((/** @type {Zone} */ one) => one.id === data.curve);
  /** @param {TableState} state @param {string} seat @returns {number} */
  const value = (state, seat) => zone ? (state.zones[zone.id + "." + seat] || []).length : state.tracks[data.curve + "|" + seat] || 0;
  const most = Math.max(1, ...seats.flatMap(seat => states.map(state => value(state, seat)))), last = Math.max(states.length - 1, 1);
  const lines = document.createElementNS(SVG, "svg");
  lines.setAttribute("viewBox", "0 0 1000 100");
  lines.setAttribute("preserveAspectRatio", "none");
  lines.setAttribute("aria-hidden", "true");
  for (const [i, seat] of seats.entries()) {
    const line = document.createElementNS(SVG, "polyline");
    line.setAttribute("class", "curve c" + i);
    line.setAttribute("points", states.map((state, seq) => `${(1000 * seq) / last},${96 - (90 * value(state, seat)) / most}`).join(" "));
    lines.append(line);
  }
  const legend = element("div", "legend"), ends = element("div", "ends");
  legend.append(element("b", "", data.curve_name), ...seats.map((seat, i) => element("span", "key c" + i, data.names[seat] || seat)));
  ends.append(element("span", "", most), element("span", "", 0));
  return {legend, ends, lines};
}
