// Recording on the table: cards, places, players and words are tapped, or named by keys, until one legal act is meant.
//
// What comes from records goes in as text. Not here: which act is meant (taps.js), the table (table.js).

/** Keys that stand for what may be tapped, in this order. */
const KEYS = "123456789abcdefghijklmnopqrstuvwxyz";
/** So many acts are listed below the field. */
const LISTED = 8;

/** @typedef {{kind: string, act?: any, card?: string, first?: string, verb?: string, line?: string}} Message */
/** @typedef {{text: string, search: string, act: TapAct}} Found */

class Recorder {
  /** @param {HTMLElement|ShadowRoot} parent @param {any} data @param {(message: Message & {size: number}) => void} send */
  constructor(parent, data, send) {
    this.send = send;
    this.keyed = false;
    this.root = element("div", "kifuda recorder");
    this.root.tabIndex = 0;
    parent.replaceChildren(this.root);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.fit = () => fitBoard(this.root, /** @type {HTMLElement} */ (this.boardRoot));
    this.pointed = () => { this.keyed = false; this.root.classList.remove("keyed"); };
    this.root.addEventListener("keydown", this.keys);
    this.root.addEventListener("pointerdown", this.pointed);
    window.addEventListener("resize", this.fit);
    this.build(data);
    this.update(data);
    // On a phone the table needs the whole window: what stands above it is scrolled away.
    if (window.innerWidth <= 820 && data.asked) this.root.scrollIntoView({block: "start"});
  }

  /** @param {any} data */
  build(data) {
    const words = data.words;
    this.root.lang = data.language;
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", words.record);
    const stage = element("div", "stage"), panel = element("div", "panel");
    this.boardRoot = element("div", "board");
    this.asked = element("h3", "asked");
    this.told = element("div", "told");
    this.told.setAttribute("role", "status");
    this.chips = element("div", "chips");
    this.chips.setAttribute("role", "group");
    this.chips.setAttribute("aria-label", words.choices);
    this.field = /** @type {HTMLInputElement} */ (element("input", "field"));
    this.field.placeholder = words.find;
    this.field.setAttribute("role", "combobox");
    this.field.setAttribute("aria-label", words.find);
    this.field.setAttribute("aria-autocomplete", "list");
    this.field.autocomplete = "off";
    this.field.spellcheck = false;
    this.field.addEventListener("input", () => { this.picked = 0; this.list(); });
    this.listbox = element("ul", "found");
    this.listbox.setAttribute("role", "listbox");
    this.listbox.setAttribute("aria-label", words.find);
    this.listbox.id = "found";
    this.field.setAttribute("aria-controls", "found");
    this.undo = this.button("↶ " + words.undo, "undo", () => this.say({kind: "undo"}));
    this.redo = this.button("↷ " + words.redo, "redo", () => this.say({kind: "redo"}));
    this.clearing = this.button("✕", "clear", () => this.back());
    this.clearing.setAttribute("aria-label", words.clear);
    this.clearing.title = words.clear;
    const tools = element("div", "tools");
    tools.append(this.undo, this.redo, this.clearing);
    this.about = element("div", "about");
    panel.append(this.asked, this.chips, this.told, this.field, this.listbox, tools, this.about);
    stage.append(this.boardRoot, panel);
    this.text = element("div", "astext");
    this.root.replaceChildren(stage, this.text);
    this.boardRoot.addEventListener("click", event => this.clicked(event));
  }

  /** @param {string} text @param {string} name @param {() => void} act */
  button(text, name, act) {
    const made = element("button", name, text);
    made.setAttribute("type", "button");
    made.addEventListener("click", act);
    return made;
  }

