import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'

/** What a demo's employer has on its own site: a feed as Indeed asks for, which can be connected. */

export const careersFeedPath = '/careers/jobs.xml'

const employer = 'Demo Hospital'
const openings = [
  ['Hospitalist, nights', 'Seven on, seven off; a closed ICU and 14 patients a night.', 330],
  ['Psychiatrist', 'Outpatient psychiatry with four therapists, 60 minutes for new patients.', 310],
  ['General Cardiologist', 'A group of nine; call one in nine, and two days in the cath lab.', 525],
  ['Family Medicine Physician', 'A clinic of 18 patients a day, without hospital rounds.', 268],
  ['Neurologist', 'General neurology, with stroke call by telemedicine from our partner.', 355],
  ['Registered Nurse, ICU', 'A nurse for our ICU, three nights of twelve hours a week.', 92],
] as const

const dayMs = 86_400_000

export const careersFeed = (now = new Date()): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<source><publisher>${employer}</publisher>${openings
    .map(([title, text, thousands], index) => {
      const day = new Date(now.getTime() - (index + 3) * dayMs).toUTCString()
      return `\n<job><title>${title}</title><date>${day}</date><referencenumber>DH-${4100 + index}</referencenumber><url>https://careers.demo-hospital.example/jobs/${4100 + index}</url><company>${employer}</company><city>Boise</city><state>ID</state><country>US</country><description>${text}</description><salary>$${thousands},000 per year</salary><jobtype>fulltime</jobtype></job>`
    })
    .join('')}\n</source>\n`

/** A demo that starts again may have another port; a check that goes on reads there. */
export async function moveCareersPage(db: Db, host: string): Promise<void> {
  const url = `http://${host}${careersFeedPath}`
  const earlier = `http://%${careersFeedPath}`
  await sql`
    with checks as (
      update import_checks set url = ${url} where url like ${earlier} and status = 'running'
    )
    update import_sources set url = ${url}
    where url like ${earlier} and organization_id is not null and url <> ${url}
  `.execute(db)
}
