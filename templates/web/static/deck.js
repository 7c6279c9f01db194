// The deck builder: everything here works without this script, by sending whole pages; this makes it live.
const search = document.getElementById("search");
const cards = document.getElementById("cards");
const said = document.getElementById("said");
const lost = document.getElementById("lost");
const WAIT_MS = 70;

const edit = () => document.getElementById("edit");
// The address of the deck with the rows that are shown of it, and what else is asked.
const at = (asked = {}) => `${edit().action}?${new URLSearchParams({ rows: edit().dataset.rows, ...asked })}`;

// Changes go one after another, each from the version that the one before has made.
let queue = Promise.resolve();

// What came too late is told until it is answered, or until something is pressed by whoever has seen it.
const conflicts = () => [...edit().querySelectorAll(".conflict")];

async function change(word, seen) {
  const data = new FormData(edit());
  data.set("do", word);
  data.set("into", search.elements.into?.value ?? "");
  const answer = await fetch(at(), {
    method: "POST",
    body: new URLSearchParams(data),
    headers: { "X-Part": "deck" },
  });
  const text = await answer.text();
  lost.hidden = true;
  if (answer.status === 200 || answer.status === 409) show(text, word, conflicts().filter((one) => !seen.includes(one)));
  else say(text);
}

function show(text, word, kept = conflicts()) {
  const made = document.createElement("template");
  made.innerHTML = text;
  const fresh = made.content.querySelector("#edit");
  const inside = edit().contains(document.activeElement) || document.activeElement === document.body;
  fresh.querySelector(".said-of-it").prepend(...kept);
  edit().replaceWith(fresh);
  document.querySelectorAll("input[data-version]").forEach((field) => (field.value = fresh.dataset.version));
  said.textContent = fresh.dataset.said;
  if (inside && word) focusAfter(fresh, word);
  if (word) refreshCards();
}

// The button that was pressed keeps the focus; where its row is gone, its zone gets it.
function focusAfter(form, word) {
  const same = [...form.elements].find((one) => one.value === word && !one.disabled);
  const zone = word.split("|").find((part) => document.getElementById(`zone-${part}`));
  (same ?? document.getElementById(`zone-${zone}`) ?? form.querySelector("h2"))?.focus();
}

function say(text) {
  const made = document.createElement("template");
  made.innerHTML = text;
  edit().querySelector(".findings.said")?.remove();
  const list = made.content.querySelector(".findings");
  if (!list) {
    lost.hidden = false; // it answers, but not in our words: too many at once, or another table
    return;
  }
  list.classList.add("said");
  list.setAttribute("role", "alert");
  edit().querySelector(".said-of-it").prepend(list);
  list.scrollIntoView({ block: "nearest" });
}

document.addEventListener("submit", (event) => {
  const word = event.submitter?.value;
  if (event.target.id !== "edit" || !word) return;
  event.preventDefault();
  const seen = conflicts();
  queue = queue.then(() => change(word, seen)).catch(() => (lost.hidden = false));
});

// Other rows of a long list take the place of those that are shown.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-rows]");
  if (!link) return;
  event.preventDefault();
  const { rows } = link.dataset;
  queue = queue.then(async () => {
    const answer = await fetch(at({ rows }), { headers: { "X-Part": "deck" } });
    if (!answer.ok) return;
    show(await answer.text(), "");
    document.getElementById(`zone-${rows.split(":")[0]}`)?.focus();
  }).catch(() => (lost.hidden = false));
});

// What else can be done with a card opens in its place.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-row]");
  if (!link) return;
  event.preventDefault();
  const open = link.closest(".row").querySelector(".move-to") ? "" : link.dataset.row;
  queue = queue.then(async () => {
    const answer = await fetch(at({ row: open }), { headers: { "X-Part": "deck" } });
    if (!answer.ok) return;
    show(await answer.text(), "");
    const row = document.querySelector(`a[data-row="${link.dataset.row}"]`)?.closest(".row");
    (row?.querySelector(".move-to button") ?? row?.querySelector("a[data-row]"))?.focus();
  }).catch(() => (lost.hidden = false));
});

// Search at every key; a later answer overtakes an earlier one.
let timer;
let asking;

async function ask(query) {
  asking?.abort();
  asking = new AbortController();
  try {
    const answer = await fetch(`${search.dataset.cards}?${query}`, { headers: { "X-Part": "cards" }, signal: asking.signal });
    if (answer.status >= 500) throw new Error(answer.statusText);
    cards.innerHTML = await answer.text();
    history.replaceState(null, "", `?${query}`);
    const field = edit().elements.query;
    if (field) field.value = query;
  } catch (error) {
    if (error.name !== "AbortError") lost.hidden = false;
  }
}

function asked(from = "") {
  const data = new URLSearchParams(new FormData(search));
  for (const [key, value] of [...data]) if (!value) data.delete(key);
  if (from) data.set("from", from);
  return data.toString();
}

const refreshCards = () => {
  const from = new URLSearchParams(location.search).get("from") ?? "";
  const kept = cards.contains(document.activeElement) ? document.activeElement.value : "";
  return ask(asked(from)).then(() => {
    // Whoever went on to the search meanwhile stays there.
    if (kept && document.activeElement === document.body) [...cards.querySelectorAll("button")].find((one) => one.value === kept)?.focus();
  });
};

search.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => ask(asked()), WAIT_MS);
});
search.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  ask(asked()).then(() => cards.querySelector("button.card")?.focus());
});
cards.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-page]");
  if (!link) return;
  event.preventDefault();
  ask(link.dataset.page.slice(1)).then(() => cards.querySelector("button.card")?.focus());
});

// Keys: arrows among the cards found, / to the search, Ctrl+Z and Ctrl+Y for steps back and forth.
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select");
  if (event.key === "/" && !typing) {
    event.preventDefault();
    search.elements.q.focus();
  } else if ((event.ctrlKey || event.metaKey) && !typing && "zy".includes(event.key)) {
    event.preventDefault();
    edit().querySelector(`button[value="${event.key === "z" ? "undo" : "redo"}"]:not([disabled])`)?.click();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const all = [...cards.querySelectorAll("button.card")];
    const at = all.indexOf(document.activeElement);
    if (at < 0 && event.target !== search.elements.q) return;
    event.preventDefault();
    const to = at + (event.key === "ArrowDown" ? 1 : -1);
    (to < 0 ? search.elements.q : all[Math.min(to, all.length - 1)])?.focus();
  }
});

// Another window may have changed the deck meanwhile.
document.addEventListener("visibilitychange", async () => {
  if (document.visibilityState !== "visible") return;
  await queue;
  const answer = await fetch(edit().action, { headers: { "X-Part": "version" } });
  if (answer.ok && (await answer.text()) !== edit().dataset.version) {
    const fresh = await fetch(at(), { headers: { "X-Part": "deck" } });
    if (fresh.ok) show(await fresh.text(), "");
  }
});

// On a phone the cards found come right under the search; filters that are in use stay open.
const filters = search.querySelector("details");
if (matchMedia("(max-width: 40rem)").matches && ![...filters.querySelectorAll("select, input")].some((field) => field.value)) filters.open = false;

document.body.classList.add("live");
