import type { Generated, Selectable } from 'kysely'
import type { z } from 'zod'
import { countBoard, countJobWrites } from '#features/jobs/server/public.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import {
  changeSiteSetting,
  readSiteSetting,
  type SettingChange,
  type SiteSetting,
} from '#platform/server/site-settings.ts'
import { shortDollars } from '#features/jobs/display.ts'
import { site } from '#features/site/config.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { heroFiguresSchema, getHeroFigures } from '../contract.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import type { FastifyInstance } from 'fastify'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'

export const heroFiguresSetting: SiteSetting<typeof heroFiguresSchema> = {
  key: 'hero-figures',
  schema: heroFiguresSchema,
  fallback: { mode: 'live' },
}

type HeroFigures = ResponseOf<'GET /api/hero-figures'>

const findHeroFigures = async (db: Db): Promise<HeroFigures> =>
  (await showsLive(db)) ? findLiveFigures(db) : { figures: [...site.heroFigures] }

/** Where the operator gave no fixed figures, too. */
const showsLive = async (db: Db): Promise<boolean> =>
  site.heroFigures.length === 0 || (await readSiteSetting(db, heroFiguresSetting)).mode === 'live'

/** The live figures, shown or not; none before they are counted for the first time. */
export async function findLiveFigures(db: Db): Promise<HeroFigures> {
  const row = await tables(db).selectFrom('board_figures').selectAll().executeTakeFirstOrThrow()
  const board = { jobs: row.jobs, hospitals: row.employers, medianPay: row.median_pay }
  return { figures: row.refreshed_at === null ? [] : liveFigures(board) }
}

export const liveFigures = (board: {
  jobs: number
  hospitals: number
  medianPay: number | null
}): HeroFigures['figures'] => [
  { value: formatNumber(board.jobs), label: 'Active Jobs', isPay: false },
  { value: roundedDown(board.hospitals), label: 'Hospitals', isPay: false },
  ...(board.medianPay === null
    ? []
    : [
        {
          value: shortDollars(Math.round(board.medianPay / 1000) * 1000),
          label: 'Avg. Salary',
          isPay: true,
        },
      ]),
]

/** '87', '1,200+': rounded down to two digits. */
function roundedDown(count: number): string {
  const unit = 10 ** Math.max(0, String(count).length - 2)
  const rounded = Math.floor(count / unit) * unit
  return `${formatNumber(rounded)}${rounded < count ? '+' : ''}`
}

/** Switching to live figures computes them at once. */
export async function setHeroFigures(
  db: Db,
  { mode }: z.infer<typeof heroFiguresSchema>,
  change: SettingChange,
): Promise<void> {
  if (mode === 'live') await refreshBoardFigures(db)
  await changeSiteSetting(db, heroFiguresSetting, { mode }, change)
}

/** The largest share of time for counting: at a million jobs, every few minutes. */
const share = 1 / 100

/** Updates shown live figures if jobs changed and it is due. */
async function refreshIfShown(db: Db): Promise<void> {
  if (await showsLive(db)) await refreshBoardFigures(db, isDue)
}

const isDue = ({ refreshed_at, took_ms }: FiguresRow): boolean =>
  refreshed_at === null || Date.now() - refreshed_at.getTime() > took_ms / share

export const refreshBoardFigures = async (
  db: Db,
  isWanted: (last: FiguresRow) => boolean = () => true,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    // No row while another node updates it.
    const last = await tables(trx)
      .selectFrom('board_figures')
      .selectAll()
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!last || !isWanted(last)) return
    const writes = await countJobWrites(trx)
    if (last.refreshed_at !== null && writes === last.job_writes) return
    const start = performance.now()
    const board = await countBoard(trx)
    await tables(trx)
      .updateTable('board_figures')
      .set({
        jobs: board.jobs,
        employers: board.hospitals,
        median_pay: board.medianPay === null ? null : Math.round(board.medianPay),
        refreshed_at: new Date(),
        took_ms: Math.ceil(performance.now() - start),
        job_writes: writes,
      })
      .execute()
  })

export const refreshFiguresTask = defineTask({ name: 'refresh-board-figures' })

export const homeTasks = ({ db }: { db: Db }): TaskHandler[] => [
  handleTask(refreshFiguresTask, () => refreshIfShown(db), { cron: '* * * * *' }),
]

type HomeTables = {
  board_figures: {
    id: Generated<boolean>
    jobs: number
    /** Hospitals: the column has the name of an earlier figure. */
    employers: number
    /** US dollars a year. */
    median_pay: number | null
    refreshed_at: Date | null
    took_ms: number
    job_writes: string
  }
}

const tables = (db: Db) => db.withTables<HomeTables>()

type FiguresRow = Selectable<HomeTables['board_figures']>

export function registerHome(app: FastifyInstance, { answers }: { answers: AnswerCache }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(getHeroFigures, async ({ request, reply }) =>
    answers.send({ request, reply, key: getHeroFigures.path }, findHeroFigures, {
      tags: () => ['settings'],
    }),
  )
}
