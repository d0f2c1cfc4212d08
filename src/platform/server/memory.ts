import { totalmem } from 'node:os'

/** Megabytes that the product may use: `MEMORY_MB`, of what the machine or container has. */
export const usableMb = (memoryMb = Infinity): number =>
  Math.min(memoryMb, Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 ** 2)
