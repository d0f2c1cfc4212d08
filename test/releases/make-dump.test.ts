import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../database.ts'
import { dumpDatabase, listEmptyTables, releasesFolder } from './dump.ts'
import { fillBoard } from './fill-board.ts'

const release = process.env['RELEASE']

/** Nothing on the filled board comes into them. */
const empties = `
api_keys blocks daily_notices database_timelines disowned_postings hook_deliveries hooks
inquiry_notes interviews mail_bounces mail_suppressions node_heartbeats
organization_invitations organization_leavers posting_invitations posting_outcomes posting_questions profile_views
question_sets saved_replies seat_requests spent_proofs waiting_edits waiting_inquiries
`
  .trim()
  .split(/\s+/)

/** Set by `npm run db:dump-release`; otherwise no dump is made. */
test.runIf(release)(
  'the dump of a release has rows of every table that the board fills',
  { timeout: 120_000 },
  async () => {
    const board = await fillBoard()
    onTestFinished(() => board.close())
    const empty = await emptyDatabase()

    expect(await listEmptyTables(board.db)).toEqual(empties.map((table) => `public.${table}`))

    const dump = gzipSync(await dumpDatabase(board.db, empty.connection), { level: 9 })
    expect(dump.length).toBeLessThan(300_000)
    await writeFile(new URL(`${release}.sql.gz`, releasesFolder), dump)
  },
)
