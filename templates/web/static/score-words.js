// What a pad shows, as the words that are kept: those of the reader's language, which the page brings along as `say`.
// The server reads them back; no rule of a game stands here.
const list = (cards) => cards.join(cards.some((card) => card.includes(" ")) ? ", " : " ");
const names = (all) => (all.some((name) => name.includes(" ")) ? `${all.join(", ")},` : all.join(" "));

const HANDS = { hands: {}, out: null, last: null, target: null, pile_out: false, first: null };
const TRAY = { melds: [[]], front: [], hand: [], hussar: null, nothing: false };

function trayWords(tray, say) {
  const parts = tray.melds.filter((meld) => meld.length).map((meld) => meld.join(" "));
  if (tray.front.length) parts.push(`${say.front} ${tray.front.join(" ")}`);
  if (tray.hand.length) parts.push(`${say.hand} ${tray.hand.join(" ")}`);
  if (tray.hussar) parts.push(`${say.hussar} ${tray.hussar}`);
  return parts.join(" / ") || (tray.nothing ? say.hand : "");
}

function handWords(state, players, standing) {
  return players.flatMap((player) => {
    const cards = state.hands[player] ?? [];
    const before = standing?.hands?.[player] ?? [];
    if (standing && cards.join("|") === before.join("|")) return [];
    return cards.length || before.length ? [`${player}: ${list(cards)}`.trim()] : [];
  });
}

function turnWords(turn, say) {
  const parts = [`${say.reserve} ${turn.reserve}`];
  for (const [player, count] of Object.entries(turn.spent)) if (+count) parts.push(`${player === turn.player ? "" : player} ${say.spent} ${count}`);
  for (const [player, count] of Object.entries(turn.damage)) if (+count) parts.push(`${player} -${count}`);
  for (const [player, count] of Object.entries(turn.healed)) if (+count) parts.push(`${player} +${count}`);
  return `${turn.player}: ${parts.map((part) => part.trim()).join(" ")}`;
}

const outWords = (fallen, say) => fallen.filter((turn) => turn.length).map((turn) => `${say.fell} ${turn.join(" + ")}`);

// By kind of pad: how it begins, and the words for its state. `standing` is how the game stands before the entry.
export const KINDS = {
  cards: {
    blank: () => structuredClone(HANDS),
    words: (state, { players }) => handWords(state, players).join("; "),
  },
  hands: {
    blank: () => structuredClone(HANDS),
    words(state, { players, say }) {
      const said = handWords(state, players);
      if (state.out) said.unshift(`${state.out} ${say.out}`);
      if (state.last) said.push(`${say.last} ${state.last}`);
      return said.join("; ");
    },
  },
  trick: {
    blank: () => structuredClone(HANDS),
    words: (state, { players, aims }) =>
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
    words(state, { players, standing, say }) {
      const said = handWords(state, players, standing);
      if (state.pile_out && !standing?.pile_out) said.push(say.pile_out);
      if (state.first && state.first !== standing?.first) said.push(`${say.first} ${state.first}`);
      return said.join("; ");
    },
  },
  melds: {
    blank: (standing) => ({ trays: structuredClone(standing?.trays ?? {}) }),
    words: (state, { players, standing, say }) =>
      players
        .map((player) => [player, trayWords(state.trays[player] ?? TRAY, say), trayWords(standing?.trays?.[player] ?? TRAY, say)])
        .filter(([, said, before]) => said && said !== before)
        .map(([player, said]) => `${player}: ${said}`)
        .join("; "),
  },
  life: {
    blank: (standing) => structuredClone({ life: {}, decks_out: false, ...standing }),
    words(state, { players, say }) {
      const said = players.map((player) => `${player}: ${state.life[player] ?? 0}`);
      if (state.decks_out) said.push(say.decks_out);
      return said.join("; ");
    },
  },
  games: {
    blank: () => ({ games: [], over: false, best_of: null }),
    words(state, { players, say }) {
      const said = state.games.map((one) => (players.includes(one) ? `${one}: ${say.won}` : say.draw));
      if (state.best_of) said.push(`${say.best_of} ${state.best_of}`);
      if (state.over) said.push(say.over);
      return said.join("; ");
    },
  },
  fallen: { blank: () => ({ fallen: [] }), words: (state, { say }) => outWords(state.fallen, say).join("; ") },
  gods: {
    blank: (standing) => ({ enemies: structuredClone(standing?.enemies ?? {}), fallen: [] }),
    words(state, { standing, say }) {
      const changed = Object.entries(state.enemies).filter(
        ([player, all]) => all.length && all.join("|") !== (standing?.enemies?.[player] ?? []).join("|"),
      );
      return [...changed.map(([player, all]) => `${player} > ${names(all)}`), ...outWords(state.fallen, say)].join("; ");
    },
  },
  turns: {
    begun: true, // a turn in which nothing happened is one, too
    blank: (standing, players) => ({ turn: { player: standing?.player ?? players[0], reserve: 0, spent: {}, damage: {}, healed: {} } }),
    words: (state, { say }) => turnWords(state.turn, say),
  },
};

export const emptyTray = () => structuredClone(TRAY);
