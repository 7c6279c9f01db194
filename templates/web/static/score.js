// The score table: everything here works without this script, in words; this makes the pad, the preview and two windows live.
import { Pad, make } from "./score-pad.js";

const WAIT_MS = 220;
const AGAIN_MS = 600;
const said = document.getElementById("said");
const others = "BroadcastChannel" in window ? new BroadcastChannel("cardtools-scores") : null;

const evening = () => document.getElementById("evening");
const entry = () => document.getElementById("entry");
const words = () => entry().elements.words;
const draftKey = () => `words:${evening().dataset.id}:${entry().elements.do.value}:${entry().elements.do.value === "correct" ? entry().elements.n.value : ""}`;

let pad = null;
let timer;
let asking;
let begun = 0;

// That the table does not answer is said where the finger is: above the button that was pressed.
function lost(at = entry().querySelector(".entry-foot")) {
  const told = document.getElementById("lost");
  at.prepend(told);
  told.hidden = false;
}
const found = () => (document.getElementById("lost").hidden = true);

// What would be counted now.
const meant = () => words().value || pad?.begun || "";
function sent(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  if (form === entry()) body.set("words", meant());
  return body;
}

function start(player) {
  const form = entry();
  form.noValidate = true; // what is missing is said by the server, beside the pad
  const data = JSON.parse(form.dataset.pad);
  const root = document.getElementById("pad");
  const draft = sessionStorage.getItem(draftKey());
  const told = form.querySelector(".findings");
  pad = root ? new Pad(root, data, write) : null;
  pad?.turnTo(data.faulty[0] ?? player);
  begun = performance.now();
  if (draft && !told && draft !== words().value) {
    words().value = draft;
    preview(true);
  } else if (meant()) preview(false);
  form.querySelector(".in-words").open = !pad || (Boolean(words().value) && !data.state);
  words().addEventListener("input", () => {
    keep();
    later(true);
  });
  document.querySelector("[data-act=best]")?.addEventListener("click", layBest);
}

function write(text) {
  words().value = text;
  keep();
  later(false);
}

function keep() {
  if (words().value) sessionStorage.setItem(draftKey(), words().value);
  else sessionStorage.removeItem(draftKey());
}

function later(typed) {
  clearTimeout(timer);
  timer = setTimeout(() => preview(typed), WAIT_MS);
}

// Ask what the words would bring; where they were typed, the pad shows what they say.
async function preview(typed) {
  asking?.abort();
  asking = new AbortController();
  try {
    const answer = await fetch(entry().action, {
      method: "POST",
      body: sent(entry()),
      headers: { "X-Part": "preview" },
      signal: asking.signal,
    });
    if (!answer.ok) {
      if (!say(await answer.text())) lost();
      return;
    }
    found();
    const shown = document.getElementById("preview");
    shown.innerHTML = await answer.text();
    document.getElementById("foot-sum").replaceChildren(shown.querySelector("template")?.content ?? "");
    const { state, faulty } = shown.querySelector("[data-state]")?.dataset ?? {};
    pad?.mark(JSON.parse(faulty ?? "[]"));
    if (typed && pad && state) {
      pad.load(JSON.parse(state));
      pad.render();
    }
  } catch (error) {
    if (error.name !== "AbortError") lost();
  }
}

async function layBest() {
  const loose = pad.loose();
  if (!loose.length) return;
  const query = new URLSearchParams({ cards: loose.join(" "), player: pad.player });
  const found = await best(query);
  const tray = found?.querySelector("[data-tray]")?.dataset.tray;
  if (tray) pad.lay(JSON.parse(tray));
  said.textContent = found?.querySelector(".best-total, .findings")?.textContent ?? "";
  if (!tray) document.querySelector(".best-laying").open = true;
}

async function best(query) {
  try {
    const answer = await fetch(`${entry().action}/best?${query}`, { headers: { "X-Part": "best" } });
    const shown = document.getElementById("best-found");
    shown.innerHTML = await answer.text();
    return shown;
  } catch {
    lost(document.getElementById("best"));
    return null;
  }
}

