// A click in a row of a table, or Enter on a cell of it, opens in the same tab what the row is about: the page of the
// link in that cell, else of its link to the page one is on, else of its first link. A click on the icon of a link opens
// another tab, as Streamlit has it.
// Loaded with every page; the first one listens. A table is a canvas, which keeps its rows as a hidden HTML table.

(() => {
  const PAGES = /^(archetype|audit|card|matches|players|replay|tournaments)\?/;
  const GRID = "[data-testid=stDataFrame]", CHOSEN = "td[aria-selected=true]";
  const MOVED = 6; // pixels; whoever moves farther selects or scrolls
  const PATIENCE = 700; // milliseconds until Streamlit has written down what was clicked

  /** The texts of the link cells of a row: its first cells. @param {Element} row @returns {string[]} */
  function linksOf(row) {
    const cells = [...row.querySelectorAll("td")];
    if (cells[0]?.ariaColIndex !== "1") return [];
    const end = cells.findIndex(cell => cell.textContent && !PAGES.test(cell.textContent));
    return cells.slice(0, end < 0 ? cells.length : end).map(cell => cell.textContent).filter(Boolean);
  }

  /** Note that a table has links: of one that is scrolled aside the first cells are not there.
   * @param {Element} grid */
  function look(grid) {
    if (grid.dataset.rows !== "links" && [...grid.querySelectorAll("tr")].some(row => linksOf(row).length)) {
      grid.dataset.rows = "links";
    }
  }

  /** The links of a row, for which the table is scrolled back if need be.
   * @param {Element} grid @param {Element} row @param {(links: string[]) => void} then */
  function withLinks(grid, row, then) {
    const links = linksOf(row), index = row.ariaRowIndex;
    if (links.length) { then(links); return; }
    grid.querySelector(".dvn-scroller").scrollLeft = 0;
    soon(() => {
      const same = grid.querySelector(`tr[aria-rowindex="${index}"]`), found = same ? linksOf(same) : [];
      return found.length ? found : null;
    }, then);
  }

  /** Call ``then`` as soon as something is found. @template T
   * @param {() => T | null} find @param {(found: T) => void} then */
  function soon(find, then, since = performance.now()) {
    const found = find();
    if (found) then(found);
    else if (performance.now() - since < PATIENCE) requestAnimationFrame(() => soon(find, then, since));
  }

  /** Open what the row of a cell is about. @param {Element} cell @param {boolean} apart in another tab */
  function open(cell, apart) {
    const grid = cell.closest(GRID), row = cell.parentElement;
    if (!grid || !row || grid.dataset.rows !== "links") return;
    withLinks(grid, row, links => {
      const here = location.pathname.split("/").pop();
      const own = links.find(one => one === cell.textContent);
      const link = own ?? links.find(one => one.startsWith(`${here}?`)) ?? links[0];
      const address = new URL(link, location.href);
      if (apart) { plain(address, "_blank", "noopener"); return; }
      history.pushState({}, "", address); // as if somebody had come back to it: the page stays, and so does the way back
      dispatchEvent(new PopStateEvent("popstate", {state: {}}));
      document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
    });
  }

  if (window.kifudaRows) return;
  window.kifudaRows = true;
  const style = document.createElement("style");
  style.textContent = `${GRID}[data-rows=links] * { cursor: pointer !important; }
    [data-testid=stElementContainer]:has(> [data-testid=stHtml] script) { display: none; }`; // this script itself
  document.head.append(style);
  let opened = false; // whether Streamlit has opened another tab since the button was pressed
  const plain = window.open;
  window.open = (...to) => { opened = true; return plain.apply(window, to); };
  let down = {x: 0, y: 0, chosen: ""};
  const gridOf = event => event.target instanceof Element ? event.target.closest(GRID) : null;
  addEventListener("pointermove", event => { const grid = gridOf(event); if (grid) look(grid); }, true);
  addEventListener("pointerdown", event => {
    const grid = gridOf(event);
    if (grid) look(grid);
    opened = false;
    down = {x: event.clientX, y: event.clientY, chosen: grid?.querySelector(CHOSEN)?.id ?? ""};
  }, true);
  addEventListener("click", event => {
    const grid = gridOf(event), before = down.chosen, moved = Math.hypot(event.clientX - down.x, event.clientY - down.y);
    if (!grid || moved > MOVED || event.button) return;
    const apart = event.ctrlKey || event.metaKey || event.shiftKey;
    const chosen = () => { const cell = grid.querySelector(CHOSEN); return cell && cell.id !== before ? cell : null; };
    soon(chosen, cell => { if (!opened) open(cell, apart); });
  }, true);
  addEventListener("keydown", event => {
    const cell = document.activeElement;
    if (event.key !== "Enter" || !cell?.matches(`${GRID} td`) || PAGES.test(cell.textContent ?? "")) return;
    if (!linksOf(cell.parentElement).length) return; // Streamlit shows the whole of a cell
    event.stopPropagation();
    event.preventDefault();
    look(cell.closest(GRID));
    open(cell, event.ctrlKey || event.metaKey);
  }, true);
})();
