import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinZipped, zipPiece } from './zipped-pieces.ts'

test('whatever the pieces, what comes out is what went in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary', maxLength: 2000 }), { minLength: 1, maxLength: 6 }),
      fc.string({ maxLength: 40 }),
      async (texts, between) => {
        const zipped = await Promise.all(texts.map((text) => zipPiece(Buffer.from(text))))
        const stream = Buffer.concat(joinZipped(zipped.flatMap((it) => [it, Buffer.from(between)])))
        expect(gunzipSync(stream).toString()).toBe(texts.map((it) => Buffer.from(it).toString() + between).join(''))
      },
    ),
  )
})

test('a long piece is compressed whole, and serves again and again', async () => {
  const page = await zipPiece(Buffer.from('<p>physician jobs</p>'.repeat(20_000)))
  expect(page.deflated.length).toBeLessThan(page.plain.length / 50)
  for (const nonce of ['first', 'second']) {
    const stream = Buffer.concat(joinZipped([page, Buffer.from(nonce), page]))
    expect(gunzipSync(stream).toString()).toBe(`${page.plain.toString()}${nonce}${page.plain.toString()}`)
  }
})