// What was refused before it came to the evening is said beside the entry, where there are words for it.
function say(text) {
  const made = document.createElement("template");
  made.innerHTML = text;
  const list = made.content.querySelector(".findings");
  entry().querySelector(".refused")?.remove();
  if (!list) return false;
  const told = make("div", { class: "refused", role: "alert" });
  told.append(list);
  document.getElementById("entry-title").after(told);
  return true;
}

function swap(text) {
  const made = document.createElement("template");
  made.innerHTML = text;
  const fresh = made.content.querySelector("#evening");
  if (!fresh) return false;
  clearTimeout(timer);
  asking?.abort();
  evening().replaceWith(fresh);
  return true;
}

// Send a form; the evening that comes back takes the place of the old one, whether it was counted or not.
async function send(form, submitter) {
  const isEntry = form.id === "entry";
  const key = draftKey();
  const body = sent(form, submitter);
  const seat = pad?.player;
  const done = submitter?.value || form.elements.do?.value;
  const buttons = form.querySelectorAll("button:not([type=button])");
  let answer;
  let text;
  buttons.forEach((one) => (one.disabled = true));
  try {
    answer = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "evening" } });
    text = await answer.text();
  } catch {
    lost(isEntry ? undefined : form);
    buttons.forEach((one) => (one.disabled = false));
    return;
  }
  const swapped = swap(text);
  if (!swapped) {
    if (say(text)) found();
    else lost(isEntry ? undefined : form);
    buttons.forEach((one) => (one.disabled = false));
    return;
  }
  const kept = isEntry ? null : sessionStorage.getItem(key); // a step back leaves alone what is being entered
  sessionStorage.removeItem(key);
  if (kept) sessionStorage.setItem(key, kept);
  if (answer.ok) {
    history.replaceState(null, "", new URL(entry().action).pathname);
    others?.postMessage(evening().dataset.id);
  }
  start(answer.ok ? undefined : seat);
  keep();
  said.textContent = evening().dataset.said;
  focusAfter(isEntry, answer.ok, done);
}

function focusAfter(isEntry, counted, done) {
  const alert = entry().querySelector("[role=alert]");
  if (!counted && alert) {
    alert.setAttribute("tabindex", "-1");
    alert.focus();
    return;
  }
  const first = isEntry ? (document.querySelector("#pad input:checked, #pad button, #pad input") ?? words()) : null;
  const same = evening().querySelector(`button[value="${done}"]`);
  (first ?? same ?? document.getElementById("entry-title")).focus({ preventScroll: true });
  if (isEntry) evening().scrollIntoView({ block: "start" });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!evening().contains(form)) return;
  event.preventDefault();
  const twice = form.id === "entry" && !words().value && pad?.begun && performance.now() - begun < AGAIN_MS;
  if (twice) return; // the second click of two was meant for the turn that is counted already
  if (form.id === "best") best(new URLSearchParams(new FormData(form)));
  else send(form, event.submitter);
});

// Another window, or the command, may have changed the evening: what is being entered here stays as it is.
async function refresh() {
  if (words().value && entry().elements.do.value === "add") return;
  if (entry().elements.do.value === "correct") return;
  try {
    const seat = pad?.player;
    const step = await fetch(entry().action, { headers: { "X-Part": "step" } });
    if (!step.ok || (await step.text()) === evening().dataset.step) return;
    const answer = await fetch(entry().action, { headers: { "X-Part": "evening" } });
    const text = await answer.text();
    if (!answer.ok || words().value || !swap(text)) return;
    start(seat);
    said.textContent = ""; // what it told was of the step before
  } catch {
    // the table may be closed; the next entry says so
  }
}

others?.addEventListener("message", (event) => {
  if (event.data === evening().dataset.id) refresh();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") refresh();
});

start();
