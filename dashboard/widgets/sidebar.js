// In a narrow window the sidebar, which lies over the page there, makes way for it: it is closed until somebody opens
// it, as Streamlit has it on phones, and closes behind whoever chose a page from its menu.
// Loaded with every page; the first one listens.

(() => {
  const NARROW = matchMedia("(min-width: 769px) and (max-width: 900px)"); // wider than a phone
  const SLOW = 300; // milliseconds that Streamlit takes to slide the sidebar away
  const OPENS = "[data-testid=stExpandSidebarButton]", CLOSES = "[data-testid=stSidebarCollapseButton] button";

  /** Close the sidebar if it is open. @returns {boolean} whether there is one */
  function close() {
    const button = document.querySelector(CLOSES), closed = document.querySelector(OPENS);
    if (button instanceof HTMLElement && !closed) button.click();
    return Boolean(button || closed);
  }

  if (window.kifudaSidebar) return;
  window.kifudaSidebar = true;
  addEventListener("click", event => {
    const link = event.target instanceof Element ? event.target.closest("[data-testid=stSidebarNavLink]") : null;
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    setTimeout(close, SLOW);
  }, true);
  NARROW.addEventListener("change", () => { if (NARROW.matches) close(); });
  new MutationObserver((_, observer) => {
    if (!NARROW.matches || close()) observer.disconnect(); // there is none before filters are drawn
  }).observe(document.body, {childList: true, subtree: true});
})();
