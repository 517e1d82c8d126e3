// The form for a new game.

import { el, field, panel, select } from "./dom.js";
import { T } from "./texts.js";

const RULES = ["chinese", "japanese", "aga", "new zealand", "tromp-taylor"];

/** `begin(wanted)` gets the body of POST /games. */
export function newGame(players, begin, opponent) {
  const game = select([["go", T.games.go], ["draughts", T.games.draughts]], opponent && !/^(katia|expert)/.test(opponent) ? "draughts" : "go", () => fill());
  const level = select([], "");
  const colour = select([["black", T.colours.black], ["white", T.colours.white]], "black");
  const size = select([[9, "9 × 9"], [13, "13 × 13"], [19, "19 × 19"]], "9");
  const rules = select(RULES.map((name) => [name, T.rules[name]]), "chinese");
  const komi = el("input", { type: "number", step: 0.5, min: -100, max: 100, placeholder: T.play.komiOfRules });
  const handicap = el("input", { type: "number", min: 0, max: 9, value: "0" });
  const clock = select(T.play.clockChoices, "");
  const name = el("input", { type: "text", maxlength: 60, value: localStorage.getItem("kifu-name") || T.play.you });
  const ofGo = [field(T.play.size, size), field(T.score.rules, rules), field(T.score.komi, komi), field(T.play.handicap, handicap)];
  const fill = () => {
    const known = players[game.value];
    level.replaceChildren(
      ...(opponent ? [el("option", { value: opponent, text: opponent })] : []),
      ...known.levels.map((one) => el("option", { value: one.opponent, text: T.play.level(game.value, one) })),
    );
    level.value = opponent || known.levels[Math.floor(known.levels.length / 2)].opponent;
    for (const one of ofGo) one.hidden = game.value !== "go";
  };
  const submit = (event) => {
    event.preventDefault();
    localStorage.setItem("kifu-name", name.value);
    const wanted = { game: game.value, colour: colour.value, name: name.value || T.play.you };
    const known = players[game.value].levels.find((one) => one.opponent === level.value);
    if (known) wanted.level = known.level;
    else wanted.opponent = level.value;
    if (clock.value) wanted.clock = clock.value;
    if (game.value === "go") {
      Object.assign(wanted, { size: Number(size.value), rules: rules.value, handicap: Number(handicap.value) });
      if (komi.value !== "") wanted.komi = Number(komi.value);
    }
    begin(wanted);
  };
  const form = el(
    "form", { class: "form", on: { submit } },
    field(T.play.game, game), field(T.play.opponent, level), field(T.play.colour, colour), ...ofGo, field(T.play.clock, clock), field(T.play.name, name),
    el("button", { type: "submit", class: "main", text: T.play.begin }),
  );
  fill();
  return panel(T.play.new, form);
}
