// The replay: stepping through the states of a table, the list of moves, the timeline; pictures are saved.
//
// Not here: the table (table.js), the picture (picture.js). Streamlit calls the default export; a page by itself calls `replay`.

/** How long a card travels, in ms; nothing moves while steps come faster than that. */
const TRAVEL = 220;
/** How high the shade of the timeline is, in pixels. */
const SHADE = 14;
const SIGNS = /** @type {Record<string, string>} */ ({dispute: "✕", follows: "↳", foul: "⚑", ruling: "§", retraction: "↶"});

/**
 * Draw a replay into an element. Returns what takes it away again.
 * @param {HTMLElement|ShadowRoot} parent @param {any} data @param {number} at @param {(at: number) => void} moved
 */
function replay(parent, data, at, moved) {
  return new Replay(parent, data, at, moved);
}

/**
 * A button with a sign, in a group of them.
 * @param {HTMLElement} group @param {string} sign @param {string} label @param {() => void} act @returns {HTMLElement}
 */
function button(group, sign, label, act) {
  const one = element("button", "", sign);
  one.setAttribute("type", "button");
  one.title = label;
  one.setAttribute("aria-label", label);
  one.addEventListener("click", act);
  group.append(one);
  return one;
}

class Replay {
  /** @param {HTMLElement|ShadowRoot} parent @param {any} data @param {number} at @param {(at: number) => void} moved */
  constructor(parent, data, at, moved) {
    this.data = data;
    this.moved = moved;
    this.states = allStates(data.events);
    this.last = data.events.length - 1;
    this.at = Math.min(Math.max(at, 0), this.last);
    this.told = this.at;
    this.playing = 0;
    this.stepped = 0;
    this.frame = 0;
    this.open = true;
    this.steps = 0;
    /** The dispute from which its reader went to a reason; -1: none. */
    this.origin = -1;
    this.root = element("div", "kifuda");
    this.root.lang = data.language;
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "application");
    this.root.setAttribute("aria-label", data.words.title);
    this.stops();
    this.build();
    parent.replaceChildren(this.root);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.fit = () => this.resize();
    document.addEventListener("keydown", this.keys);
    window.addEventListener("resize", this.fit);
    this.resize();
    this.draw();
    // On a phone the board needs the whole window: what stands above it is scrolled away.
    if (window.innerWidth <= 820 && !data.guided) this.root.scrollIntoView({block: "start"});
  }

  /** Where acts, chains and turns begin, and which act each event belongs to. */
  stops() {
    /** @type {number[]} */ this.acts = [0];
    /** @type {number[]} */ this.turns = [];
    /** @type {number[]} */ this.groups = [];
    let head = 0, inChain = false;
    this.data.events.forEach((/** @type {any} */ event, /** @type {number} */ seq) => {
      if (event.d) this.acts.push(seq);
      if (event.turn) this.turns.push(seq);
      if (event.r !== undefined) head = event.r;
      else if (event.turn || inChain) head = seq;
      inChain = event.r !== undefined;
      this.groups.push(head);
    });
  }

  build() {
    const words = this.data.words;
    this.boardRoot = element("div", "board");
    this.board = new Board(this.boardRoot, this.data);
    this.text = element("div", "astext");
    this.text.setAttribute("role", "status");
    this.text.setAttribute("aria-live", "polite");
    this.banner = element("div", "banner");
    this.return = element("button", "return");
    this.return.setAttribute("type", "button");
    this.return.hidden = true;
    this.return.addEventListener("click", () => this.go(this.origin));
    this.sentence = element("h3", "sentence");
    this.details = element("div", "details");
    this.list = element("div", "moves");
    this.list.tabIndex = 0;
    this.list.setAttribute("aria-label", words.moves);
    this.buildList();
    const story = element("div", "story");
    story.append(this.banner, this.return, this.sentence, this.details, this.list);
    const stage = element("div", "stage");
    stage.append(this.boardRoot, story);
    this.foot = this.timeline();
    this.root.append(stage, this.foot, this.controls(), this.text);
    let x = 0;
    this.boardRoot.addEventListener("touchstart", event => { x = event.touches[0].clientX; }, {passive: true});
    this.boardRoot.addEventListener("touchend", event => {
      const way = event.changedTouches[0].clientX - x;
      if (Math.abs(way) > 40) this.go(this.at + (way < 0 ? 1 : -1));
    }, {passive: true});
    this.boardRoot.addEventListener("click", event => {
      const card = event.target instanceof Element ? event.target.closest(".card") : null;
      if (card instanceof HTMLElement) this.showCard(card.title);
    });
  }

  buildList() {
    /** @type {HTMLElement[]} */ this.rows = [];
    const marks = new Map(this.data.marks.map((/** @type {any} */ mark) => [mark.seq, mark]));
    this.data.events.forEach((/** @type {any} */ event, /** @type {number} */ seq) => {
      const first = this.groups && this.groups[seq] === seq;
      const row = element("button", (first ? "act" : "sub") + (event.turn ? " turnrow" : ""));
      row.setAttribute("type", "button");
      row.tabIndex = -1;
      const mark = marks.get(seq);
      if (mark) row.append(element("b", "sign " + mark.sort, SIGNS[mark.sort] || "?"));
      row.append(element("small", "", `#${seq} `), document.createTextNode(event.t));
      row.dataset.seq = String(seq);
      this.rows?.push(row);
      this.list?.append(row);
    });
    this.list?.addEventListener("click", event => {
      const row = event.target instanceof Element ? event.target.closest("button") : null;
      if (row && row.dataset.seq) this.go(Number(row.dataset.seq));
    });
  }

  timeline() {
    const made = element("div", "timeline"), plot = element("div", "plot");
    if (this.data.curve) {
      const {legend, ends, lines} = matchCurve(this.data, this.states || []);
      plot.append(lines);
      made.append(legend, ends);
    } else made.classList.add("bare");
    made.append(plot);
    for (const mark of this.data.marks) {
      const sign = element("button", "mark " + mark.sort, SIGNS[mark.sort] || "?");
      sign.setAttribute("type", "button");
      sign.style.left = `${(100 * mark.seq) / Math.max(this.last, 1)}%`;
      sign.title = `#${mark.seq} ${mark.kind}`;
      sign.setAttribute("aria-label", sign.title);
      sign.addEventListener("click", () => this.go(mark.seq));
      plot.append(sign);
    }
    this.slider = /** @type {HTMLInputElement} */ (element("input", "slider"));
    this.slider.type = "range";
    this.slider.min = "0";
    this.slider.max = String(this.last);
    this.slider.setAttribute("aria-label", this.data.words.event);
    this.slider.addEventListener("input", () => this.go(Number(this.slider && this.slider.value)));
    made.append(element("span", "first", "#0"), this.slider, element("span", "last", `#${this.last}`));
    return made;
  }

  controls() {
    const words = this.data.words, made = element("div", "controls"), steps = element("div", "steps"), tools = element("div", "tools");
    button(steps, "⇤", words.first, () => this.go(0));
    button(steps, "«", words.turn_back, () => this.go(this.before(this.turns || [])));
    button(steps, "↑", words.act_back, () => this.go(this.before(this.acts || [])));
    button(steps, "←", words.back, () => this.go(this.at - 1));
    this.playButton = button(steps, "▶", words.play, () => this.play());
    button(steps, "→", words.on, () => this.go(this.at + 1));
    button(steps, "↓", words.act_on, () => this.go(this.after(this.acts || [])));
    button(steps, "»", words.turn_on, () => this.go(this.after(this.turns || [])));
    button(steps, "⇥", words.last, () => this.go(this.last));
    this.speed = /** @type {HTMLSelectElement} */ (element("select", "speed"));
    this.speed.setAttribute("aria-label", words.speed);
    for (const speed of ["0.5", "1", "2", "4", "8"]) {
      const option = /** @type {HTMLOptionElement} */ (element("option", "", "×" + speed));
      option.value = speed;
      this.speed.append(option);
    }
    this.speed.value = String(this.data.speed || "1");
    tools.append(this.speed);
    button(tools, words.linked, words.link, () => this.link());
    button(tools, "SVG", words.svg, () => this.picture("svg"));
    button(tools, "PNG", words.png, () => this.picture("png"));
    this.place = element("span", "where");
    tools.append(this.place, element("span", "count", words.count.replace("{n}", String(this.last + 1))));
    made.append(steps, tools);
    return made;
  }

  /** @param {number[]} stops */
  after(stops) { return stops.find(stop => stop > this.at) ?? this.at; }

  /** @param {number[]} stops */
  before(stops) { return [...stops].reverse().find(stop => stop < this.at) ?? this.at; }

  /** @param {KeyboardEvent} event */
  key(event) {
    const from = event.composedPath()[0];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (from instanceof HTMLElement && from !== this.slider && (from.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(from.tagName))) return;
    if (from instanceof HTMLElement && event.key === " " && from.tagName === "BUTTON") return;
    const goals = /** @type {Record<string, () => number>} */ ({
      ArrowRight: () => this.at + 1, ArrowLeft: () => this.at - 1,
      ArrowDown: () => this.after(this.acts || []), ArrowUp: () => this.before(this.acts || []),
      PageDown: () => this.after(this.turns || []), PageUp: () => this.before(this.turns || []),
      Home: () => 0, End: () => this.last,
    });
    if (event.key === " ") this.play();
    else if (goals[event.key]) this.go(goals[event.key]());
    else return;
    event.preventDefault();
  }

  /** Go to an event. Every call counts; what is drawn is the last one before the next frame. @param {number} at */
  go(at) {
    this.at = Math.min(Math.max(at, 0), this.last);
    this.steps += 1;
    if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.draw(); });
  }

  play() {
    window.clearTimeout(this.playing);
    const stopped = !this.playing && this.at < this.last;
    this.playing = 0;
    if (stopped) {
      const step = () => {
        if (this.at >= this.last) { this.playing = 0; this.draw(); return; }
        this.go(this.at + 1);
        this.playing = window.setTimeout(step, 1000 / Number(this.speed && this.speed.value));
      };
      this.playing = window.setTimeout(step, 0);
    }
    this.draw();
  }

  draw() {
    const {at, data} = this, event = data.events[at], words = data.words;
    const now = performance.now(), still = now - this.stepped < TRAVEL || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.stepped = now;
    const mark = data.marks.find((/** @type {any} */ one) => one.seq === at && one.dispute) || data.marks.find((/** @type {any} */ one) => one.seq === at);
    if (this.board) this.board.still = still;
    const places = still ? null : this.places();
    let turn = 0, whose = "";
    for (let seq = at; seq >= 0; seq--) if (data.events[seq].turn) { [turn, whose] = data.events[seq].turn; break; }
    if (this.board) this.board.draw(this.states[at], mark && mark.dispute ? mark.dispute : null, whose);
    if (this.place) this.place.textContent = `#${at} ` + (turn ? ` · ${words.turn} ${turn}` : "");
    if (this.boardRoot) shrinkBoard(this.root, this.boardRoot);
    if (places) this.travel(places);
    if (this.slider) { this.slider.value = String(at); this.slider.setAttribute("aria-valuetext", event.t); }
    if (this.sentence) this.sentence.textContent = `#${at} ${event.t}`;
    if (this.playButton) { this.playButton.textContent = this.playing ? "■" : "▶"; this.playButton.setAttribute("aria-pressed", String(Boolean(this.playing))); }
    this.drawBanner(mark);
    this.drawDetails(event, mark);
    this.drawList();
    window.clearTimeout(this.telling);
    this.telling = window.setTimeout(() => {
      if (this.text && this.board) this.text.textContent = `${event.t} ${this.board.asText(this.states[at])}`;
      // While it plays the server is told nothing: an answer that comes late would lead back from where one went.
      if (at !== this.told && !this.playing) { this.told = at; this.moved(at); }
    }, 350);
  }

  /** What is in dispute, with both values. @param {any} mark */
  drawBanner(mark) {
    if (!this.banner) return;
    const words = this.data.words, row = [...this.data.compared].reverse().find((/** @type {any} */ one) => one[0] <= this.at);
    this.banner.replaceChildren();
    this.banner.className = "banner" + (mark ? " " + mark.sort : "");
    if (mark) {
      this.banner.append(element("div", "kind", `${SIGNS[mark.sort] || "?"} ${mark.kind}`));
      if (mark.dispute) this.banner.append(this.sides(mark.dispute.about, mark.dispute.recorded, mark.dispute.ruled));
      else if (mark.what) this.banner.append(element("div", "", mark.what));
    } else if (row && row[2].length) {
      this.banner.classList.add("follows");
      this.banner.append(element("div", "kind", words.compared.replace("{seq}", String(row[1]))));
      for (const [about, recorded, ruled] of row[2].slice(0, 6)) this.banner.append(this.sides(about, recorded, ruled));
    } else if (this.data.end >= 0 && this.at > this.data.end) this.banner.append(element("div", "kind", this.data.events[this.data.end].t));
    this.banner.hidden = !this.banner.childNodes.length;
    if (this.at === this.origin) this.origin = -1;
    if (this.return) {
      this.return.hidden = this.origin < 0;
      this.return.textContent = "↩ " + words.dispute.replace("{seq}", String(this.origin));
    }
  }

  /** @param {string} about @param {string} recorded @param {string} ruled */
  sides(about, recorded, ruled) {
    const made = element("div", "sides");
    if (about) made.append(element("span", "about", about));
    for (const [word, value, name] of [[this.data.words.recorded, recorded, "recorded"], [this.data.words.ruled, ruled, "ruled"]]) {
      const one = element("span", String(name));
      one.append(element("small", "", word), element("b", "", value));
      made.append(one);
    }
    return made;
  }

  /** Reasons of a dispute, computation, clauses, cause. @param {any} event @param {any} mark */
  drawDetails(event, mark) {
    if (!this.details) return;
    const words = this.data.words, parts = [];
    /** @param {number} seq @param {string} text @param {string} name */
    const jump = (seq, text, name) => {
      const one = element("button", "jump " + name, `#${seq} ${text}`);
      one.setAttribute("type", "button");
      one.addEventListener("click", () => { if (mark && mark.dispute) this.origin = this.at; this.go(seq); });
      return one;
    };
    if (mark && mark.dispute && mark.dispute.reasons.length) {
      parts.push(element("div", "label", words.reasons));
      for (const [seq, text, change, cause] of mark.dispute.reasons) parts.push(jump(seq, text + (change && !text.includes(change) ? ` (${change})` : ""), cause ? "cause" : ""));
    }
    if (event.ok) parts.push(element("div", "label", words.holds));
    if (event.n) {
      parts.push(element("div", "label", words.computation), element("b", "", event.n[0]));
      if (event.n.length > 2) { const steps = element("ol"); for (const step of event.n.slice(1)) steps.append(element("li", "", step)); parts.push(steps); }
    }
    for (const id of [...new Set([...(mark && mark.clauses ? mark.clauses : []), ...(event.l || [])])].slice(0, 6)) {
      const clause = element("p", "clause");
      clause.append(element("b", "", id), element("span", "", this.data.clauses[id]));
      parts.push(clause);
    }
    if (event.c !== undefined) parts.push(element("div", "label", words.because), jump(event.c, this.data.events[event.c].t, ""));
    this.details.replaceChildren(...parts);
  }

  drawList() {
    if (!this.rows || !this.list || !this.groups) return;
    const group = this.groups[this.at];
    for (const seq of this.lit || []) this.rows[seq].classList.remove("open", "here");
    /** @type {number[]} */ this.lit = [];
    for (let seq = group; seq <= this.last && this.groups[seq] === group; seq++) { this.rows[seq].classList.add("open"); this.lit.push(seq); }
    const here = this.rows[this.at];
    here.classList.add("here");
    this.lit.push(this.at);
    window.clearTimeout(this.scrolling);
    this.scrolling = window.setTimeout(() => this.showRow(here), 30);
  }

  /** Scroll the list to a row, in the middle of what can be seen of the list: on a phone the timeline may lie on its end, and
   * so much more room is below the last row. @param {HTMLElement} row */
  showRow(row) {
    const {list, foot} = this;
    if (!list || !foot) return;
    const box = list.getBoundingClientRect(), covered = isNarrow() ? box.bottom - foot.getBoundingClientRect().top + SHADE : 0;
    const hidden = Math.min(Math.max(covered, 0), box.height);
    list.style.paddingBottom = `${hidden}px`;
    list.scrollTop = row.offsetTop - (list.clientHeight - hidden) / 2;
  }

  /** Where every card is drawn. @returns {Map<HTMLElement, DOMRect>} */
  places() {
    const found = new Map();
    for (const card of this.boardRoot ? this.boardRoot.querySelectorAll(".card") : []) found.set(card, card.getBoundingClientRect());
    return found;
  }

  /** Let cards travel from where they were. @param {Map<HTMLElement, DOMRect>} before */
  travel(before) {
    for (const [card, from] of this.places()) {
      const was = before.get(card);
      if (!was) { card.animate([{opacity: 0.2}, {opacity: 1}], TRAVEL); continue; }
      const x = was.left - from.left, y = was.top - from.top;
      if (Math.abs(x) + Math.abs(y) > 2) card.animate([{translate: `${x}px ${y}px`}, {translate: "0 0"}], {duration: TRAVEL, easing: "ease-out"});
    }
  }

  /** @param {string} text */
  showCard(text) {
    if (!this.details || !text) return;
    const [name, ...lines] = text.split("\n"), shown = element("p", "cardtext"), close = element("button", "close", "✕");
    close.setAttribute("type", "button");
    close.setAttribute("aria-label", this.data.words.close);
    close.addEventListener("click", () => shown.remove());
    shown.append(close, element("b", "", name), document.createTextNode("\n" + lines.join("\n")));
    for (const before of this.details.querySelectorAll(".cardtext")) before.remove();
    this.details.prepend(shown);
  }

  /** Fit the board between what is above and below it. On a phone the sentence stands with what never scrolls away. */
  resize() {
    if (this.sentence && this.foot && isNarrow()) this.foot.prepend(this.sentence);
    else if (this.sentence && this.details) this.details.before(this.sentence);
    fitBoard(this.root, /** @type {HTMLElement} */ (this.boardRoot));
  }

  link() {
    const url = new URL(window.location.href);
    url.searchParams.set("at", String(this.at));
    if (navigator.clipboard) void navigator.clipboard.writeText(url.href);
    window.prompt(this.data.words.link, url.href);
  }

  /** Save a picture of the board, with all piles closed. @param {"svg"|"png"} kind */
  picture(kind) {
    if (this.board) this.board.closePiles();
    const line = `${this.data.id} #${this.at} ${this.data.events[this.at].t}`;
    const svg = boardPicture(this.root, /** @type {HTMLElement} */ (this.boardRoot), line);
    const text = new XMLSerializer().serializeToString(svg), name = `${this.data.id}-${this.at}`;
    const blob = new Blob([text], {type: "image/svg+xml"});
    if (kind === "svg") { this.save(blob, name + ".svg"); return; }
    const picture = new Image();
    picture.addEventListener("load", () => {
      const canvas = document.createElement("canvas");
      canvas.width = 2 * picture.width;
      canvas.height = 2 * picture.height;
      const context = canvas.getContext("2d");
      if (context) { context.scale(2, 2); context.drawImage(picture, 0, 0); }
      canvas.toBlob(made => { if (made) this.save(made, name + ".png"); });
    });
    picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
  }

  /** @param {Blob} blob @param {string} name */
  save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  remove() {
    document.removeEventListener("keydown", this.keys);
    window.removeEventListener("resize", this.fit);
    window.clearTimeout(this.playing);
    window.clearTimeout(this.telling);
    window.clearTimeout(this.scrolling);
    cancelAnimationFrame(this.frame);
  }
}
