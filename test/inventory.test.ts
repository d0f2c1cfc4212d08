import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settingsTable } from '#platform/server/settings-table.ts'
import type { Endpoint } from '#shared/contract.ts'
import { databaseForFile } from './database.ts'

/**
 * What is declared, and nothing reads. Each list names what has another reader, and by what right
 * it stays.
 */

const database = databaseForFile()

const isProduct = (path: string): boolean =>
  !/\.(?:test|fixture)\.tsx?$|settings-table\.ts$|contract[\w-]*\.ts$/.test(path)

/** The words of product code in these files. */
const wordsIn = (...patterns: string[]): Set<string> =>
  new Set(
    patterns
      .flatMap((pattern) => globSync(pattern))
      .filter(isProduct)
      .flatMap((path) => readFileSync(path, 'utf8').match(/[\w-]+/g) ?? []),
  )
const unusedOf = (names: readonly string[], used: ReadonlySet<string>): string[] =>
  names.filter((name) => !used.has(name))

test('code reads every setting', () => {
  const used = wordsIn('src/**/*.{ts,tsx}', 'scripts/*.{ts,mjs}', 'demo/demo.ts')
  const camelCase = (name: string) =>
    name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const unused = Object.keys(settingsTable).filter(
    (name) => !used.has(name) && !used.has(camelCase(name)),
  )
  expect(unused).toEqual([])
})

/** Nodes of 1.0.0 need these tables; the release after the next one drops them. */
const ofNodesBefore = ['board_figures', 'pay_statistics_refresh']

test('a statement names every column', async () => {
  const { rows } = await sql<{ column: string }>`
    select distinct column_name as column from information_schema.columns
    where table_schema = 'public' and table_name <> all (${ofNodesBefore})
  `.execute(database.db)
  const used = wordsIn('src/**/*.ts', 'db/functions/*.sql', 'scripts/*.ts')
  expect(
    unusedOf(
      rows.map((row) => row.column),
      used,
    ),
  ).toEqual([])
})

test('a class or a component uses every utility of the style sheet', () => {
  const styles = globSync('src/ui/*.css')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const utilities = [...styles.matchAll(/@utility ([\w-]+)/g)].map(([, name = '']) => name)
  const applied = new Set(
    [...styles.matchAll(/@apply ([^;]+);/g)].flatMap(([, classes = '']) => classes.split(' ')),
  )
  expect(unusedOf(utilities, new Set([...wordsIn('src/**/*.{ts,tsx}'), ...applied]))).toEqual([])
})

const contracts = await Promise.all(
  globSync('src/features/*/contract*.ts').map(
    (file) => import(`../${file}`) as Promise<Record<string, unknown>>,
  ),
)
const isEndpoint = (it: unknown): it is Endpoint & { response?: z.ZodType } =>
  typeof it === 'object' && it !== null && 'call' in it
const endpoints = contracts.flatMap((contract) => Object.values(contract).filter(isEndpoint))
/** Programs of others read these. */
const isForPrograms = ({ cors, path }: Endpoint): boolean =>
  cors === true || path.startsWith('/api/v1/') || !path.startsWith('/api/')

/** The specification names these. */
const specified = new Set([
  'minComp',
  'maxComp',
  'alreadySubscribed',
  'totalProcessed',
  'isFavorite',
  'authenticated',
  'profileImageUrl',
])

const fieldsOf = (schema: unknown): string[] =>
  typeof schema !== 'object' || schema === null
    ? []
    : Object.entries(schema).flatMap(([key, value]) => [
        ...(key === 'properties' ? Object.keys(value as object) : []),
        ...fieldsOf(value),
      ])

test('a page reads every field of an answer', () => {
  const used = wordsIn(
    'src/**/web/**/*.{ts,tsx}',
    'src/ui/*.{ts,tsx}',
    'src/features/*/*.ts',
    'src/shared/*.ts',
  )
  const unused = endpoints.flatMap((endpoint) => {
    if (!endpoint.response || isForPrograms(endpoint)) return []
    const fields = fieldsOf(
      z.toJSONSchema(endpoint.response, { unrepresentable: 'any', io: 'output' }),
    )
    return unusedOf([...new Set(fields)], used)
      .filter((field) => !specified.has(field))
      .map((field) => `${endpoint.call}: ${field}`)
  })
  expect(unused).toEqual([])
})

/** The specification has these paths; the browser loads them, or another site does. */
const loadedAsPages = ['GET /api/login', 'GET /api/login/callback/:provider', 'GET /api/logout']
const specifiedCalls = ['GET /api/favorites/check/:jobId']

test('a page makes every call', () => {
  const files = [...globSync('src/**/web/**/*.{ts,tsx}').filter(isProduct), 'src/shared/paths.ts']
  const calls = new Set(
    files.flatMap(
      (file) => readFileSync(file, 'utf8').match(/(?:(?:GET|POST|PUT|DELETE) )?\/[\w/:.-]+/g) ?? [],
    ),
  )
  const unused = endpoints.filter(
    (endpoint) =>
      !isForPrograms(endpoint) && !calls.has(endpoint.call) && !calls.has(endpoint.path),
  )
  expect(
    unused
      .map(({ call }) => call)
      .filter((call) => ![...loadedAsPages, ...specifiedCalls].includes(call)),
  ).toEqual([])
})
