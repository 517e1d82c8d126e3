// Where points and squares are. The only place that knows how boards are drawn and named.

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** Names, centres and neighbours of a board: `go` of any size, or `draughts`. */
export function geometryOf(game, size, turned = false) {
  return game === "draughts" ? draughts(turned) : go(size);
}

function go(size) {
  const name = (x, y) => `${LETTERS[x]}${size - y}`;
  const points = new Map();
  for (let y = 0; y < size; y += 1) for (let x = 0; x < size; x += 1) points.set(name(x, y), [x, y]);
  return {
    key: `go${size}`,
    game: "go",
    size,
    points,
    at: (x, y) => (x >= 0 && y >= 0 && x < size && y < size ? name(x, y) : null),
    columns: [...LETTERS.slice(0, size)],
    rows: Array.from({ length: size }, (_, y) => String(size - y)),
    stars: stars(size).map(([x, y]) => name(x, y)),
  };
}

function stars(size) {
  if (size < 7) return [];
  const edge = size < 13 ? 2 : 3;
  const far = size - 1 - edge;
  const middle = (size - 1) / 2;
  const found = [[edge, edge], [far, edge], [edge, far], [far, far]];
  if (size % 2) found.push([middle, middle]);
  if (size % 2 && size >= 15) found.push([edge, middle], [far, middle], [middle, edge], [middle, far]);
  return found;
}

function draughts(turned) {
  const points = new Map();
  const names = new Map();
  for (let square = 1; square <= 32; square += 1) {
    const row = (square - 1) >> 2;
    const column = 2 * ((square - 1) % 4) + (row % 2 ? 0 : 1);
    const place = turned ? [7 - column, 7 - row] : [column, row];
    points.set(String(square), place);
    names.set(place.join(), String(square));
  }
  return {
    key: `draughts${turned}`,
    game: "draughts",
    size: 8,
    points,
    at: (x, y) => names.get(`${x},${y}`) ?? null,
    columns: [],
    rows: [],
    stars: [],
  };
}

/** Pieces of a FEN by square: b and w men, B and W kings. */
export function piecesOfFen(fen) {
  const pieces = {};
  for (const part of fen.replace(/\.$/, "").split(":").slice(1)) {
    const colour = part[0];
    for (const item of part.slice(1).split(",").filter(Boolean)) {
      const king = item[0] === "K";
      const [first, last] = item.replace("K", "").split("-").map(Number);
      for (let square = first; square <= (last || first); square += 1) {
        pieces[square] = king ? colour : colour.toLowerCase();
      }
    }
  }
  return pieces;
}

/** Stones by point of rows of 0, 1 and 2 from the top. */
export function stonesOfRows(rows) {
  const stones = {};
  rows.forEach((row, y) => row.forEach((stone, x) => {
    if (stone) stones[`${LETTERS[x]}${rows.length - y}`] = stone === 1 ? "b" : "w";
  }));
  return stones;
}

/** Values by point of a list, row by row from the top. */
export function valuesByPoint(values, size) {
  const found = {};
  values.forEach((value, i) => {
    found[`${LETTERS[i % size]}${size - Math.floor(i / size)}`] = value;
  });
  return found;
}

/** First and last square of a draughts move. */
export const endsOf = (move) => {
  const squares = move.split(/[-x]/);
  return [squares[0], squares[squares.length - 1]];
};
