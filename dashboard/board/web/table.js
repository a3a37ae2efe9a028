// The table of a match: its state at every event, folded from changes, and the board drawn from it.
//
// What comes from records is data; it goes into the page as text, never as HTML. Not here: stepping (replay.js).

/** @typedef {{name: string, other?: string, kind?: string, cost?: string|number, text?: string, stats?: [string, number, string][]}} Face */
/** @typedef {{id: string, name: string, look: string, row: number, shared: boolean, places: number, square: [number, number]|null}} Zone */
/** @typedef {{id: string, seats: string[], curve_name?: string, names: Record<string, string>, zones: Zone[], tracks: {id: string, name: string, shared: boolean, start: number}[], kinds: Record<string, string>, colours: Record<string, number>, faces: Record<string, Face>, events: {ops: any[][]}[], words: Record<string, string>}} TableData */
/**
 * The table after one event. Parts that an event does not change are shared with the state before it.
 * @typedef {{zones: Record<string, string[]>, place: Record<string, string>, face: Record<string, string>, down: Record<string, number>, quarter: Record<string, number>, host: Record<string, [string, string]>, tracks: Record<string, number>, now: Record<string, Record<string, [string, number]>>, count: Record<string, [string, number][]>, last: Record<string, string[]>}} TableState
 */

/** @returns {TableState} */
function emptyTable() {
  return {zones: {}, place: {}, face: {}, down: {}, quarter: {}, host: {}, tracks: {}, now: {}, count: {}, last: {}};
}

/** The states after all events. @param {{ops: any[][]}[]} events @returns {TableState[]} */
function allStates(events) {
  /** @type {TableState[]} */
  const states = [];
  let state = emptyTable();
  for (const event of events) {
    const fresh = new Set();
    let next = {...state};
    /** @param {keyof TableState} part */
    const own = part => {
      if (!fresh.has(part)) {
        next[part] = /** @type {any} */ ({...next[part]});
        fresh.add(part);
      }
      return /** @type {any} */ (next[part]);
    };
    for (const [kind, of, a, b] of event.ops) {
      if (kind === "back") { next = {...states[of]}; fresh.clear(); }
      else if (kind === "new") { own("face")[of] = a; own("place")[of] = b; own("zones")[b] = [...(next.zones[b] || []), of]; }
      else if (kind === "move") {
        const origin = next.place[of], zones = own("zones");
        zones[origin] = zones[origin].filter((/** @type {string} */ card) => card !== of);
        zones[a] = b ? [of, ...(zones[a] || [])] : [...(zones[a] || []), of];
        own("place")[of] = a;
      }
      else if (kind === "face") own("face")[of] = a;
      else if (kind === "down") own("down")[of] = a;
      else if (kind === "turn") own("quarter")[of] = a;
      else if (kind === "on") { if (a) own("host")[of] = [a, b]; else delete own("host")[of]; }
      else if (kind === "set") own("tracks")[of + "|" + a] = b;
      else if (kind === "now") own("now")[of] = a;
      else if (kind === "count") own("count")[of] = a;
      else if (kind === "last") own("last")[of] = a;
    }
    states.push(next);
    state = next;
  }
  return states;
}

/**
 * An element with a class and a text.
 * @param {string} tag @param {string} [name] @param {string|number} [text] @returns {HTMLElement}
 */
function element(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined && text !== "") made.textContent = String(text);
  return made;
}

