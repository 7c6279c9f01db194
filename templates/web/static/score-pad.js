// The pad of an entry: taps change its state, and its state is written into the text box as words.
import { KINDS, emptyTray } from "./score-words.js";

export const make = (tag, attributes = {}, text = "") => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
};

export class Pad {
  // `changed` is called with the words after every tap.
  constructor(root, data, changed) {
    this.root = root;
    this.kind = data.kind;
    this.players = data.players;
    this.standing = data.standing;
    this.labels = data.labels;
    this.hussar = data.hussar;
    this.say = data.say;
    this.faulty = data.faulty;
    this.changed = changed;
    this.slot = 0;
    this.load(data.state);
    root.addEventListener("click", (event) => this.#clicked(event));
    root.addEventListener("input", (event) => this.#chosen(event.target));
    root.hidden = false;
    this.render();
  }

  load(state) {
    const blank = KINDS[this.kind].blank(this.standing, this.players);
    this.state = { ...blank, ...(state ? structuredClone(state) : {}) };
    if (this.kind === "stables" && state) this.state.hands = { ...blank.hands, ...state.hands };
    if (this.kind === "turns" && state) this.state.turn = { ...blank.turn, ...structuredClone(state.turn) };
    if (this.kind === "life" && state) this.state.life = { ...blank.life, ...state.life };
    if (this.kind === "melds") this.state.trays = { ...blank.trays, ...this.state.trays };
  }

  get player() {
    return this.root.querySelector("input[name=seat]:checked")?.value ?? this.players[0];
  }

  get tray() {
    const tray = (this.state.trays[this.player] ??= emptyTray());
    if (!tray.melds.length) tray.melds.push([]);
    return tray;
  }

  words() {
    const { players, standing, say } = this;
    return KINDS[this.kind].words(this.state, { players, standing, say, aims: (card) => this.#aims(card) });
  }

  // What counts though nothing was tapped: whose turn it is.
  get begun() {
    return KINDS[this.kind].begun ? this.words() : "";
  }

  // Turn to a player, who is there where the pad is parted by players.
  turnTo(player) {
    const seat = [...this.root.querySelectorAll("input[name=seat]")].find((one) => one.value === player);
    if (!seat || this.kind === "turns") return;
    seat.checked = true;
    this.slot = 0;
    this.render();
  }

  mark(faulty) {
    this.faulty = faulty;
    this.root.querySelectorAll("input[name=seat]").forEach((seat) => seat.parentElement.classList.toggle("at-fault", faulty.includes(seat.value)));
  }

  render() {
    const { root, state } = this;
    this.mark(this.faulty);
    root.querySelectorAll("input[name=suit]:checked").forEach((suit) => this.#colour(suit));
    if (state.hands) this.#renderHands();
    if (state.trays) this.#renderTray();
    if (this.kind === "turns") {
      root.querySelectorAll("input[name=seat]").forEach((seat) => (seat.checked = seat.value === state.turn.player));
    }
    root.querySelectorAll("output[data-value]").forEach((shown) => (shown.textContent = String(this.#count(shown.dataset)).replace("-", "−")));
    root.querySelectorAll("input[name=game]").forEach((one) => {
      one.checked = state.games.length === 1 && (one.value === state.games[0] || (!one.value && !this.players.includes(state.games[0])));
    });
    root.querySelectorAll("input[name=over]").forEach((one) => (one.checked = state.over));
    root.querySelectorAll("input[name=decks_out]").forEach((one) => (one.checked = state.decks_out));
    root.querySelectorAll("input[name=enemy]").forEach((one) => (one.checked = (state.enemies[one.dataset.of] ?? []).includes(one.value)));
    root.querySelectorAll("input[name=fell]").forEach((one) => {
      one.checked = state.fallen.flat().includes(one.value);
      one.disabled = Boolean(this.standing?.gone?.includes(one.value));
    });
  }

  // All loose cards of a player, and what is laid of them instead.
  loose() {
    const { melds, front, hand } = this.tray;
    return [...melds.flat(), ...front, ...hand];
  }

  lay(tray) {
    this.state.trays[this.player] = { ...emptyTray(), ...tray };
    this.slot = 0;
    this.#done();
  }

  #done() {
    this.render();
    this.changed(this.words());
  }

  #clicked(event) {
    const button = event.target.closest("button");
    if (!button || button.dataset.act === "best") return;
    if (button.classList.contains("key")) this.#add(button);
    else if (button.dataset.drop !== undefined) this.#drop(button);
    else if (button.dataset.slot !== undefined) this.#turnTo(button.dataset.slot);
    else if (button.dataset.counter) this.#step(button.dataset);
    else if (button.dataset.act === "nothing") {
      this.tray.nothing = !this.tray.nothing;
      this.#done();
    } else if (button.dataset.act === "out") {
      this.state.out = this.state.out === this.player ? null : this.player;
      if (this.state.out) delete this.state.hands[this.player];
      this.#done();
    }
  }

  #chosen(field) {
    const { state } = this;
    if (field.name === "seat") {
      this.slot = 0;
      if (this.kind !== "turns") return this.render();
      state.turn.player = field.value;
    } else if (field.name === "suit") return this.#colour(field);
    else if (field.name === "find") return this.#find(field.value);
    else if (field.name === "last") state.last = field.value || null;
    else if (field.name === "target") state.target = field.value || null;
    else if (field.name === "first") state.first = field.value || null;
    else if (field.name === "pile") state.pile_out = field.checked;
    else if (field.name === "hussar") this.#putHussar(field.value);
    else if (field.name === "game") state.games = [field.value || "draw"];
    else if (field.name === "over" || field.name === "decks_out") state[field.name] = field.checked;
    else if (field.name === "enemy") {
      const all = [...this.root.querySelectorAll(`input[name=enemy]:checked`)].filter((one) => one.dataset.of === field.dataset.of);
      state.enemies[field.dataset.of] = all.map((one) => one.value);
    } else if (field.name === "fell") {
      const fell = [...this.root.querySelectorAll("input[name=fell]:checked")].map((one) => one.value);
      state.fallen = fell.length ? [fell] : [];
    } else return undefined;
    return this.#done();
  }

  #add(key) {
    const word = key.dataset.word ?? JSON.parse(key.dataset.words)[this.root.querySelector("input[name=suit]:checked").value];
    if (this.state.trays) {
      const inFront = key.dataset.front !== undefined && this.slot !== "hand";
      const slot = inFront ? this.tray.front : this.#slotCards(this.slot);
      slot.push(word);
      this.tray.nothing = false;
    } else {
      const cards = (this.state.hands[this.player] ??= []);
      if (this.kind === "trick" && cards.length && !this.#pairs(cards, word)) cards.length = 0;
      cards.push(word);
      if (this.state.out === this.player) this.state.out = null;
    }
    this.#done();
  }

  // A second number card of the same value makes a pair; anything else takes the place of the first.
  #pairs(cards, word) {
    const value = (card) => card.match(/\d+$/)?.[0];
    return cards.length === 1 && cards[0] !== word && value(word) !== undefined && value(cards[0]) === value(word);
  }

  #drop(chip) {
    const [slot, index] = chip.dataset.drop.split("|");
    this.#slotCards(slot).splice(Number(index), 1);
    if (this.state.trays) this.state.trays[this.player].melds = this.tray.melds.filter((meld, n) => meld.length || n === 0);
    this.#done();
    (this.root.querySelector(`[data-drop="${slot}|${index}"]`) ?? this.root.querySelector("#tray [data-drop]:last-of-type") ?? this.root.querySelector(".key"))?.focus();
  }

  #slotCards(slot) {
    if (!this.state.trays) return (this.state.hands[this.player] ??= []);
    if (slot === "front" || slot === "hand") return this.tray[slot];
    return (this.tray.melds[slot] ??= []);
  }

  #turnTo(slot) {
    this.slot = slot === "new" ? this.tray.melds.filter((meld) => meld.length).length : slot === "front" || slot === "hand" ? slot : Number(slot);
    if (typeof this.slot === "number") this.tray.melds[this.slot] ??= [];
    this.render();
    this.root.querySelector(`[data-slot="${this.slot}"]`)?.focus();
  }

  #step({ by, counter, player }) {
    const counts = this.#counts(counter);
    const least = counter === "life" ? -9999 : 0;
    const next = Math.max(least, this.#count({ value: counter, player }) + Number(by));
    if (counter === "reserve") this.state.turn.reserve = next;
    else counts[player] = next;
    if (counter === "magic") {
      localStorage.setItem(this.#magicKey(), JSON.stringify(counts));
      this.render();
    } else this.#done();
  }

  #counts(counter) {
    if (counter === "life") return this.state.life;
    if (counter === "magic") return (this.magic ??= JSON.parse(localStorage.getItem(this.#magicKey()) ?? "{}"));
    return this.state.turn[counter];
  }

  #count({ value, player }) {
    if (value === "reserve") return Number(this.state.turn.reserve);
    return Number(this.#counts(value)?.[player] ?? 0);
  }

  #magicKey = () => `magic:${document.getElementById("evening").dataset.id}`;

  // Whether a card asks for a player whom it gives the points to.
  #aims(card) {
    return [...this.root.querySelectorAll(".key[data-target]")].some((key) => key.dataset.word === card);
  }

  #colour(suit) {
    this.root.style.setProperty("--suit", suit.dataset.hex);
    this.root.style.setProperty("--suit-ink", suit.dataset.ink);
    this.root.querySelectorAll(".face").forEach((face) => {
      face.setAttribute("aria-label", JSON.parse(face.dataset.names)[suit.value]);
    });
  }

  #find(text) {
    const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    const wanted = plain(text.trim());
    this.root.querySelectorAll(".key-group").forEach((group) => {
      group.querySelectorAll(".key").forEach((key) => (key.hidden = !plain(key.getAttribute("aria-label")).includes(wanted)));
      group.hidden = !group.querySelector(".key:not([hidden])");
    });
  }

  #renderHands() {
    const { root, state, player } = this;
    root.querySelectorAll("[data-count]").forEach((badge) => {
      const count = state.hands[badge.dataset.count]?.length ?? 0;
      badge.textContent = state.out === badge.dataset.count ? "✓" : count || "";
    });
    const out = root.querySelector("[data-act=out]");
    out?.setAttribute("aria-pressed", String(state.out === player));
    const named = out?.querySelector("[data-named]");
    if (named) named.textContent = named.dataset.named.replace("{name}", player);
    const tray = root.querySelector("#tray");
    tray.replaceChildren(...this.#chips(state.hands[player] ?? [], 0));
    if (!tray.children.length) tray.append(make("span", { class: "tray-empty" }, state.out === player ? "✓" : tray.dataset.empty));
    for (const [name, value] of [["last", state.last], ["first", state.first], ["target", state.target]]) {
      const field = root.querySelector(`select[name=${name}]`);
      if (field) field.value = value ?? "";
    }
    const pile = root.querySelector("input[name=pile]");
    if (pile) pile.checked = state.pile_out;
    const target = root.querySelector(".target");
    if (target) target.hidden = !Object.values(state.hands).flat().some((card) => this.#aims(card));
  }

  #renderTray() {
    const shown = this.root.querySelector("#tray");
    const told = shown.dataset;
    const { melds, front, hand, hussar } = this.tray;
    const slots = [
      ...melds.map((meld, n) => [n, told.meld.replace("{n}", n + 1), meld]),
      ["front", told.front, front],
      ["hand", told.hand, hand],
    ];
    shown.replaceChildren(
      ...slots.map(([slot, name, cards]) => {
        const box = make("div", { class: "slot" });
        const head = make("button", { type: "button", "data-slot": slot, "aria-pressed": String(slot === this.slot) }, name);
        box.append(head, ...this.#chips(cards, slot));
        return box;
      }),
    );
    const fresh = make("button", { type: "button", class: "new-meld", "data-slot": "new" }, told.new);
    shown.children[melds.length - 1].after(fresh);
    const nothing = this.root.querySelector("[data-act=nothing]");
    nothing.setAttribute("aria-pressed", String(this.tray.nothing));
    nothing.hidden = this.loose().length > 0;
    if (!this.loose().length) shown.prepend(make("span", { class: "tray-empty" }, told.empty));
    const purple = [...new Set(front.filter((card) => /^-\d/.test(card) && Number(card) >= this.hussar.least))];
    if (purple.length) shown.append(this.#hussarField(purple, hussar, told));
    this.root.querySelectorAll("[data-count]").forEach((badge) => {
      const tray = this.state.trays[badge.dataset.count];
      badge.textContent = tray ? tray.melds.flat().length + tray.front.length + tray.hand.length || "" : "";
    });
  }

  // The Hussar that is put on a card lies nowhere else.
  #putHussar(value) {
    const { tray } = this;
    const others = (cards) => cards.filter((card) => card !== this.hussar.word);
    tray.hussar = value || null;
    if (value) Object.assign(tray, { melds: tray.melds.map(others), front: others(tray.front), hand: others(tray.hand) });
  }

  #hussarField(purple, hussar, told) {
    const label = make("label", { class: "field" }, told.hussar);
    const field = make("select", { name: "hussar" });
    field.append(make("option", { value: "" }, told.none), ...purple.map((card) => make("option", { value: card }, card.replace("-", "−"))));
    field.value = hussar ?? "";
    label.append(" ", field);
    return label;
  }

  #chips(cards, slot) {
    const drop = this.root.querySelector("#tray").dataset.drop;
    return cards.map((card, index) => {
      const [label, name] = this.labels[card] ?? [card, card];
      const chip = make("button", { type: "button", class: "chip", "data-drop": `${slot}|${index}`, "aria-label": drop.replace("{card}", name) });
      chip.append(make("span", {}, label), make("span", { class: "chip-off", "aria-hidden": "true" }, "×"));
      return chip;
    });
  }
}
