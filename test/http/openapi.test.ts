import { mkdir, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import '#platform/server/http/endpoint.ts'
import { appForFile } from '../app.ts'
import { addJobs, jobRow } from '../factories.ts'
import { outputOf } from '../processes/spawn.ts'

const folder = join(import.meta.dirname, '../../.cache/api-client')
const documents = ['/api/docs/json', '/api/docs/accounts.json', '/api/docs/admin.json']
/** Readers and generators of clients take it whole. */
const maxBytes = 179_000

type Operation = {
  operationId: string
  requestBody?: { content: Record<string, object> }
  responses: Record<string, object>
}
type OpenApi = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object }
}

const board = appForFile()
beforeAll(() => mkdir(folder, { recursive: true }).then(() => {}))

const readDocument = async (url: string) => (await board.get(url)).json<OpenApi>()

test.each(documents)(
  '%s passes the recommended rules, examples included, without errors and warnings',
  async (url) => {
    const examples = [
      'no-invalid-media-type-examples',
      'no-invalid-parameter-examples',
      'no-invalid-schema-examples',
    ]
    const further = [...examples, 'tag-description', 'operation-tag-defined']
    const rules = Object.fromEntries(further.map((rule) => [rule, 'error' as const]))
    const config = await createConfig({ extends: ['recommended'], rules })
    const source = (await board.get(url)).body
    const problems = await lintFromString({ source, config })
    expect((JSON.parse(source) as OpenApi).openapi).toBe('3.1.0')
    expect(
      problems.map((it) => `${it.severity} ${it.ruleId}: ${it.message} ${it.location[0]?.pointer}`),
    ).toEqual([])
    expect(Buffer.byteLength(source)).toBeLessThanOrEqual(maxBytes)
  },
)

/** Compiled once for all, because the compiler's own types take it longest. */
describe('clients that are generated from the documents', () => {
  const programs = {
    calls: [] as string[],
    walk: join(folder, 'walk.ts'),
    wrong: join(folder, 'wrong.ts'),
  }
  let complaints: string[]
  beforeAll(async () => {
    for (const url of documents) {
      const document = await readDocument(url)
      programs.calls.push(
        await writeClient(document, /(\w+)(?:\.json|\/json)$/.exec(url)?.[1] ?? ''),
      )
    }
    await writeFile(programs.walk, walkProgram)
    await writeFile(programs.wrong, wrongProgram)
    complaints = (await compile([...programs.calls, programs.walk, programs.wrong]))
      .split(/\n(?=\S)/)
      .filter(Boolean)
  })
  const isAboutWrong = (line: string) => line.includes('wrong.ts')

  test('compile with every call, and their errors are typed', () => {
    expect(complaints.filter((complaint) => !isAboutWrong(complaint))).toEqual([])
  })

  test('do not compile with a wrong call', () => {
    const [argument, code] = complaints.filter(isAboutWrong)
    expect(argument).toContain("Type 'number' is not assignable to type 'string'")
    expect(code).toContain('NO_SUCH_CODE')
  })

  test('walk the whole catalog, while jobs are posted, renewed and closed', async () => {
    const { walk } = (await import(programs.walk)) as { walk: Walk }
    const jobs = Array.from({ length: 220 }, (_, index) =>
      jobRow({ specialty: index % 2 ? 'Urology' : 'Cardiology' }),
    )
    await addJobs(board.db, jobs)
    const origin = await board.app.listen({ port: 0, host: '127.0.0.1' })

    for (const specialty of [undefined, 'Urology'] as const) {
      const wanted = jobs.filter((job) => specialty === undefined || job.specialty === specialty)
      const gone = new Set<string>()
      let page = 0
      const ids = await walk(origin, specialty, async () => {
        page++
        await addJobs(board.db, [jobRow(), jobRow({ specialty: 'Urology' })])
        // One that was passed, and one that is still to come.
        for (const job of [wanted.at(-page), wanted.at(page)]) {
          gone.add(job?.id ?? '')
          await sql`update jobs set status = 'inactive' where id = ${job?.id}`.execute(board.db)
        }
        await sql`update jobs set posted_at = now(), updated_at = now() where id = ${wanted.at(20 + page)?.id}`.execute(
          board.db,
        )
      })
      expect(page).toBeGreaterThan(4)
      expect(new Set(ids).size).toBe(ids.length)
      expect(wanted.filter((it) => !gone.has(it.id) && !ids.includes(it.id))).toEqual([])
      await sql`update jobs set status = 'active' where id = any (${[...gone]}::uuid[])`.execute(
        board.db,
      )
    }
  })
})

