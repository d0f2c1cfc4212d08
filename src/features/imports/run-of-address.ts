import type { ImportRun } from './contract.ts'

/** Whether the run is under way over an address that is imported once: it is named so, but for what may be secret in it. */
export const isRunOfAddress = ({ status, sourceId, source }: ImportRun, url: string): boolean =>
  status === 'running' && sourceId === null && url.startsWith(source)