  /** Show the match as it stands now. @param {any} data */
  update(data) {
    const before = this.data;
    if (before && before.language !== data.language) { this.build(data); this.layout = ""; }
    const board = /** @type {HTMLElement} */ (this.boardRoot);
    const layout = JSON.stringify([data.id, data.language, data.zones, data.seats, data.names]);
    this.data = data;
    this.busy = false;
    if (!this.board || layout !== this.layout) {
      board.replaceChildren();
      this.board = new Board(board, data);
    } else this.board.data = data;
    this.layout = layout;
    [this.state] = allStates([{ops: data.ops}]);
    if (!before || before.size !== data.size || before.id !== data.id) {
      this.squares = new Set(data.zones.filter((/** @type {Zone} */ zone) => zone.square).map((/** @type {Zone} */ zone) => zone.id));
      this.taps = new Taps(data.legal, this.squares);
      this.face = null;
      this.guess = null;
      this.picked = 0;
      this.more = false;
      if (this.field) this.field.value = "";
      if (this.about) this.about.textContent = "";
    }
    if (!before || before.serial !== data.serial) this.guess = data.unseen || null;
    this.board.still = !before || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.draw();
    if (before && before.size !== data.size && this.keyed && !(this.root.contains(focused(this.root)))) this.root.focus();
    if (this.guess && this.keyed && this.field) this.field.focus();
    this.fit();
  }

  // --- drawing ------------------------------------------------------------------------------------------

  draw() {
    const {data, board, taps} = this;
    if (!board || !taps || !this.state) return;
    board.draw(this.state, null, data.active);
    const next = this.guess ? {lit: /** @type {Set<string>} */ (new Set()), choices: [], done: null} : taps.next();
    this.light(taps.begun || this.guess ? next.lit : new Set([...next.lit, ...data.hidden]));
    this.drawChips(next);
    this.hint();
    if (this.asked) { this.asked.textContent = data.asked; this.asked.title = data.clause; }
    if (this.field) this.field.hidden = !data.asked; // where nobody is asked there is nothing to look for
    this.drawTold();
    this.list();
    if (this.text) this.text.textContent = board.asText(this.state);
    if (this.undo) /** @type {HTMLButtonElement} */ (this.undo).disabled = !data.undo;
    if (this.redo) /** @type {HTMLButtonElement} */ (this.redo).disabled = !data.redo;
    if (this.clearing) this.clearing.hidden = !taps.begun && !this.guess;
  }

  /** The elements on the board by what is tapped with them. @returns {Map<string, HTMLElement>} */
  targets() {
    const found = new Map();
    for (const card of this.boardRoot ? this.boardRoot.querySelectorAll(".card") : []) {
      if (card instanceof HTMLElement && card.dataset.ref && card.getClientRects().length) found.set(card.dataset.ref, card);
    }
    for (const zone of this.squares || []) { const spot = this.board && this.board.spots.get(zone); if (spot) found.set(zone, spot); }
    return found;
  }

  /** Light what may be tapped. @param {Set<string>} lit */
  light(lit) {
    const taps = /** @type {Taps} */ (this.taps), shown = this.targets();
    for (const [token, one] of shown) {
      const on = lit.has(token), chosen = taps.order.includes(token);
      one.classList.toggle("lit", on);
      one.classList.toggle("chosen", chosen);
      delete one.dataset.key;
      if (on || chosen) { one.setAttribute("role", "button"); one.setAttribute("aria-pressed", String(chosen)); one.tabIndex = -1; }
      else { one.removeAttribute("role"); one.removeAttribute("aria-pressed"); one.removeAttribute("tabindex"); }
    }
    /** What may be tapped and lies in a closed pile, or is a player. */
    this.elsewhere = [...lit].filter(token => !shown.has(token));
  }

  /** @param {Next} next */
  drawChips(next) {
    const {data} = this, chips = /** @type {HTMLElement} */ (this.chips), taps = /** @type {Taps} */ (this.taps), made = [];
    if (this.guess) for (const [face, [card, acts]] of Object.entries(this.guess.faces)) {
      made.push(this.chip(face ? this.data.faces[face].name : data.words.unseen, "", () => this.known(face, card, acts)));
    }
    if (next.done) { const act = next.done; made.push(this.chip("✓ " + this.what(act.what, act.number), "done", () => this.record(act))); }
    for (const subset of taps.begun || this.guess ? [] : data.legal.subsets) {
      if (subset.alike) made.push(this.chip(`${this.what(subset.verb, null)} ??×${subset.sizes[0]}`, "", () => this.record({...taps.chosen(subset), cards: subset.cards.slice(0, subset.sizes[0])})));
    }
    for (const choice of next.choices) made.push(this.chip(this.what(choice.what, choice.number ?? null), "", () => { taps.choose(choice); this.tapped(); }));
    for (const token of this.elsewhere || []) made.push(this.chip(this.name(token), "card-chip", () => this.tap(token)));
    if (!taps.begun && !this.guess && taps.standing.length) {
      const more = this.chip("⋯ " + data.words.ending, "standing", () => { this.more = !this.more; this.draw(); });
      more.setAttribute("aria-expanded", String(Boolean(this.more)));
      made.push(more);
      for (const act of this.more ? taps.standing : []) {
        const who = data.names[act.seat] ? this.name(act.seat) + ": " : "";
        made.push(this.chip(`${who}${this.line(act, act.targets.map(one => this.name(one)))}`, "standing", () => this.record(act)));
      }
    }
    setChildren(chips, made);
  }