test('every call of the API stands in one of the documents, with the errors that it declares', async () => {
  const all = await Promise.all(documents.map(readDocument))
  const isCall = ({ url, method, config }: (typeof board.app.routeList)[number]) =>
    (url.startsWith('/api/') || config?.endpoint) &&
    !/^\/api\/docs|\*$/.test(url) &&
    !/HEAD|OPTIONS/.test(String(method))
  const served = board.app.routeList.filter(isCall)
  expect(served.length).toBeGreaterThan(100)
  for (const { url, method, config } of served) {
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    const [operation, ...others] = all.flatMap(
      (it) => it.paths[path]?.[String(method).toLowerCase()] ?? [],
    )
    expect([operation?.operationId, others], path).toEqual([config?.endpoint?.name, []])
    const statuses = Object.keys(operation?.responses ?? {})
    if (config?.access !== 'public') expect(statuses, path).toContain('401')
    if (config?.endpoint?.errors?.includes('NOT_FOUND')) expect(statuses, path).toContain('404')
  }
  expect((await board.get('/api/docs')).headers['content-type']).toMatch(/html/)
})

const compilerWithApi = '@ts-morph/common/dist/typescript.js'

type Walk = (
  baseUrl: string,
  specialty: string | undefined,
  afterPage: () => Promise<void>,
) => Promise<string[]>

/** As a developer elsewhere writes it; the compiler checks it against the types of the document. */
const walkProgram = `import createClient from 'openapi-fetch'
import type { components, paths } from './docs.d.ts'

type Query = NonNullable<paths['/api/v1/jobs']['get']['parameters']['query']>

export async function walk(baseUrl: string, specialty: never, afterPage: () => Promise<void>): Promise<string[]> {
  const client = createClient<paths>({ baseUrl })
  const ids: string[] = []
  const filter: Query = specialty === undefined ? {} : { specialty: [specialty] }
  for (let cursor: string | undefined; ; ) {
    const { data, error } = await client.GET('/api/v1/jobs', { params: { query: { ...filter, limit: 20, cursor } } })
    if (error) throw new Error(error.code satisfies components['schemas']['Error']['code'])
    ids.push(...data.jobs.map((it) => it.id))
    await afterPage()
    if (data.nextCursor === null) return ids
    cursor = data.nextCursor
  }
}
`

const wrongProgram = `import type { paths } from './docs.d.ts'
import createClient from 'openapi-fetch'
const client = createClient<paths>()
const { error } = await client.GET('/api/jobs/{id}', { params: { path: { id: 7 } } })
export const code: 'NO_SUCH_CODE' | undefined = error?.code
`

/** Types from the document, and a program that makes every call and reads its error. */
async function writeClient(document: OpenApi, name: string): Promise<string> {
  // The generator uses the compiler's API, which the newest compiler lacks.
  const hooks = registerHooks({
    resolve: (it, context, next) => next(it === 'typescript' ? compilerWithApi : it, context),
  })
  const { default: generate, astToString } = await import('openapi-typescript')
  hooks.deregister()
  const ast = await generate(JSON.stringify(document))
  await writeFile(join(folder, `${name}.d.ts`), astToString(ast))
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callOf(path, method, operation)),
  )
  const head = [
    `import type { components, operations, paths } from './${name}.d.ts'`,
    `import createClient from 'openapi-fetch'`,
    'const client = createClient<paths>()',
    'declare const given: <T>() => T',
    `type Code = components['schemas']['Error']['code']`,
  ]
  const program = join(folder, `${name}-calls.ts`)
  await writeFile(program, [...head, ...calls].join('\n'))
  return program
}

function callOf(
  path: string,
  method: string,
  { operationId, requestBody, responses }: Operation,
): string {
  const type = `operations['${operationId}']`
  const [bodyType] = Object.keys(requestBody?.content ?? {})
  const body =
    bodyType === undefined
      ? ''
      : `, body: given<NonNullable<${type}['requestBody']>['content']['${bodyType}']>()`
  const hasErrors = Object.keys(responses).some((key) => key.startsWith('4'))
  return `export const ${operationId} = await client.${method.toUpperCase()}('${path}', { params: given<${type}['parameters']>()${body} })
${hasErrors ? `export const ${operationId}Code: Code | undefined = ${operationId}.error?.code` : ''}`
}

/** What the compiler says; nothing if it is content. */
async function compile(files: readonly string[]): Promise<string> {
  const checking = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
  }
  const compilerOptions = {
    ...checking,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ files, compilerOptions }))
  return outputOf('tsc', ['-p', folder])
}
