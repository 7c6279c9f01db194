// What a pad shows, as the words that are kept. The server reads them back; no rule of a game stands here.
const list = (cards) => cards.join(cards.some((card) => card.includes(" ")) ? ", " : " ");
const names = (all) => (all.some((name) => name.includes(" ")) ? `${all.join(", ")},` : all.join(" "));

const HANDS = { hands: {}, out: null, last: null, target: null, pile_out: false, first: null };
const TRAY = { melds: [[]], front: [], hand: [], hussar: null };

function trayWords(tray) {
  const parts = tray.melds.filter((meld) => meld.length).map((meld) => meld.join(" "));
  if (tray.front.length) parts.push(tray.front.join(" "));
  if (tray.hand.length) parts.push(`hand ${tray.hand.join(" ")}`);
  if (tray.hussar) parts.push(`hussar ${tray.hussar}`);
  return parts.join(" / ");
}

function handWords(state, players, standing) {
  return players.flatMap((player) => {
    const cards = state.hands[player] ?? [];
    const before = standing?.hands?.[player] ?? [];
    if (standing && cards.join("|") === before.join("|")) return [];
    return cards.length || before.length ? [`${player}: ${list(cards)}`.trim()] : [];
  });
}

function turnWords(turn) {
  const parts = [`reserve ${turn.reserve}`];
  for (const [player, count] of Object.entries(turn.spent)) if (+count) parts.push(`${player === turn.player ? "" : player} spent ${count}`);
  for (const [player, count] of Object.entries(turn.damage)) if (+count) parts.push(`${player} -${count}`);
  for (const [player, count] of Object.entries(turn.healed)) if (+count) parts.push(`${player} +${count}`);
  return `${turn.player}: ${parts.map((part) => part.trim()).join(" ")}`;
}

const outWords = (fallen) => fallen.filter((turn) => turn.length).map((turn) => `out ${turn.join(" + ")}`);

// By kind of pad: how it begins, and the words for its state. `standing` is how the game stands before the entry.
export const KINDS = {
  cards: {
    blank: () => structuredClone(HANDS),
    words: (state, players) => handWords(state, players).join("; "),
  },
  hands: {
    blank: () => structuredClone(HANDS),
    words(state, players) {
      const said = handWords(state, players);
      if (state.out) said.unshift(`${state.out} out`);
      if (state.last) said.push(`last ${state.last}`);
      return said.join("; ");
    },
  },
  trick: {
    blank: () => structuredClone(HANDS),
    words: (state, players, _standing, aims) =>
      players
        .filter((player) => state.hands[player]?.length)
        .map((player) => {
          const cards = state.hands[player];
          const to = cards.some(aims) && state.target ? ` > ${state.target}` : "";
          return `${player}: ${cards.join(" + ")}${to}`;
        })
        .join("; "),
  },
  stables: {
    blank: (standing) => ({ ...structuredClone(HANDS), ...structuredClone(standing ?? {}) }),
    words(state, players, standing) {
      const said = handWords(state, players, standing);
      if (state.pile_out && !standing?.pile_out) said.push("pile out");
      if (state.first && state.first !== standing?.first) said.push(`first ${state.first}`);
      return said.join("; ");
    },
  },
  melds: {
    blank: (standing) => ({ trays: structuredClone(standing?.trays ?? {}) }),
    words: (state, players, standing) =>
      players
        .map((player) => [player, trayWords(state.trays[player] ?? TRAY), trayWords(standing?.trays?.[player] ?? TRAY)])
        .filter(([, said, before]) => said && said !== before)
        .map(([player, said]) => `${player}: ${said}`)
        .join("; "),
  },
  life: {
    blank: (standing) => structuredClone({ life: {}, decks_out: false, ...standing }),
    words(state, players) {
      const said = players.map((player) => `${player}: ${state.life[player] ?? 0}`);
      if (state.decks_out) said.push("decks out");
      return said.join("; ");
    },
  },
  games: {
    blank: () => ({ games: [], over: false, best_of: null }),
    words(state, players) {
      const said = state.games.map((one) => (players.includes(one) ? `${one}: won` : "draw"));
      if (state.best_of) said.push(`best of ${state.best_of}`);
      if (state.over) said.push("over");
      return said.join("; ");
    },
  },
  fallen: { blank: () => ({ fallen: [] }), words: (state) => outWords(state.fallen).join("; ") },
  gods: {
    blank: (standing) => ({ enemies: structuredClone(standing?.enemies ?? {}), fallen: [] }),
    words(state, _players, standing) {
      const changed = Object.entries(state.enemies).filter(
        ([player, all]) => all.length && all.join("|") !== (standing?.enemies?.[player] ?? []).join("|"),
      );
      return [...changed.map(([player, all]) => `${player} > ${names(all)}`), ...outWords(state.fallen)].join("; ");
    },
  },
  turns: {
    blank: (_standing, players) => ({ turn: { player: players[0], reserve: 0, spent: {}, damage: {}, healed: {} } }),
    words: (state) => turnWords(state.turn),
  },
};

export const emptyTray = () => structuredClone(TRAY);
