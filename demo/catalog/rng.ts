/**
 * Reproducible random numbers (mulberry32). Each job has its own stream, so any job can be
 * generated alone.
 */
export class Rng {
  #state: number

  constructor(seed: number, stream = 0) {
    this.#state = scramble(scramble(seed) ^ Math.imul(stream + 1, 0x9e3779b1))
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** An integer, both ends included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T
  }

  /** Up to `count` different elements, in random order. */
  sample<T>(list: readonly T[], count: number): T[] {
    if (count === 1 && list.length > 0) return [this.pick(list)]
    const left = list.slice()
    const size = Math.min(count, left.length)
    for (let i = 0; i < size; i++) {
      const j = i + Math.floor(this.next() * (left.length - i))
      const chosen = left[j] as T
      left[j] = left[i] as T
      left[i] = chosen
    }
    left.length = size
    return left
  }
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** Chooses by weight. `at` takes any number from 0 to 1, random or evenly spread. */
export type Weighted<T> = { at(position: number): T }

export function weighted<T>(entries: readonly (readonly [T, number])[]): Weighted<T> {
  const values = entries.map(([value]) => value)
  let total = 0
  const bounds = entries.map(([, weight]) => (total += weight))
  return {
    at(position) {
      const target = position * total
      let low = 0
      let high = bounds.length - 1
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((bounds[middle] as number) > target) high = middle
        else low = middle + 1
      }
      return values[low] as T
    },
  }
}
