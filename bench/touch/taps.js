// Enters one act on the table of the record page, by taps or by keys, by the shortest way that the table offers.
// Evaluated in a page that has the scripts of the table.

window.enter = ({data, act, ways}) => ways.map(way => {
  const best = attempt(data, act, way, "token");
  if (best.sent && best.count <= 2) return best;
  const other = attempt(data, act, way, "chip");
  return other.sent && (!best.sent || other.count < best.count) ? other : best;
});

const key = value => JSON.stringify(value);

const attempt = (data, told, way, first) => {
  const place = document.getElementById("table");
  let sent = null, count = 0;
  const recorder = new Recorder(place, data, message => { sent = message; });
  const want = recorder.taps.read(told);
  recorder.keyed = true;
  recorder.root.classList.add("keyed");
  const press = one => {
    count += 1;
    if (way === "taps") { one.click(); return; }
    if (one.dataset.key) { recorder.root.dispatchEvent(new KeyboardEvent("keydown", {key: one.dataset.key, bubbles: true})); return; }
    const all = [...recorder.root.querySelectorAll(".board .lit, .board .chosen, .chip")];
    count += all.indexOf(one);  // by arrows, and then Enter
    one.click();
  };
  const chip = text => [...recorder.root.querySelectorAll(".chip")].find(one => one.textContent === text);
  const token = () => {
    const {lit} = recorder.taps.next();
    const next = want.tokens.find(one => lit.has(one) && !recorder.taps.order.includes(one));
    if (next === undefined) return null;
    const shown = recorder.targets().get(next), elsewhere = (recorder.elsewhere || []).indexOf(next);
    return shown && shown.classList.contains("lit") ? shown : recorder.root.querySelectorAll(".card-chip")[elsewhere] || null;
  };
  const choice = () => {
    const found = recorder.taps.next().choices.find(one => one.what === want.what && (one.number === undefined || one.number === want.number));
    return found ? chip(recorder.what(found.what, found.number ?? null)) : null;
  };
  const done = () => recorder.root.querySelector(".chip.done");
  let why = "";
  for (let step = 0; step < 40; step++) {
    if (sent) break;
    const standing = recorder.taps.standing.find(act => key([act.seat, act.what, act.targets]) === key([want.seat, want.what, want.targets]));
    let one = first === "token" ? token() || choice() || done() : choice() || token() || done();
    if (!one && standing && !recorder.taps.begun) {
      if (!recorder.more) one = recorder.root.querySelector(".chip.standing");
      else one = chip((data.names[want.seat] ? recorder.name(want.seat) + ": " : "") + recorder.what(want.what, want.number) + want.targets.map(to => " " + recorder.name(to)).join(""));
    }
    if (!one) { why = `after ${recorder.taps.order} ${recorder.taps.what} nothing leads on: ${key(recorder.taps.next().choices.map(next => next.what))}`; break; }
    press(one);
  }
  recorder.remove();
  if (sent && sent.kind === "act") {
    const got = sent.act, sorted = list => key([...list].sort());
    const same = got.seat === want.seat && got.verb === want.verb && sorted(got.cards) === sorted(want.cards) && sorted(got.targets) === sorted(want.targets) && sorted(got.words) === sorted(want.words) && got.number === want.number;
    if (same) return {sent, count, why: ""};
    why = `it was ${key(got)}`;
  } else if (sent) why = `said ${key(sent)}`;
  return {sent: null, count, why: `${key(told)}: ${why}`};
};
