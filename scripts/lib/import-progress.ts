import { SingleBar } from 'cli-progress'
import { statSync } from 'node:fs'
import { formatNumber } from '#shared/numbers.ts'

/** A bar on a terminal, and elsewhere a line a second. Its length is that of the file; what an address sends has none. */
export function importProgress(file: string | undefined) {
  const size = file === undefined ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  const counts = '{rows} rows, {rate} rows a second'
  const bar = new SingleBar({
    stream: process.stderr,
    format: size === 0 ? counts : `${process.stderr.isTTY ? '{bar} ' : ''}{percentage}% · ${counts}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: 1000,
    // Of Ctrl-C the command says itself what it means.
    gracefulExit: false,
  })
  const began = performance.now()
  let isShown = false
  let bytes = 0
  return {
    onRead: (count: number): void => void (bytes += count),
    onProgress: (rows: number): void => {
      if (!isShown) bar.start(size, 0, { rows: 0, rate: 0 })
      isShown = true
      const rate = Math.round((rows * 1000) / (performance.now() - began))
      bar.update(Math.min(bytes, size), { rows: formatNumber(rows), rate: formatNumber(rate) })
    },
    stop: (): void => bar.stop(),
  }
}