  /** @param {string} text @param {string} name @param {() => void} act */
  chip(text, name, act) {
    const made = this.button(text, "chip " + name, act);
    made.tabIndex = -1;
    return made;
  }

  /** What stands by the keys 1, 2, 3 …: first the chips, then the board. */
  hint() {
    const marked = [...this.root.querySelectorAll(".chip"), ...this.root.querySelectorAll(".board .lit, .board .chosen")];
    marked.forEach((one, i) => { if (one instanceof HTMLElement) { if (KEYS[i]) one.dataset.key = KEYS[i]; else delete one.dataset.key; } });
  }

  /** What was recorded or refused last. */
  drawTold() {
    const {told, words, refused} = this.data, place = /** @type {HTMLElement} */ (this.told);
    place.className = "told" + (told ? " " + told.sort : "");
    const parts = /** @type {Node[]} */ ([]);
    if (told) parts.push(element("span", "", told.text));
    if (told && told.clause) {
      const clause = document.createElement("details");
      clause.append(element("summary", "", words.clause), told.clause);
      parts.push(clause);
    }
    if (told && told.sort === "refused" && refused) parts.push(this.button(words.foul, "foul", () => this.say({kind: "foul"})));
    if (place.textContent !== parts.map(part => part.textContent).join("")) place.replaceChildren(...parts);
  }

  // --- words --------------------------------------------------------------------------------------------

  /** A card, place or player in words. @param {string} token @returns {string} */
  name(token) {
    const {data, state} = this;
    if (state && token in state.place) { const face = data.faces[state.face[token]]; return face ? face.name : "??"; }
    const zone = data.zones.find((/** @type {Zone} */ one) => one.id === token);
    return zone ? zone.name : data.names[token] || token;
  }

  /** A verb with its words and number. @param {string} what @param {number|null} number */
  what(what, number) {
    const [verb, ...words] = what.split(" "), {verbs} = this.data.legal;
    const label = verbs[verb] ? verbs[verb].label : verb;
    return [label, ...words.map(word => this.data.legal.words[word] || word), number === null ? "" : String(number)].filter(Boolean).join(" · ");
  }

  /** An act with its cards, places and players, or with its result. @param {TapAct} act @param {string[]} names @returns {string} */
  line(act, names) {
    const verb = this.data.legal.verbs[act.verb], {wins, draw} = this.data.words;
    if (!verb || !verb.winner) return [this.what(act.what, act.number), ...names].join(" ");
    return `${this.what(act.what, act.number)} · ${names.length ? wins.replace("{name}", names[0]) : draw}`;
  }

  /** All acts that can still be meant, in words. @returns {Found[]} */
  acts() {
    const taps = /** @type {Taps} */ (this.taps), acts = taps.begun ? taps.meant().acts : [...taps.all, ...taps.standing], seen = new Set(), found = [];
    const told = this.guess ? Object.entries(this.guess.faces).flatMap(([face, [card, some]]) => some.map(one => ({...taps.read(one), face, card}))) : acts;
    for (const act of told) {
      const names = act.tokens.map(token => token === /** @type {any} */ (act).card ? this.faceName(/** @type {any} */ (act).face) : this.name(token));
      const text = this.line(act, names);
      if (seen.has(text)) continue;
      seen.add(text);
      const others = act.tokens.map(token => this.otherName(token, /** @type {any} */ (act)));
      const verb = this.data.legal.verbs[act.verb];
      found.push({text, search: [text, act.seat, verb ? verb.names : act.verb, ...act.words, ...others].join(" ").toLowerCase(), act});
    }
    return found;
  }

