import { mkdtemp, mkdir, rm, symlink, writeFile, cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { outputOf } from './processes/spawn.ts'

/** Each import violates the table in CONTRIBUTING.md, which the linter must report. */
const violations: [file: string, imported: string][] = [
  ['src/shared/planted.ts', '#features/jobs/model.ts'],
  ['src/shared/planted.ts', 'node:fs'],
  ['src/vocabulary/planted.ts', '#features/jobs/model.ts'],
  ['src/vocabulary/planted.ts', 'node:fs'],
  ['src/platform/server/planted.ts', '#vocabulary/topics.ts'],
  ['src/ui/planted.tsx', '#vocabulary/topics.ts'],
  ['src/ui/planted.tsx', '#features/jobs/model.ts'],
  ['src/ui/planted.tsx', '@tanstack/react-router'],
  ['src/features/jobs/planted.ts', '#features/imports/server/public.ts'],
  ['src/features/jobs/planted.ts', './server/queries.ts'],
  ['src/features/jobs/planted.ts', 'node:crypto'],
  ['src/features/jobs/web/planted.tsx', '../server/queries.ts'],
  ['src/features/jobs/web/planted.tsx', '#features/site/web/site-shell.tsx'],
  ['src/features/jobs/web/planted.tsx', '#platform/server/database.ts'],
  ['src/features/jobs/web/planted.tsx', '#app/web/router.tsx'],
  ['src/features/jobs/web/components/planted.tsx', '../../contract.ts'],
  ['src/features/jobs/server/planted.ts', '#features/imports/server/tasks.ts'],
  ['src/features/jobs/server/planted.ts', '../../imports/server/tasks.ts'],
  ['src/features/jobs/server/planted.ts', '#app/server/app.ts'],
  ['src/features/jobs/server/planted.ts', '#demo/catalog/generate.ts'],
  ['src/features/jobs/server/planted.ts', '../web/jobs-page.tsx'],
  ['src/platform/server/planted.ts', '#features/jobs/model.ts'],
  ['src/platform/server/planted.ts', '#app/server/app.ts'],
  ['src/platform/server/planted.ts', '#demo/accounts.ts'],
  ['src/app/server/planted.ts', '#features/jobs/web/jobs-page.tsx'],
  ['src/app/server/planted.ts', '#demo/accounts.ts'],
  ['src/platform/web/planted.ts', '#features/jobs/model.ts'],
  ['src/app/web/planted.tsx', '#features/jobs/server/public.ts'],
]

/** These are allowed, because a fence that refuses everything would pass the list above. */
const allowed: [file: string, imported: string][] = [
  ['src/features/jobs/planted.ts', '#features/imports/contract.ts'],
  ['src/features/jobs/web/planted.tsx', '#platform/web/api.ts'],
  ['src/features/jobs/web/planted.tsx', '#ui/feedback.tsx'],
  ['src/features/jobs/server/planted.ts', '#vocabulary/reader.ts'],
  ['src/vocabulary/planted.ts', '#shared/us-states.ts'],
  ['src/features/jobs/web/components/planted.tsx', '#features/jobs/model.ts'],
  ['src/features/jobs/server/planted.ts', '#features/imports/server/public.ts'],
  ['src/features/jobs/server/run/planted.ts', '../queries.ts'],
  ['src/app/server/planted.ts', '#features/jobs/server/routes.ts'],
]

const root = join(import.meta.dirname, '..')
const planted = [...violations, ...allowed].map(([file, imported], index) => ({
  file: file.replace('planted', `planted-${index}`),
  imported,
}))
/** Every planted file that the linter reports. */
let reported: Set<string>

beforeAll(async () => {
  const sandbox = await mkdtemp(join(tmpdir(), 'whitecoat-fences-'))
  await cp(join(root, '.oxlintrc.json'), join(sandbox, '.oxlintrc.json'))
  await symlink(join(root, 'node_modules'), join(sandbox, 'node_modules'))
  for (const { file, imported } of planted) {
    await mkdir(dirname(join(sandbox, file)), { recursive: true })
    await writeFile(
      join(sandbox, file),
      `import * as planted from '${imported}'\nexport const used = planted\n`,
    )
  }
  const output = await outputOf('oxlint', ['--format=unix', 'src'], sandbox)
  const lines = output.split('\n').filter((line) => line.includes('no-restricted-imports'))
  reported = new Set(lines.map((line) => /src\/[^:]+/.exec(line)?.[0] ?? ''))
  await rm(sandbox, { recursive: true, force: true })
})

test.each(
  violations.map((violation, index) => [...violation, planted[index]?.file ?? ''] as const),
)('%s may not import %s', (_, _imported, file) => expect(reported).toContain(file))

test.each(
  allowed.map((it, index) => [...it, planted[violations.length + index]?.file ?? ''] as const),
)('%s may import %s', (_, _imported, file) => expect(reported).not.toContain(file))
