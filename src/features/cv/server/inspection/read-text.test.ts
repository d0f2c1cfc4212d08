import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { docxOf, pdfFile } from '#test/cv-files.ts'
import { readCvText } from './read-text.ts'

const read = (content: Buffer, format: 'pdf' | 'docx' | 'doc' = 'pdf') =>
  readCvText(Readable.from([content]), format)

/** Two columns, the line of one beside the line of the other. */
const columns = 'Texas license) Tj 280 0 Td (Languages: English) Tj -280 -30 Td (Ohio'

test('a PDF is read line by line, each column by itself', async () => {
  expect(await read(pdfFile({ text: columns }))).toEqual({
    lines: ['Texas license', 'Languages: English', 'Ohio'],
    pages: 1,
    pagesRead: 1,
  })
})

test('a DOCX is read paragraph by paragraph', async () => {
  const text = 'Jane Rivera, MD\nR&D <b>\u200B\u0007 lead'
  expect((await read(docxOf(text.replaceAll('\u0007', '')), 'docx'))?.lines).toEqual([
    'Jane Rivera, MD',
    'R&D <b> lead',
  ])
})

test('of 300 pages the first are read', async () => {
  const text = await read(pdfFile({ pages: 300 }))
  expect(text).toMatchObject({ pages: 300, pagesRead: 25 })
  expect(text?.lines).toHaveLength(25)
})

test('a page of pictures has no lines', async () => {
  expect(await read(pdfFile({ text: '' }))).toMatchObject({ lines: [] })
})

test.each([
  ['damaged', Buffer.from('%PDF-1.4\nnothing'), 'pdf'],
  ['no package', Buffer.from('nothing'), 'docx'],
  ['an old Word file', Buffer.from('nothing'), 'doc'],
] as const)('%s cannot be read', async (_, content, format) => {
  expect(await read(content, format)).toBeUndefined()
})
