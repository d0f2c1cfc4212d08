import { z } from 'zod'
import { assistantTools, type ApiReference } from '#features/api/contract.ts'

type Schema = { $ref?: string; type?: string | string[]; enum?: unknown[]; items?: Schema; minimum?: number; maximum?: number }
type Parameter = { $ref?: string; name: string; description?: string; required?: boolean; schema?: Schema }
type Operation = {
  tags: string[]
  summary: string
  description?: string
  parameters?: Parameter[]
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}
type Document = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

const shownTags = new Set(['API v1', 'Feeds'])

/** What people read of the OpenAPI document: the sections for programs of others. */
export function referenceOf(openApi: object): ApiReference {
  const document = openApi as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  )
  const sections = document.tags
    .filter((tag) => shownTags.has(tag.name))
    .map(({ name, description }) => ({
      title: name,
      about: description,
      calls: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ call, operation }) => ({
          call,
          summary: operation.summary,
          description: operation.description ?? '',
          parameters: (operation.parameters ?? []).map((parameter) => parameterOf(resolved(document, parameter), document)),
          statuses: Object.keys(operation.responses),
          example: exampleOf(operation),
        })),
    }))
  return { sections: [...sections, toolSection(document)] }
}

const toolSection = (document: Document): ApiReference['sections'][number] => ({
  title: 'Tools for assistants',
  about: 'The tools of the Model Context Protocol, with their arguments.',
  calls: Object.entries(assistantTools).map(([call, { title, description, inputSchema }]) => {
    const { properties = {}, required = [] } = z.toJSONSchema(inputSchema, { io: 'input' })
    const parameters = Object.entries(properties).map(([name, property]) => {
      const schema = property as Schema & { description?: string }
      return parameterOf({ ...schema, name, schema, required: required.includes(name) }, document)
    })
    return { call, summary: title, description, parameters, statuses: [], example: null }
  }),
})

function resolved<T extends { $ref?: string }>({ components }: Document, part: T): T {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(part.$ref ?? '') ?? []
  return part.$ref === undefined ? part : { ...(components[kind]?.[name] as T), ...part }
}

const parameterOf = ({ name, description = '', required = false, schema = {} }: Parameter, document: Document) => ({
  name,
  values: `${valuesOf(schema, document)}${required ? ', required' : ''}`,
  about: description,
})

const maxValues = 12

function valuesOf(given: Schema, document: Document): string {
  const schema = resolved(document, given)
  if (schema.items) return `list of ${valuesOf(schema.items, document)}`
  if (schema.enum) {
    const values = schema.enum.slice(0, maxValues).map((it) => String(it))
    return `${values.join(', ')}${schema.enum.length > maxValues ? ', …' : ''}`
  }
  const type = [schema.type ?? 'string'].flat().join(' or ')
  if (schema.minimum !== undefined && schema.maximum !== undefined) return `${type}, ${schema.minimum} to ${schema.maximum}`
  return schema.minimum === undefined ? type : `${type}, from ${schema.minimum}`
}

function exampleOf({ responses }: Operation): string | null {
  const example = Object.values(responses['200']?.content ?? {})[0]?.example
  return example === undefined ? null : JSON.stringify(example, null, 2)
}
