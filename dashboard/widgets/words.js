// Streamlit speaks English: on a page in another language its own words are exchanged as it writes them, and given back
// when the page turns to English. What people wrote, such as names in lists and tables, stays.
// Loaded with every page; the first one listens.

(() => {
  const ATTRIBUTES = ["aria-label", "aria-roledescription", "placeholder", "title"];
  const WRITTEN = "script, style, svg, td, [data-tag], [role=option]:not([data-key^=__]), [data-testid=stCode], " +
    "[data-testid=stTable], [data-testid=stFileChipName], [data-testid=stMarkdownContainer]:not(" +
    "[data-testid=stFileUploaderDropzone] *, [data-testid=stTooltipContent] *, [data-testid=stDialog] *)";

  const SIGNS = /[.*+?^$()|[\]\\/]/g; // those that mean something in a pattern

  /** What Streamlit wrote, and what stands there instead. @type {WeakMap} */
  const exchanged = new WeakMap();
  let words = new Map();
  /** @type {[RegExp, string][]} */
  let patterns = [];

  /** The same in the language of the page. @param {string} own @returns {string} */
  function told(own) {
    const word = words.get(own.trim());
    if (word !== undefined) return word;
    for (const [pattern, filled] of patterns) {
      const found = pattern.exec(own);
      if (found) return found.slice(1).reduce((text, part) => text.replace("{}", () => part), filled);
    }
    return own;
  }

  /** @param {Node} node a text or an attribute */
  function exchange(node) {
    const now = node.nodeValue, before = exchanged.get(node);
    const own = before?.shown === now ? before.own : now, shown = told(own);
    if (shown !== own) exchanged.set(node, {own, shown});
    if (shown !== now) node.nodeValue = shown;
  }

  /** @param {Element} element @param {string} name */
  function exchangeAttribute(element, name) {
    const attribute = element.getAttributeNode(name);
    const written = name === "title" ? element.closest(WRITTEN) : element.matches(WRITTEN);
    if (attribute && !written) exchange(attribute);
  }

  /** Exchange all words in a part of the page. @param {Node} part */
  function read(part) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = part; node; node = walker.nextNode()) {
      if (node instanceof Element) for (const name of ATTRIBUTES) exchangeAttribute(node, name);
      else if (node instanceof Text && !node.parentElement?.closest(WRITTEN)) exchange(node);
    }
  }

  /** Speak this language from now on.
   * @param {string} language @param {{[own: string]: string}} found English → the same; `{}` is filled in */
  function speak(language, found) {
    document.documentElement.lang = language;
    const known = Object.entries(found);
    words = new Map(known.filter(([own]) => !own.includes("{}")));
    patterns = known.filter(([own]) => own.includes("{}"))
      .map(([own, shown]) => [new RegExp(`^${own.replace(SIGNS, "\\$&").replaceAll("{}", "(.+)")}$`, "s"), shown]);
    read(document.body);
  }

  if (window.kifudaSpeak) return;
  window.kifudaSpeak = speak;
  new MutationObserver(changes => {
    if (!words.size) return;
    for (const {type, target, attributeName, addedNodes} of changes) {
      if (type === "attributes") exchangeAttribute(target, attributeName);
      else if (type === "characterData") read(target);
      else for (const node of addedNodes) read(node);
    }
  }).observe(document.body, {
    attributeFilter: ATTRIBUTES, characterData: true, childList: true, subtree: true,
  });
})();
