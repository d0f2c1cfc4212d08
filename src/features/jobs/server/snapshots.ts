/** Whether a snapshot ('xmin:xmax:xip,…') shows what a transaction did. */
export function isIn(snapshot: string, xid: string): boolean {
  const [min = '', max = '', running = ''] = snapshot.split(':')
  const id = BigInt(xid)
  if (id < BigInt(min)) return true
  return id < BigInt(max) && !running.split(',').includes(xid)
}
