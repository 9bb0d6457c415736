/** An exact fraction of whole numbers, always in lowest terms. Written for tests alone: plain, and slow. */
export class Rational {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint | number, bottom: bigint | number = 1n) {
    let a = BigInt(top);
    let b = BigInt(bottom);
    if (b === 0n) throw new RangeError('Nothing is divided by 0');
    if (b < 0n) {
      a = -a;
      b = -b;
    }
    let x = a < 0n ? -a : a;
    let y = b;
    while (y > 0n) [x, y] = [y, x % y];
    this.top = x === 0n ? 0n : a / x;
    this.bottom = x === 0n ? 1n : b / x;
  }

  plus(other: Rational): Rational {
    return new Rational(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Rational): Rational {
    return this.plus(new Rational(-other.top, other.bottom));
  }

  times(other: Rational): Rational {
    return new Rational(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Rational): Rational {
    return new Rational(this.top * other.bottom, this.bottom * other.top);
  }

  compare(other: Rational): number {
    const difference = this.top * other.bottom - other.top * this.bottom;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  sign(): number {
    return this.top < 0n ? -1 : this.top > 0n ? 1 : 0;
  }

  floor(): bigint {
    const quotient = this.top / this.bottom;
    return this.top < 0n && quotient * this.bottom !== this.top ? quotient - 1n : quotient;
  }

  ceil(): bigint {
    return -new Rational(-this.top, this.bottom).floor();
  }
}
