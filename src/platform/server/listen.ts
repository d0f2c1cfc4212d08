import pg from 'pg'

type Listener = {
  onMessage(payload: string): void
  /** Called when notifications arrive from now on, also after a reconnection. */
  onOpen(): void
  /** Notifications may be missed until the next `onOpen`. */
  onLost(error: Error): void
}

const firstPause = 250
const longestPause = 10_000

/** Listens on a PostgreSQL channel with its own connection, and reconnects when it breaks. */
export function listen(connection: pg.PoolConfig, channel: string, listener: Listener): { close(): Promise<void> } {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let pause = firstPause

  async function open(): Promise<void> {
    const Client = (connection.Client ?? pg.Client) as typeof pg.Client
    const opened = new Client({ ...connection, keepAlive: true })
    client = opened
    opened.on('notification', (message) => listener.onMessage(message.payload ?? ''))
    opened.once('error', (error) => lost(error))
    opened.once('end', () => lost(new Error('the connection ended')))
    try {
      await opened.connect()
      await opened.query(`listen ${pg.escapeIdentifier(channel)}`)
      pause = firstPause
      listener.onOpen()
    } catch (error) {
      lost(error instanceof Error ? error : new Error(String(error)))
    }
  }

  function lost(error: Error): void {
    if (closed || timer) return
    listener.onLost(error)
    client?.removeAllListeners()
    client?.on('error', () => {})
    void client?.end().catch(() => {})
    timer = setTimeout(() => {
      timer = undefined
      void open()
    }, pause)
    pause = Math.min(pause * 2, longestPause)
  }

  void open()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
