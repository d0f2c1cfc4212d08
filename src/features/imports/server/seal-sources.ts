import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import type { Sealer } from '#server/lib/seal.ts'
import { sealSource, selectUnsealed } from './queries-sources.ts'
import { keepAddress } from './sealed-address.ts'

/**
 * Earlier versions kept addresses as they were entered. A migration does not know the server's secret, and a task may come
 * late or on another node: this way none is left once the first request is answered.
 */
export function sealSourcesAtStart(app: FastifyInstance, { db, sealer }: { db: Db; sealer: Sealer }): void {
  app.addHook('onReady', async () => {
    for (const { id, url } of await selectUnsealed(db)) {
      const kept = keepAddress(sealer, url)
      if (kept.sealed_url !== null) await sealSource(db, { id, url }, kept)
    }
  })
}
