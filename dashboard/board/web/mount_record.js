// How Streamlit mounts the table of the record page: once, and then it is told how the match stands.

const recorders = new WeakMap();
/** @param {{parentElement: ShadowRoot, data: any, setTriggerValue: (name: string, value: any) => void}} streamlit */
export default function ({parentElement, data, setTriggerValue}) {
  let place = parentElement.querySelector(".record-root");
  if (!place) {
    place = element("div", "record-root");
    parentElement.append(place);
  }
  const known = recorders.get(place);
  if (known) { known.send = message => setTriggerValue("sent", message); known.update(data); }
  else recorders.set(place, new Recorder(place, data, message => setTriggerValue("sent", message)));
}
