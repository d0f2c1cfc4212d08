import type { Mapping, MappingField } from '../model.ts'
import type { OutlineColumn, ValueKind } from '../outline.ts'
import { isItem, leavesOf } from './mapping/item.ts'
import { describeItem } from './mapping/read-item.ts'
import type { Row } from './reading/row.ts'

/** What the columns of the rows read so far hold. It is copied to the mapping thread, so it is plain data. */
export type Survey = { rows: number; columns: Map<string, SurveyedColumn>; leftOut: number; presets: Map<string, number> }

export type SurveyedColumn = {
  filled: number
  letters: number
  samples: string[]
  kind: ValueKind
  ofKind: number
  turned: OutlineColumn['turned']
  becomes: Map<MappingField, number>
}

const maxColumns = 500
const maxSamples = 8
const maxSample = 80
/** So many values of one kind are no accident. */
const kindFrom = 100
/** Where fields come from is told by the first rows: asking every one costs as much as mapping it. */
const describedRows = 200

export const newSurvey = (rows = 0): Survey => ({ rows, columns: new Map(), leftOut: 0, presets: new Map() })

export function surveyRow(survey: Survey, row: Row, mapping: Mapping | undefined): void {
  survey.rows++
  if (!('item' in row) || !isItem(row.item)) return
  for (const { path, value } of leavesOf(row.item)) surveyValue(survey, path, value)
  if (survey.rows > describedRows) return
  const { preset, fields } = describeItem(row.item, mapping ?? {})
  if (preset !== null) survey.presets.set(preset, (survey.presets.get(preset) ?? 0) + 1)
  for (const { field, path } of fields) {
    const column = path === null ? undefined : survey.columns.get(path)
    column?.becomes.set(field, (column.becomes.get(field) ?? 0) + 1)
  }
}

function surveyValue(survey: Survey, path: string, value: string): void {
  let column = survey.columns.get(path)
  const kind = kindOf(value)
  if (!column) {
    if (survey.columns.size === maxColumns) {
      survey.leftOut = Math.max(survey.leftOut, 1)
      return
    }
    column = { filled: 0, letters: 0, samples: [], kind, ofKind: 0, turned: null, becomes: new Map() }
    survey.columns.set(path, column)
  }
  column.filled++
  column.letters += value.length
  if (kind === column.kind) column.ofKind++
  else if (column.ofKind >= kindFrom && column.ofKind === column.filled - 1)
    column.turned = { row: survey.rows, from: column.kind, to: kind }
  const sample = value.slice(0, maxSample)
  if (column.samples.length < maxSamples && !column.samples.includes(sample)) column.samples.push(sample)
}

const kindOf = (value: string): ValueKind =>
  /^-?[\d.,]+$/.test(value) ? 'numbers' : /^(?:true|false|yes|no)$/i.test(value) ? 'yes or no' : 'texts'

const samplesOfColumn = 3

export function columnsOf({ columns }: Survey): OutlineColumn[] {
  return [...columns].map(([path, { filled, samples, turned, becomes }]) => ({
    path,
    filled,
    samples: samples.slice(0, samplesOfColumn),
    becomes: mostFrequent(becomes),
    turned,
  }))
}

export const mostFrequent = (counts: ReadonlyMap<MappingField, number>): MappingField | null =>
  [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
