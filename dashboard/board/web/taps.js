// Which act is meant by what was tapped so far, and what may be tapped next. It knows no rule: all of it follows
// from the list of legal acts.
//
// Not here: drawing and input (record.js).

/** @typedef {[string, string, string[], string[], string[], number|null]} ToldAct seat, verb, cards, targets, words, number */
/** @typedef {{label: string, names: string, answer: boolean, subject: boolean, winner: boolean}} Verb */
/** @typedef {{seat: string, verb: string, cards: string[], sizes: number[], alike: boolean}} Subset */
/** @typedef {{acts: ToldAct[], subsets: Subset[], anytime: ToldAct[], verbs: Record<string, Verb>, words: Record<string, string>}} Legal */
/** @typedef {{seat: string, verb: string, cards: string[], targets: string[], words: string[], number: number|null, what: string, tokens: string[]}} TapAct */
/** @typedef {{what: string, number?: number|null, act: TapAct}} Choice A verb with its words, and a number where that goes with it. */
/** @typedef {{lit: Set<string>, choices: Choice[], done: TapAct|null}} Next */

/** Numbers up to so many stand in one row with the verb. */
const NUMBERS = 6;

class Taps {
  /** @param {Legal} legal @param {Set<string>} squares Words of acts that are places on the table. */
  constructor(legal, squares) {
    this.legal = legal;
    this.squares = squares;
    this.all = legal.acts.map(told => this.read(told));
    this.standing = legal.anytime.map(told => this.read(told));
    this.clear();
  }

  clear() {
    /** @type {string[]} */ this.order = [];
    /** @type {string|null} */ this.what = null;
    /** @type {number|null|undefined} */ this.number = undefined;
  }

  /** Whether anything was tapped. */
  get begun() { return this.order.length > 0 || this.what !== null; }

  /** @param {ToldAct} told @returns {TapAct} */
  read(told) {
    const [seat, verb, cards, targets, words, number] = told;
    const what = [verb, ...words.filter(word => !this.squares.has(word))].join(" ");
    // A card that pays and is aimed at as well is tapped once.
    const tokens = [...new Set([...cards, ...targets, ...words.filter(word => this.squares.has(word))])];
    return {seat, verb, cards, targets, words, number, what, tokens};
  }

  /** Whether an act can still be meant. @param {TapAct} act */
  fits(act) {
    if (this.what !== null && act.what !== this.what) return false;
    if (this.number !== undefined && act.number !== this.number) return false;
    if (this.order.length && act.cards.length && this.legal.verbs[act.verb].subject && act.cards[0] !== this.order[0]) return false;
    return this.order.every(token => act.tokens.includes(token));
  }

  /** @param {Subset} subset */
  fitsSubset(subset) {
    return (this.what === null || this.what === subset.verb) && this.order.length <= Math.max(...subset.sizes) && this.order.every(card => subset.cards.includes(card));
  }

  /** What has to be meant because cards answer the question in one way only. @returns {string|null} */
  get implied() {
    const whats = new Set([...this.all.filter(act => act.tokens.length).map(act => act.what), ...this.legal.subsets.map(one => one.verb)]);
    const [only] = whats;
    return whats.size === 1 && this.legal.verbs[only.split(" ")[0]].answer ? only : null;
  }

  /** Acts that can be meant, once it is decided what is done: by its name, by the question, or by two taps that allow one
   * thing only. @returns {{acts: TapAct[], decided: boolean}} */
  meant() {
    const acts = this.all.filter(act => this.fits(act));
    if (this.what !== null) return {acts, decided: true};
    const implied = this.order.length ? this.implied : null;
    if (implied !== null) return {acts: acts.filter(act => act.what === implied), decided: true};
    return {acts, decided: this.order.length > 1 && new Set(acts.map(act => act.what)).size === 1};
  }

