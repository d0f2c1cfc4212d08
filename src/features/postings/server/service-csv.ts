import { findUser } from '#features/accounts/server/public.ts'
import type { User } from '#features/accounts/server/public.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { CsvPreview, PostCsv } from '../contract-csv.ts'
import type { JobColumns } from './columns.ts'
import { checkMapping, readRow, readTable, suggestMapping } from './csv.ts'
import type { CsvRow, Mapping } from './csv.ts'
import { mailSeveralPosted } from './mails.ts'
import type { Links } from './mails.ts'
import { once } from './once.ts'
import { findPolicies } from './policies.ts'
import { columnsFor, submit } from './service.ts'

/** A file of postings: looked at first, posted then. */

export async function previewCsv(
  db: Db,
  viewer: Viewer,
  { csv, mapping }: { csv: string; mapping?: Mapping | undefined },
): Promise<CsvPreview> {
  const { columns, rows, inForce } = await readFile(db, viewer, csv, mapping)
  const valid = rows.filter((it) => it.errors.length === 0).length
  return { columns, mapping: [...inForce], rows: rows.map(withoutColumns), valid, invalid: rows.length - valid }
}

/** Posts every row that is in order, all in one transaction: a file whose answer got lost can be sent again. */
export async function postCsv(
  db: Db,
  links: Links,
  viewer: Viewer,
  { csv, mapping, key }: { csv: string; mapping: Mapping; key: string | undefined },
): Promise<ResponseOf<PostCsv>> {
  return once(db, { scope: `account:${viewer.id}`, key, asked: { csv, mapping } }, async (trx) => {
    const { rows, user } = await readFile(trx, viewer, csv, mapping)
    const created: { line: number; posting: JobRow }[] = []
    for (const { line, columns } of rows) {
      if (columns) created.push({ line, posting: (await submit(trx, columns, 'account', user)).posting })
    }
    const policy = (await findPolicies(trx)).account
    await mailSeveralPosted(
      trx,
      links,
      created.map((it) => it.posting),
      { policy, user },
    )
    return {
      created: created.map(({ line, posting }) => ({ line, id: posting.id })),
      failed: rows.filter((it) => it.errors.length > 0).map(withoutColumns),
    }
  })
}

async function readFile(db: Db, viewer: Viewer, csv: string, mapping: Mapping | undefined) {
  const user = await findUser(db, viewer.id)
  const table = readTable(csv)
  const inForce = mapping ?? suggestMapping(table.columns)
  checkMapping(table.columns, inForce)
  const rows = table.rows.map((row) => withColumns(readRow(row, inForce), user))
  return { columns: table.columns, rows, inForce, user }
}

type ReadyRow = Omit<CsvRow, 'posting'> & { columns?: JobColumns }

/** What the account has to add, it may lack: then that is what is wrong with the row. */
function withColumns({ posting, ...row }: CsvRow, user: User | undefined): ReadyRow {
  if (!posting) return row
  try {
    return { ...row, columns: columnsFor(posting, user) }
  } catch (error) {
    if (!(error instanceof AppError) || !error.details) throw error
    return { ...row, errors: error.details }
  }
}

const withoutColumns = ({ line, values, errors }: ReadyRow) => ({ line, values, errors })