/** A term without what stands behind it in brackets. @param {string} term @returns {string} */
function plain(term) {
  return term.replace(/ *[(（].*$/, "");
}

/** Give an element these children, if they are not its children already. @param {Element} parent @param {Node[]} children */
function setChildren(parent, children) {
  if (parent.childNodes.length === children.length && children.every((child, i) => parent.childNodes[i] === child)) return;
  parent.replaceChildren(...children);
}

/** Draws a table into an element, again and again; cards keep their elements while they are what they are. */
class Board {
  /** @param {HTMLElement} root @param {TableData} data */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.kindIds = Object.keys(data.kinds);
    /** @type {Map<string, {el: HTMLElement, look: string}>} */
    this.cards = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.spots = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.values = new Map();
    /** @type {Set<string>} */
    this.opened = new Set();
    this.state = emptyTable();
    this.still = false;
    /** @type {{key: string[], recorded: string, ruled: string}|null} */
    this.dispute = null;
    /** The cards of an act that the rules refuse. @type {Set<string>} */
    this.refused = new Set();
    this.build();
  }

  build() {
    const {seats, zones} = this.data;
    const [near, ...far] = seats;
    for (const seat of far) this.root.append(this.side(seat, true));
    const squares = zones.filter(zone => zone.square);
    if (squares.length) this.root.append(this.grid(squares, near !== [...seats].sort()[0]));
    const shared = zones.filter(zone => zone.shared && !zone.square);
    const tracks = this.data.tracks.filter(track => track.shared);
    if (shared.length || tracks.length) {
      const middle = element("div", "strip middle");
      for (const track of tracks) middle.append(this.track(track, "table"));
      for (const zone of shared) middle.append(this.spot(zone, zone.id));
      this.root.append(middle);
    }
    this.root.append(this.side(near, false));
  }

  /** One player's part: a plate with numbers, piles beside it, and strips of cards from the middle outwards.
   * @param {string} seat @param {boolean} far */
  side(seat, far) {
    const side = element("section", "side" + (far ? " far" : ""));
    side.setAttribute("aria-label", this.data.names[seat] || seat);
    const plate = element("div", "plate");
    const name = element("div", "player", this.data.names[seat] || seat);
    name.dataset.turn = seat;
    plate.append(name);
    const tracks = element("div", "tracks");
    for (const track of this.data.tracks) if (!track.shared) tracks.append(this.track(track, seat));
    const budget = element("span", "track now");
    this.values.set("now|" + seat, budget);
    tracks.append(budget);
    plate.append(tracks);
    const lasting = element("button", "lasting"), effects = element("span");
    lasting.setAttribute("type", "button");
    lasting.setAttribute("aria-expanded", "false");
    lasting.addEventListener("click", () => lasting.setAttribute("aria-expanded", String(lasting.classList.toggle("whole"))));
    lasting.append(effects);
    lasting.hidden = true;
    this.values.set("last|" + seat, effects);
    plate.append(lasting);
    const own = this.data.zones.filter(zone => !zone.shared && !zone.square);
    const shelf = element("div", "shelf");
    for (const zone of own.filter(one => one.look === "pile")) shelf.append(this.spot(zone, zone.id + "." + seat));
    plate.append(shelf);
    const strips = element("div", "strips");
    for (const strip of this.stripsOf(own.filter(zone => zone.look !== "pile"))) {
      const row = element("div", "strip");
      for (const zone of strip) row.append(this.spot(zone, zone.id + "." + seat));
      strips.append(row);
    }
    side.append(plate, strips);
    return side;
  }

  /** Zones that share a strip: rows with room for so many cards stay apart, other rows of the table go together, and so do
   * hands. @param {Zone[]} zones @returns {Zone[][]} */
  stripsOf(zones) {
    const ranks = zones.filter(zone => zone.places && zone.look === "row");
    const loose = zones.filter(zone => !zone.places && zone.look === "row").sort((a, b) => a.row - b.row);
    const hands = zones.filter(zone => zone.look === "fan").sort((a, b) => a.row - b.row);
    const byRow = [...new Set(ranks.map(zone => zone.row))].sort((a, b) => a - b);
    const rows = byRow.map(row => ranks.filter(zone => zone.row === row));
    if (this.data.zones.some(zone => zone.square)) return [[...hands, ...loose]];
    if (rows.length && loose.length) rows[0] = [...rows[0], ...loose];
    return [...rows, ...(rows.length || !loose.length ? [] : [loose]), ...(hands.length ? [hands] : [])];
  }

  /** @param {{id: string, name: string}} track @param {string} of */
  track(track, of) {
    const made = element("span", "track");
    made.append(element("small", "", track.name));
    const value = element("b");
    this.values.set(track.id + "|" + of, value);
    made.append(value);
    return made;
  }

  /** @param {Zone[]} squares @param {boolean} turned */
  grid(squares, turned) {
    const grid = element("div", "grid");
    const columns = [...new Set(squares.map(zone => (/** @type {[number, number]} */ (zone.square))[0]))].sort((a, b) => a - b);
    const rows = [...new Set(squares.map(zone => (/** @type {[number, number]} */ (zone.square))[1]))].sort((a, b) => b - a);
    if (turned) { columns.reverse(); rows.reverse(); }
    grid.style.setProperty("--columns", String(columns.length));
    for (const row of rows) for (const column of columns) {
      const zone = squares.find(one => one.square && one.square[0] === column && one.square[1] === row);
      if (zone) grid.append(this.spot(zone, zone.id));
    }
    return grid;
  }

  /** @param {Zone} zone @param {string} place */
  spot(zone, place) {
    const spot = element("div", "spot " + (zone.square ? "square" : zone.look));
    const title = element("span", "zone");
    title.append(element("span", "title", zone.name), element("span", "size"), element("span", "badge"));
    const cards = element("div", "cards");
    if (zone.look === "pile") {
      const open = element("button", "open");
      open.setAttribute("type", "button");
      open.append(title);
      open.addEventListener("click", () => { if (!this.opened.delete(place)) this.opened.add(place); this.draw(this.state, this.dispute); });
      spot.append(open, cards);
    } else spot.append(title, cards);
    this.spots.set(place, spot);
    return spot;
  }

  /** @param {TableState} state @param {{key: string[], recorded: string, ruled: string}|null} dispute @param {string} [active] */
  draw(state, dispute, active) {
    if (active !== undefined) for (const name of this.root.querySelectorAll(".player")) if (name instanceof HTMLElement) name.classList.toggle("active", name.dataset.turn === active);
    this.state = state;
    this.dispute = dispute;
    this.refused = new Set(dispute && dispute.key[0] === "act" ? dispute.key.slice(1) : []);
    /** @type {Record<string, string[]>} */
    const guests = {};
    for (const [card, [host]] of Object.entries(state.host)) if (state.place[host]) (guests[host] = guests[host] || []).push(card);
    for (const [place, spot] of this.spots) {
      const zone = this.data.zones.find(one => one.id === place.split(".")[0]);
      if (!zone) continue;
      const places = zone.square && !zone.shared ? this.data.seats.map(seat => place + "." + seat) : [place];
      const refs = places.flatMap(one => state.zones[one] || []).filter(ref => !state.host[ref] || !state.place[state.host[ref][0]]);
      this.fill(spot, zone, refs, {state, guests, place});
    }
    for (const [key, value] of this.values) this.value(key, value, state);
  }

  closePiles() {
    this.opened.clear();
    this.draw(this.state, this.dispute);
  }

  /** @param {HTMLElement} spot @param {Zone} zone @param {string[]} refs @param {{state: TableState, guests: Record<string, string[]>, place: string}} at */
  fill(spot, zone, refs, at) {
    const pile = zone.look === "pile", opened = this.opened.has(at.place);
    const shown = pile && !opened ? refs.slice(-1) : refs;
    const size = /** @type {HTMLElement} */ (spot.querySelector(".size")), badge = /** @type {HTMLElement} */ (spot.querySelector(".badge"));
    const number = zone.places ? refs.length + "/" + zone.places : refs.length || "";
    const disputed = this.dispute && this.dispute.key[0] === "count" && this.dispute.key[1] === at.place;
    size.textContent = String(number);
    const covered = refs.some(ref => this.refused.has(ref) && !shown.includes(ref));
    badge.textContent = disputed && this.dispute ? `${this.dispute.recorded} ≠ ${this.dispute.ruled}` : covered ? "✕" : "";
    badge.classList.toggle("disputed", Boolean(disputed) || covered);
    const button = spot.querySelector("button");
    if (button) { button.setAttribute("aria-expanded", String(opened)); spot.classList.toggle("opened", opened && refs.length > 1); }
    spot.classList.toggle("empty", !refs.length);
    spot.style.setProperty("--n", String(Math.max(shown.length, 1)));
    const cards = /** @type {HTMLElement} */ (spot.querySelector(".cards"));
    setChildren(cards, shown.map(ref => this.bearer(ref, at, zone)));
  }

  /** A card with what is attached to it. @param {string} ref @param {{state: TableState, guests: Record<string, string[]>}} at @param {Zone} zone @returns {HTMLElement} */
  bearer(ref, at, zone) {
    const owner = zone.square && !zone.shared ? at.state.place[ref].split(".")[1] : "";
    const card = this.card(ref, at.state, (at.state.host[ref] || ["", ""])[1], owner), riders = at.guests[ref] || [];
    const stack = /** @type {HTMLElement} */ (card.parentElement && card.parentElement.classList.contains("stack") ? card.parentElement : element("div", "stack"));
    const under = riders.flatMap(rider => [rider, ...(at.guests[rider] || [])]).map(rider => this.card(rider, at.state, (at.state.host[rider] || ["", ""])[1], ""));
    setChildren(stack, [card, ...under]);
    stack.classList.toggle("turned", (at.state.quarter[ref] || 0) % 2 === 1);
    return stack;
  }

  /** @param {string} ref @param {TableState} state @param {string} role @param {string} owner @returns {HTMLElement} */
  card(ref, state, role, owner) {
    const id = state.face[ref] || "", down = state.down[ref] || 0, quarter = state.quarter[ref] || 0;
    const now = state.now[ref], counters = state.count[ref] || [];
    const host = state.host[ref], rides = Boolean(host && state.place[host[0]]), refused = this.refused.has(ref);
    const look = JSON.stringify([id, down, quarter, role, rides, owner, now, counters, refused]);
    let known = this.cards.get(ref);
    if (!known) { known = {el: element("div", "card"), look: ""}; known.el.dataset.ref = ref; this.cards.set(ref, known); }
    if (known.look !== look) { known.look = look; this.face(known.el, id, {down, quarter, role, rides, owner, now, counters, refused}); }
    return known.el;
  }

  /** @param {HTMLElement} card @param {string} id @param {{down: number, quarter: number, role: string, rides: boolean, owner: string, now: Record<string, [string, number]>|undefined, counters: [string, number][], refused: boolean}} as */
  face(card, id, as) {
    const face = this.data.faces[id], words = this.data.words;
    const kind = face && face.kind ? (this.data.colours[face.kind] ?? this.kindIds.indexOf(face.kind) % 8) : -1;
    card.className = "card" + (face ? ` k${kind}` : " back") + (as.down ? " facedown" : "") + (as.quarter ? ` q${as.quarter % 4}` : "") + (as.rides ? " rider" : "") + (as.refused ? " refused" : "");
    card.tabIndex = -1;
    card.replaceChildren();
    if (as.refused) card.append(element("span", "sign no", "✕"));
    if (!face) { card.setAttribute("aria-label", words.unknown); card.title = words.unknown; card.append(element("span", "sign", "棋")); return; }
    const kindName = face.kind ? this.data.kinds[face.kind] : "";
    const head = element("span", "head");
    if (face.cost !== undefined) head.append(element("b", "cost", face.cost));
    head.append(element("span", "kind", kindName));
    if (as.owner) head.append(element("b", "owner", as.owner));
    const shown = as.role && as.role !== face.name ? `${as.role} · ${face.name}` : face.name, title = element("span", "name", hyphenated(shown));
    title.style.setProperty("--long", String(longestWord(shown)));
    title.classList.toggle("long", longestWord(shown) > 9);
    card.append(head, title);
    if (face.text) card.append(element("span", "gist", face.text));
    const numbers = element("span", "numbers");
    for (const [name, printed, key] of face.stats || []) {
      const current = as.now && as.now[key] ? as.now[key][1] : printed;
      const one = element("span", current > printed ? "up" : current < printed ? "less" : "", `${current}${current > printed ? "▲" : current < printed ? "▼" : ""}`);
      one.title = name;
      numbers.append(one);
    }
    const foot = element("span", "foot");
    if ((face.stats || []).length) foot.append(numbers);
    for (const [name, number] of as.counters) {
      const counter = element("span", "counter");
      counter.append(element("span", "what", plain(name)), String(number));
      foot.append(counter);
    }
    if (foot.childNodes.length) card.append(foot);
    if (as.down) card.append(element("span", "sign", words.down));
    const stats = (face.stats || []).map(([name, printed, key]) => `${name} ${as.now && as.now[key] ? as.now[key][1] : printed}`);
    const counted = as.counters.map(([name, number]) => `${name} ${number}`);
    const told = [face.name, as.refused ? words.refused : "", face.other || "", kindName, face.cost === undefined ? "" : `${words.cost} ${face.cost}`, ...stats, ...counted, as.down ? words.down : "", as.quarter ? words.turned : "", face.text || ""];
    card.title = told.filter(Boolean).join("\n");
    card.setAttribute("aria-label", told.slice(0, -1).filter(Boolean).join(", "));
  }

  /** The value of a track; "–" for what a match does not begin at 0 with, before it is set up. @param {string} id @param {string} of @param {TableState} state */
  number(id, of, state) {
    const track = this.data.tracks.find(one => one.id === id);
    return String(state.tracks[id + "|" + of] ?? (track && track.start ? "–" : 0));
  }

  /** @param {string} key @param {HTMLElement} value @param {TableState} state */
  value(key, value, state) {
    const [track, of] = key.split("|");
    if (track === "last") {
      const lines = state.last[of] || [], opens = value.parentElement;
      value.textContent = lines.join(" · ");
      value.title = lines.join("\n");
      if (opens) opens.hidden = !lines.length;
      return;
    }
    if (track === "now") {
      setChildren(value, []);
      for (const [name, number] of Object.values(state.now[of] || {})) value.append(element("small", "", name), element("b", "", number));
      return;
    }
    const number = this.number(track, of, state), about = this.dispute && this.dispute.key;
    const disputed = about && about[0] === "track" && about[1] === track && about[2] === of && this.dispute;
    value.classList.toggle("disputed", Boolean(disputed));
    const text = disputed ? `${disputed.recorded} ≠ ${disputed.ruled}` : number;
    if (value.textContent !== text) {
      const before = value.textContent ? Number(value.textContent) : NaN, after = Number(number);
      value.textContent = text;
      if (!disputed && !this.still && Number.isFinite(before) && before !== after) value.dataset.change = (after > before ? "+" : "−") + Math.abs(after - before);
      else delete value.dataset.change;
      if (!this.still) value.animate([{scale: 1.35}, {scale: 1}], 350);
    }
  }

  /** The table as text, for who does not see it. @param {TableState} state @returns {string} */
  asText(state) {
    const lines = [];
    for (const seat of this.data.seats) {
      const numbers = this.data.tracks.filter(one => !one.shared).map(one => `${one.name} ${this.number(one.id, seat, state)}`);
      lines.push(`${this.data.names[seat] || seat}: ${numbers.join(", ")}`);
      for (const zone of this.data.zones.filter(one => !one.shared)) {
        const refs = state.zones[zone.id + "." + seat] || [];
        if (!refs.length) continue;
        const names = refs.map(ref => (this.data.faces[state.face[ref]] || {name: ""}).name).filter(Boolean);
        lines.push(`${zone.name} ${refs.length}${names.length ? ": " + names.join(", ") : ""}`);
      }
    }
    return lines.join(". ");
  }
}
