import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { parseSync, type ESTree } from 'vite'

/**
 * What raw statements return, beside what `sql<Row>` says of it. The compiler believes `Row`;
 * here each row that a test reads is compared with it.
 */

type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'array' | 'null' | 'any'
type Column = { kinds: ReadonlySet<Kind>; isOptional: boolean }
export type Columns = ReadonlyMap<string, Column>
export type Typed = { place: string; texts: readonly string[]; columns: Columns }

/** The types that stand in a file, by their names. */
type Aliases = ReadonlyMap<string, ESTree.TSType>

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The raw statements of a file whose row's type stands in the same file. */
export function typedStatements(file: string, code: string): Typed[] {
  const { program } = parseSync(file, code)
  const aliases = new Map<string, ESTree.TSType>()
  const tagged: ESTree.TaggedTemplateExpression[] = []
  const found: Typed[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const typed = node as ESTree.Node
    if (typed.type === 'TSTypeAliasDeclaration' && !typed.typeParameters)
      aliases.set(typed.id.name, typed.typeAnnotation)
    if (typed.type === 'TaggedTemplateExpression') tagged.push(typed)
    for (const value of Object.values(node)) walk(value)
  }
  walk(program)
  for (const { tag, typeArguments, quasi, start } of tagged) {
    const texts = quasi.quasis.map(({ value }) => folded(value.raw))
    const row = typeArguments?.params[0]
    if (tag.type !== 'Identifier' || tag.name !== 'sql' || !row) continue
    if (!/^(?:select|insert|update|delete|with)\b/i.test(texts[0] ?? '')) continue
    const columns = columnsOf(row, aliases)
    const line = code.slice(0, start).split('\n').length
    if (columns) found.push({ place: `${file}:${line}`, texts, columns })
  }
  return found
}

/** Undefined where the type is of another file. */
function columnsOf(type: ESTree.TSType, aliases: Aliases): Columns | undefined {
  if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier') {
    const alias = aliases.get(type.typeName.name)
    return alias && !type.typeArguments ? columnsOf(alias, aliases) : undefined
  }
  if (type.type === 'TSIntersectionType') {
    const parts = type.types.map((part) => columnsOf(part, aliases))
    if (parts.includes(undefined)) return undefined
    return new Map(parts.flatMap((part) => [...(part ?? [])]))
  }
  if (type.type !== 'TSTypeLiteral') return undefined
  return new Map(
    type.members.flatMap((member): [string, Column][] => {
      if (member.type !== 'TSPropertySignature') return []
      const { key, typeAnnotation, optional } = member
      const name = key.type === 'Identifier' ? key.name : String(Reflect.get(key, 'value'))
      const kinds = new Set(typeAnnotation ? kindsOf(typeAnnotation.typeAnnotation, aliases) : [])
      return [[name, { kinds, isOptional: optional }]]
    }),
  )
}

const keywords: Partial<Record<ESTree.TSType['type'], Kind>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'null',
  TSArrayType: 'array',
}

function kindsOf(type: ESTree.TSType, aliases: Aliases): Kind[] {
  const kind = keywords[type.type]
  if (kind) return [kind]
  if (type.type === 'TSUnionType') return type.types.flatMap((part) => kindsOf(part, aliases))
  if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier') {
    if (type.typeName.name === 'Date') return ['Date']
    const alias = aliases.get(type.typeName.name)
    if (alias) return kindsOf(alias, aliases)
  }
  return ['any']
}

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : value instanceof Date
        ? 'Date'
        : typeof value

/** Where a row is not what its type says. */
export function differences(columns: Columns, row: object): string[] {
  return [...columns].flatMap(([name, { kinds, isOptional }]) => {
    if (!Object.hasOwn(row, name)) return isOptional ? [] : [`${name} is missing`]
    const kind = kindOf(Reflect.get(row, name))
    const isKnown = kinds.has('any') ? kind !== 'null' || kinds.size > 1 : kinds.has(kind as Kind)
    return isKnown ? [] : [`${name} is ${kind}`]
  })
}

let statements: Typed[] | undefined
const typeOf = new Map<string, Typed | undefined>()

/** The one whose written parts all stand in the statement, in their order. */
function typeFor(statement: string): Typed | undefined {
  if (typeOf.has(statement)) return typeOf.get(statement)
  statements ??= globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    return code.includes('sql<') ? typedStatements(file, code) : []
  })
  const text = folded(statement)
  const fitting = statements.filter(({ texts }) => {
    if (!text.startsWith(texts[0] ?? '') || !text.endsWith(texts.at(-1) ?? '')) return false
    let at = 0
    return texts.every((part) => {
      const found = text.indexOf(part, at)
      at = found + part.length
      return found >= 0
    })
  })
  const length = ({ texts }: Typed): number => texts.join('').length
  const [longest] = fitting.toSorted((left, right) => length(right) - length(left))
  typeOf.set(statement, longest)
  return longest
}

const wrong = new Set<string>()
const rowsLooked = 50

/** Compares the rows of each raw statement from now on. */
export function readRows(): void {
  const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => unknown
  const queryAndRead = function (this: pg.Client, ...given: unknown[]): unknown {
    const result = query.apply(this, given)
    const [statement] = given
    if (typeof statement !== 'string' || !(result instanceof Promise)) return result
    return result.then((answer: pg.QueryResult) => {
      const typed = answer.rows?.length > 0 ? typeFor(statement) : undefined
      for (const row of typed ? answer.rows.slice(0, rowsLooked) : [])
        for (const difference of differences(typed?.columns ?? new Map(), row as object))
          wrong.add(`${typed?.place}: ${difference}`)
      return answer
    })
  }
  Object.assign(pg.Client.prototype, { query: queryAndRead })
}

/** Of the rows that were read since the last call. */
export function takeDifferences(): string[] {
  const differing = [...wrong]
  wrong.clear()
  return differing
}
