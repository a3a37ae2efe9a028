// Whoever chooses a page from the menu of a narrow window sees the page: the menu, which lies over it, closes. Streamlit
// itself closes it on phones only, whatever the width of the window is.
// Loaded with every page; the first one listens.

(() => {
  const SLOW = 300; // milliseconds that Streamlit takes to slide the menu away

  if (window.kifudaMenu) return;
  window.kifudaMenu = true;
  addEventListener("click", event => {
    const link = event.target instanceof Element ? event.target.closest("[data-testid=stSidebarNavLink]") : null;
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    setTimeout(() => {
      const menu = document.querySelector("[data-testid=stSidebar]");
      const close = menu?.querySelector("[data-testid=stSidebarCollapseButton] button");
      if (close instanceof HTMLElement && menu.getBoundingClientRect().right > 0) close.click();
    }, SLOW);
  }, true);
})();
