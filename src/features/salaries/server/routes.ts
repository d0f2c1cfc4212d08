import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/lib/database.ts'
import { endpointsOf } from '#server/lib/http/endpoint.ts'
import { sendAnswer } from '#server/lib/http/response-cache.ts'
import type { ResponseCache } from '#server/lib/http/response-cache.ts'
import { getComparablePay, getSalaries, getSpecialtySalaries } from '../contract.ts'
import * as service from './service.ts'
import { keepPayStatisticsCurrent } from './upkeep.ts'

/** Answers change with the summary, which is when they are removed. */
const longest = 5 * 60_000

export function registerSalaries(app: FastifyInstance, { db, answers }: { db: Db; answers: ResponseCache }): void {
  const serve = endpointsOf(app, import.meta.url)
  const kept = new Set<string>()
  keepPayStatisticsCurrent(app, db, () => {
    answers.remove(kept)
    kept.clear()
  })

  function answer(key: string, work: () => Promise<unknown>) {
    return answers.answer(key, longest, async () => {
      const result = await work()
      kept.add(key)
      return result
    })
  }

  serve(getSalaries, async ({ request, reply }) =>
    sendAnswer(request, reply, await answer(getSalaries.path, () => service.getSalaries(db))),
  )

  serve(getSpecialtySalaries, async ({ params: { specialty }, request, reply }) => {
    const key = `${getSalaries.path}/${specialty}`
    return sendAnswer(request, reply, await answer(key, () => service.getSpecialtySalaries(db, specialty)))
  })

  serve(getComparablePay, async ({ params: { specialty, state }, request, reply }) => {
    const key = `${getSalaries.path}/${specialty}/${state}`
    return sendAnswer(request, reply, await answer(key, () => service.getComparablePay(db, specialty, state)))
  })
}
