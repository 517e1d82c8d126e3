// Moving pieces of draughts by two or more clicks, out of the legal moves that the server lists.

export class Hand {
  /** `legal` as /position gives it; `onMove(text)` when a move is whole. */
  constructor(onMove) {
    this.onMove = onMove;
    this.set([]);
  }

  set(legal) {
    this.legal = legal;
    this.held = [];
  }

  /** What a picture shows: pieces that can move, or where the piece in hand can go. */
  picture() {
    const fits = this.fitting();
    if (!this.held.length) return { targets: [...new Set(this.legal.map((one) => String(one.path[0])))] };
    const next = fits.flatMap((one) => [one.path[this.held.length], one.path[one.path.length - 1]]);
    return { targets: [...new Set(next.map(String))], chosen: String(this.held[this.held.length - 1]) };
  }

  fitting(held = this.held) {
    return this.legal.filter((one) => held.every((square, i) => one.path[i] === square));
  }

  click(point) {
    const square = Number(point);
    if (this.held.length) {
      const byEnd = this.fitting().filter((one) => one.path[one.path.length - 1] === square);
      const byStep = this.fitting([...this.held, square]);
      const whole = byStep.find((one) => one.path.length === this.held.length + 1) || (byEnd.length === 1 ? byEnd[0] : null);
      if (whole) {
        this.held = [];
        this.onMove(whole.move);
        return;
      }
      if (byStep.length) {
        this.held.push(square);
        return;
      }
    }
    this.held = this.legal.some((one) => one.path[0] === square) && this.held[0] !== square ? [square] : [];
  }
}
