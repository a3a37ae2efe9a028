// How a match went: the line of each player from where it is set up, its title, and the ends of the axis of values.
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
  /** What a player has; undefined before it is set up, at the latest with the first turn. @param {TableState} state @param {string} seat @param {number} seq @returns {number|undefined} */
  const value = (state, seat, seq) => (zone ? state.zones[zone.id + "." + seat]?.length : state.tracks[data.curve + "|" + seat]) ?? (data.start && seq >= data.start ? 0 : undefined);
  const most = Math.max(1, ...seats.flatMap(seat => states.map((state, seq) => value(state, seat, seq) ?? 0))), last = Math.max(states.length - 1, 1);
  const lines = document.createElementNS(SVG, "svg");
  lines.setAttribute("viewBox", "0 0 1000 100");
  lines.setAttribute("preserveAspectRatio", "none");
  lines.setAttribute("aria-hidden", "true");
  for (const [i, seat] of seats.entries()) {
    const line = document.createElementNS(SVG, "polyline");
    line.setAttribute("class", "curve c" + i);
    const points = states.map((state, seq) => [seq, value(state, seat, seq)]).filter(([, now]) => now !== undefined);
    line.setAttribute("points", points.map(([seq, now]) => `${(1000 * Number(seq)) / last},${96 - (90 * Number(now)) / most}`).join(" "));
    lines.append(line);
  }
  const legend = element("div", "legend"), ends = element("div", "ends");
  legend.append(element("b", "", data.curve_name), ...seats.map((seat, i) => element("span", "key c" + i, data.names[seat] || seat)));
  ends.append(element("span", "", most), element("span", "", 0));
  return {legend, ends, lines};
}
