import { totalmem } from 'node:os'

/** Megabytes that the product may use: what the machine or container has, up to `MEMORY_MB`. */
export const usableMb = (memoryMb = Infinity): number =>
  Math.min(memoryMb, Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 ** 2)
