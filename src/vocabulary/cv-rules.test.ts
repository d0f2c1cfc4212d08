import { expect, test } from 'vitest'
import * as tables from './cv-rules.ts'

const rules = Object.entries(tables).flatMap(([table, { list, all }]) =>
  list.flatMap(({ means, examples, counterExamples }) => [
    ...examples.split(' | ').map((text) => ({ table, all, means, text, isRead: true })),
    ...(counterExamples?.split(' | ') ?? []).map((text) => ({
      table,
      all,
      means,
      text,
      isRead: false,
    })),
  ]),
)

test.each(rules)('$table: “$text” is $means: $isRead', ({ all, means, text, isRead }) => {
  expect(all(text.normalize('NFD').replaceAll(/\p{M}/gu, '')).includes(means)).toBe(isRead)
})
