import { expect, test } from 'vitest'
import { currentMark, sections } from './site-links.ts'

const marks = (path: string) =>
  Object.fromEntries(
    sections.flatMap((section) =>
      [currentMark(section, path)].filter(Boolean).map((mark) => [section.label, mark]),
    ),
  )

test.each([
  ['/jobs', { Jobs: 'page' }],
  ['/jobs/specialty/cardiology', { Jobs: 'true' }],
  ['/employers/post', { 'Post a Job': 'page' }],
  ['/employers', { 'Post a Job': 'true' }],
  ['/employers/posted', { 'Post a Job': 'true' }],
  ['/employers/manage', {}],
  ['/employers/mercy-clinic', {}],
])('%s is in %j', (path, expected) => {
  expect(marks(path)).toEqual(expected)
})
