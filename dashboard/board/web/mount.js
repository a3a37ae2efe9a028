// How Streamlit mounts the replay: anew for another match or other eyes, else it stays where its reader is.

const mounted = new WeakMap();
/** @param {{parentElement: ShadowRoot, data: any, setStateValue: (name: string, value: number) => void}} streamlit */
export default function ({parentElement, data, setStateValue}) {
  let place = parentElement.querySelector(".replay-root");
  if (!place) {
    place = element("div", "replay-root");
    parentElement.append(place);
  }
  const before = mounted.get(place);
  if (before && before.mark === data.mark) {
    if (data.jump !== before.jump) { before.jump = data.jump; before.now.go(data.at); }
  } else {
    const stays = before && before.jump === data.jump && before.match === data.id;
    if (before) before.now.remove();
    const start = stays ? before.now.at : data.at;
    const now = replay(place, data, start, at => setStateValue("at", at));
    if (before) now.told = -1; // the server may believe its reader elsewhere
    if (data.play && before?.match !== data.id) now.play();
    mounted.set(place, {mark: data.mark, match: data.id, jump: data.jump, now});
  }
  return () => { const last = mounted.get(place); if (last) { last.now.remove(); mounted.delete(place); } };
}