  /** @param {string} face */
  faceName(face) { return face ? this.data.faces[face].name : "??"; }

  /** The name of a card in the other language. @param {string} token @param {{face?: string, card?: string}} act */
  otherName(token, act) {
    const face = this.data.faces[token === act.card ? act.face || "" : this.state ? this.state.face[token] : ""];
    return face ? face.other || "" : "";
  }

  /** The acts that have all that was typed, the best first. @returns {Found[]} */
  matches() {
    const typed = this.field ? this.field.value.trim().toLowerCase() : "";
    if (!typed) return [];
    const parts = typed.split(/\s+/), seat = this.data.seats.find((/** @type {string} */ one) => one.toLowerCase() === parts[0]);
    const score = (/** @type {Found} */ one) => parts.reduce((sum, part) => sum + (` ${one.search}`.includes(" " + part) ? 0 : 1), one.text.length / 1000);
    // What ends the match is meant only by how it begins: "end" is the end of a turn, not "agreed-end".
    const ending = /** @type {Taps} */ (this.taps).standing;
    const meant = (/** @type {Found} */ one) => parts.every(part => ending.includes(one.act) ? ` ${one.search}`.includes(" " + part) : one.search.includes(part));
    return this.acts().filter(one => (!seat || one.act.seat === seat) && meant(one)).sort((a, b) => score(a) - score(b));
  }

  list() {
    const matches = this.matches().slice(0, LISTED), picked = Math.min(this.picked || 0, Math.max(matches.length - 1, 0));
    const field = /** @type {HTMLInputElement} */ (this.field);
    setChildren(/** @type {HTMLElement} */ (this.listbox), matches.map((one, i) => {
      const made = element("li", "", one.text);
      made.id = "found-" + i;
      made.setAttribute("role", "option");
      made.setAttribute("aria-selected", String(i === picked));
      made.addEventListener("click", () => this.record(one.act));
      return made;
    }));
    field.setAttribute("aria-expanded", String(matches.length > 0));
    if (matches.length) field.setAttribute("aria-activedescendant", "found-" + picked); else field.removeAttribute("aria-activedescendant");
  }

