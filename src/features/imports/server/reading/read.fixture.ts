import { onTestFinished } from 'vitest'
import type { ApifyOptions } from './apify.ts'
import type { Cursor } from './cursor.ts'
import { serve } from './dataset-server.fixture.ts'
import type { Answer } from './dataset-server.fixture.ts'
import { readDataset } from './read-dataset.ts'

/** For the test's time; gives the server's origin. */
export async function serveForTest(answer: Answer): Promise<string> {
  const { origin, close } = await serve(answer)
  onTestFinished(close)
  return origin
}

export async function readAll(url: string, options: ApifyOptions, from?: Cursor): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const row of readDataset({ url }, { pageSize: 10, retryDelayMs: 1, ...options }, from))
    rows.push('item' in row ? row.item : { skip: row.skip })
  return rows
}