  /** What may be tapped next. @returns {Next} */
  next() {
    const {acts, decided} = this.meant(), lit = new Set(), tapped = this.order.length;
    for (const act of acts) for (const token of this.following(act, decided)) lit.add(token);
    const subsets = this.legal.subsets.filter(one => this.fitsSubset(one));
    for (const subset of subsets) {
      if (tapped < Math.max(...subset.sizes)) for (const card of subset.cards) if (!this.order.includes(card)) lit.add(card);
    }
    const complete = acts.filter(act => act.tokens.length === tapped);
    const subset = subsets.find(one => one.sizes.includes(tapped) && tapped);
    const done = decided && complete.length && new Set(complete.map(act => act.number)).size === 1 ? this.likeliest(complete) : subset ? this.chosen(subset) : null;
    return {lit, choices: this.choices(acts, complete, decided), done};
  }

  /** What of an act may be tapped next: its subject, its other cards, what it aims at. Until it is decided what is done, only
   * what it aims at, for another card may be meant to do something itself. @param {TapAct} act @param {boolean} decided */
  following(act, decided) {
    const subject = this.legal.verbs[act.verb].subject && act.cards.length > 0, rest = act.tokens.filter(token => !this.order.includes(token));
    if (subject && !this.order.length) return [act.cards[0]];
    const cards = rest.filter(token => act.cards.includes(token));
    if (subject && !decided) return cards.length ? [] : rest;
    return cards.length ? cards : rest;
  }

  /** The verbs, words and numbers that may be named next. @param {TapAct[]} acts @param {TapAct[]} complete @param {boolean} decided */
  choices(acts, complete, decided) {
    /** @type {Choice[]} */
    const found = [];
    if (decided) {
      const numbers = [...new Set(complete.map(act => act.number))].sort((a, b) => Number(a) - Number(b));
      if (numbers.length > 1) for (const number of numbers) found.push({what: complete[0].what, number, act: /** @type {TapAct} */ (complete.find(act => act.number === number))});
      return found;
    }
    const among = this.order.length ? acts : acts.filter(act => !act.tokens.length);
    for (const what of new Set(among.map(act => act.what))) {
      const same = among.filter(act => act.what === what), numbers = [...new Set(same.map(act => act.number))].sort((a, b) => Number(a) - Number(b));
      const together = numbers.length > 1 && (numbers.length <= NUMBERS || !this.order.length) && same.every(act => act.tokens.length === this.order.length);
      if (!together) found.push({what, act: same[0]});
      else for (const number of numbers) found.push({what, number, act: /** @type {TapAct} */ (same.find(act => act.number === number))});
    }
    return found;
  }

  /** Tap a card, a place or a player. Returns false where that cannot be meant. @param {string} token */
  tap(token) {
    const at = this.order.indexOf(token);
    if (at >= 0) {
      this.order.splice(at, 1);
      if (!at) this.clear();
      return true;
    }
    if (this.next().lit.has(token)) { this.order.push(token); return true; }
    const other = new Taps(this.legal, this.squares);
    if (!this.begun || !other.next().lit.has(token)) return false;
    this.clear();
    this.order.push(token);
    return true;
  }

  /** Say what is done. @param {Choice} choice */
  choose(choice) {
    this.what = choice.what;
    if (choice.number !== undefined) this.number = choice.number;
  }

  /** The act, as soon as nothing is left to be said. @returns {TapAct|null} */
  finished() {
    const {acts, decided} = this.meant(), subset = this.legal.subsets.find(one => this.fitsSubset(one) && this.order.length === Math.max(...one.sizes));
    if (subset && this.order.length) return this.chosen(subset);
    if (!decided || !acts.length) return null;
    if (acts.length === 1) return acts[0];
    const complete = acts.filter(act => act.tokens.length === this.order.length);
    if (complete.length < acts.length || new Set(complete.map(act => act.number)).size > 1) return null;
    return this.likeliest(complete);
  }

  /** Of acts with the same cards the one that names them in the order of the taps. @param {TapAct[]} acts */
  likeliest(acts) { return acts.find(act => act.tokens.join() === this.order.join()) || acts[0]; }

  /** @param {Subset} subset @returns {TapAct} */
  chosen(subset) {
    const cards = [...this.order];
    return {seat: subset.seat, verb: subset.verb, cards, targets: [], words: [], number: null, what: subset.verb, tokens: cards};
  }
}
