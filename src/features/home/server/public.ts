import type { z } from 'zod'
import {
  countBoard,
  readFigures,
  type BoardFigures,
  type Figures,
} from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'
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
import type { FastifyInstance } from 'fastify'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'

export const heroFiguresSetting: SiteSetting<typeof heroFiguresSchema> = {
  key: 'hero-figures',
  schema: heroFiguresSchema,
  fallback: { mode: 'live' },
}

type HeroFigures = ResponseOf<'GET /api/hero-figures'>

async function findHeroFigures(db: Db): Promise<HeroFigures> {
  const live = await findLiveFigures(db)
  return (await showsLive(db)) ? live : { ...live, figures: [...site.heroFigures] }
}

/** Where the operator gave no fixed figures, too. */
const showsLive = async (db: Db) =>
  site.heroFigures.length === 0 || (await readSiteSetting(db, heroFiguresSetting)).mode === 'live'

export const boardFigures: Figures<BoardFigures> = { name: 'board with counts', count: countBoard }

/** The live figures, shown or not; none of a board without jobs. */
export async function findLiveFigures(db: Db): Promise<HeroFigures> {
  const board = await readFigures(db, boardFigures)
  return { figures: board.jobs === 0 ? [] : liveFigures(board), counts: board.counts }
}

export const liveFigures = (board: Omit<BoardFigures, 'counts'>): HeroFigures['figures'] => [
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
function roundedDown(count: number) {
  const unit = 10 ** Math.max(0, String(count).length - 2)
  const rounded = Math.floor(count / unit) * unit
  return `${formatNumber(rounded)}${rounded < count ? '+' : ''}`
}

export const setHeroFigures = async (
  db: Db,
  { mode }: z.infer<typeof heroFiguresSchema>,
  change: SettingChange,
): Promise<void> => changeSiteSetting(db, heroFiguresSetting, { mode }, change)

export function registerHome(app: FastifyInstance, { answers }: { answers: AnswerCache }): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(getHeroFigures, async ({ request, reply }) =>
    answers.send({ request, reply, key: getHeroFigures.path }, findHeroFigures, {
      tags: () => ['settings'],
    }),
  )
}