  // --- input --------------------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  clicked(event) {
    const from = event.target instanceof Element ? event.target : null, card = from && from.closest(".card");
    if (card instanceof HTMLElement && card.dataset.ref) { this.tap(card.dataset.ref); return; }
    const spot = from && from.closest(".square");
    for (const [zone, one] of this.board ? this.board.spots : []) if (one === spot) this.tap(zone);
    if (from && from.closest(".open")) this.draw();
  }

  /** @param {string} token */
  tap(token) {
    const taps = /** @type {Taps} */ (this.taps), known = this.state && token in this.state.place;
    if (this.busy) return;
    if (known && this.about) this.about.textContent = this.describe(token);
    if (this.guess) { this.guess = null; taps.clear(); }
    if (this.data.hidden.includes(token) && !taps.begun && !(taps.implied && taps.all.some(act => act.tokens.length > 1))) { this.say({kind: "unseen", card: token}); return; }
    if (taps.tap(token)) { this.data.told = null; this.tapped(); }
    else if (known) { this.say({kind: "why", card: token, first: taps.order[0] || "", verb: taps.what ? taps.what.split(" ")[0] : ""}); }
  }

  /** After a tap: record the act if it is said, else show what may follow. */
  tapped() {
    const act = /** @type {Taps} */ (this.taps).finished();
    if (act) this.record(act);
    else this.draw();
  }

  /** What is printed on a card. @param {string} token */
  describe(token) { return this.printed(this.state ? this.state.face[token] : ""); }

  /** @param {string} id A face; "": nobody knows which. */
  printed(id) {
    const face = this.data.faces[id];
    return face ? [face.name, face.text].filter(Boolean).join("\n") : this.data.words.unknown;
  }

  /** A card that the record did not know is this one. @param {string} face @param {string} card @param {ToldAct[]} acts */
  known(face, card, acts) {
    this.guess = null;
    this.taps = new Taps({...this.data.legal, acts, subsets: []}, /** @type {Set<string>} */ (this.squares));
    this.taps.order = [card];
    this.face = [card, face];
    if (this.about) this.about.textContent = this.printed(face);
    this.draw();
  }

  /** @param {TapAct} act */
  record(act) {
    const taps = /** @type {Taps} */ (this.taps), [card, face] = /** @type {any} */ (act).face !== undefined ? [/** @type {any} */ (act).card, /** @type {any} */ (act).face] : this.face || ["", ""];
    const {seat, verb, cards, targets, words, number} = act, learned = act.tokens.includes(card) ? {unknown: card, face} : {};
    this.say({kind: "act", act: {seat, verb, cards, targets, words, number, order: taps.order, ...learned}});
  }

  /** Send something, once: whatever is tapped before the answer comes is about a table that was. @param {Message} message */
  say(message) {
    if (this.busy) return;
    this.busy = true;
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => { this.busy = false; }, 5000);
    this.send({...message, size: this.data.size});
  }

  /** Take back the last tap. */
  back() {
    const taps = /** @type {Taps} */ (this.taps);
    this.guess = null;
    if (this.face) {
      if (this.about) this.about.textContent = this.describe(this.face[0]);
      this.face = null;
      this.taps = new Taps(this.data.legal, /** @type {Set<string>} */ (this.squares));
    } else if (taps.what !== null) { taps.what = null; taps.number = undefined; }
    else taps.order.pop();
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const from = event.composedPath()[0], typing = from === this.field;
    this.keyed = true;
    this.root.classList.add("keyed");
    const control = event.ctrlKey || event.metaKey, key = event.key;
    if (control && key.toLowerCase() === "z" && !(typing && this.field && this.field.value)) this.say({kind: event.shiftKey ? "redo" : "undo"});
    else if (control && key.toLowerCase() === "y") this.say({kind: "redo"});
    else if (control || event.altKey) return;
    else if (key === "Escape") {
      if (typing && this.field) { this.field.value = ""; this.list(); this.root.focus(); } else this.back();
    } else if (typing) { if (!this.typed(key)) return; }
    else if (key === "/") { if (this.field) this.field.focus(); }
    else if (key.startsWith("Arrow")) this.move(key);
    else if ((key === "Enter" || key === " ") && from instanceof HTMLElement && from.classList.contains("lit") && from !== this.root) from.click();
    else if (from instanceof HTMLElement && from.tagName === "BUTTON" && (key === "Enter" || key === " ")) return;
    else if (key.length === 1 && KEYS.includes(key)) {
      const meant = this.root.querySelector(`[data-key="${key}"]`);
      if (meant instanceof HTMLElement) { this.press(meant); }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A key in the field. @param {string} key @returns {boolean} whether it meant something */
  typed(key) {
    const matches = this.matches(), field = /** @type {HTMLInputElement} */ (this.field);
    if (key === "ArrowDown" || key === "ArrowUp") { this.picked = Math.min(Math.max((this.picked || 0) + (key === "ArrowDown" ? 1 : -1), 0), Math.min(matches.length, LISTED) - 1); this.list(); return true; }
    if (key !== "Enter") return false;
    const best = matches[Math.min(this.picked || 0, matches.length - 1)];
    if (best) this.record(best.act);
    else if (field.value.trim()) this.say({kind: "line", line: field.value});
    return true;
  }

  /** @param {HTMLElement} one */
  press(one) {
    const square = one.classList.contains("square") && [...(this.board ? this.board.spots : [])].find(([, spot]) => spot === one);
    if (square) this.tap(square[0]);
    else one.click();
    if (!this.root.contains(focused(this.root))) this.root.focus();
  }

  /** Move the focus among what may be tapped. @param {string} key */
  move(key) {
    const all = [...this.root.querySelectorAll(".board .lit, .board .chosen, .chip")].filter(one => one instanceof HTMLElement);
    if (!all.length) return;
    const at = all.indexOf(/** @type {Element} */ (focused(this.root))), way = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
    const to = all[(at + way + all.length) % all.length];
    if (to instanceof HTMLElement) to.focus();
  }

  remove() {
    window.removeEventListener("resize", this.fit);
    window.clearTimeout(this.waiting);
  }
}

/** What has the focus where an element stands. @param {HTMLElement} of @returns {Element|null} */
function focused(of) {
  const root = of.getRootNode();
  return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
}
