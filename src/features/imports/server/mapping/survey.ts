import type { Mapping, MappingField } from '#features/imports/model.ts'
import type { OutlineColumn, ValueKind } from '#features/imports/outline.ts'
import { isItem, leavesOf, maxLeaves } from './item.ts'
import { describeItem } from './read-item.ts'
import type { DescribedItem } from './read-item.ts'
import type { Row } from '../reading/row.ts'

/** What the columns of the rows read so far hold. It is copied to the mapping thread, so it is plain data. */
export type Survey = {
  rows: number
  columns: Map<string, SurveyedColumn> /** 1 where there are more columns than are counted. */
  leftOut: number
  presets: Map<string, number>
}

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
/** The first rows show which column becomes which field: describing a row costs as much as mapping it. */
const describedRows = 200

export const newSurvey = (rows = 0): Survey => ({ rows, columns: new Map(), leftOut: 0, presets: new Map() })

/** @returns what the row's values become, for the first rows only. */
export function surveyRow(survey: Survey, row: Row, mapping: Mapping | undefined): DescribedItem | undefined {
  survey.rows++
  if (!('item' in row) || !isItem(row.item)) return undefined
  let leaves = 0
  for (const { path, value } of leavesOf(row.item)) {
    surveyValue(survey, path, value)
    if (++leaves === maxLeaves) survey.leftOut = 1
  }
  if (survey.rows > describedRows) return undefined
  const described = describeItem(row.item, mapping ?? {})
  const { preset, fields } = described
  if (preset !== null) survey.presets.set(preset, (survey.presets.get(preset) ?? 0) + 1)
  for (const { field, path } of fields) {
    const column = path === null ? undefined : survey.columns.get(path)
    column?.becomes.set(field, (column.becomes.get(field) ?? 0) + 1)
  }
  return described
}

function surveyValue(survey: Survey, path: string, value: string): void {
  let column = survey.columns.get(path)
  const kind = kindOf(value)
  if (!column) {
    if (survey.columns.size === maxColumns) {
      survey.leftOut = 1
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
