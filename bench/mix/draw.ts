import { Rng, weighted } from '#demo/catalog/rng.ts'
import type { Mix } from './mix.ts'

/**
 * Draws from a mix without end: the kind by its weight, the address by Zipf's law (the tenth a
 * tenth as often as the first).
 */
export function drawAddresses(mix: Mix, seed: number): () => string {
  const rng = new Rng(seed)
  const groups = weighted(mix.groups.map((group) => [zipf(group.addresses), group.weight] as const))
  return () => groups.at(rng.next()).at(rng.next())
}

const zipf = (addresses: string[]) =>
  weighted(addresses.map((address, index) => [address, 1 / (index + 1)] as const))
