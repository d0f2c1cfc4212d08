const minute = 60_000

/** A dependency that is away fails every call: its log gets one line a minute, with the number of those left out. */
export function oncePerMinute(log: (error: unknown, leftOut: number) => void): (error: unknown) => void {
  let last = -Infinity
  let leftOut = 0
  return (error) => {
    if (performance.now() - last < minute) {
      leftOut++
      return
    }
    log(error, leftOut)
    last = performance.now()
    leftOut = 0
  }
}
