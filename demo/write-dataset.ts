import { parseArgs } from 'node:util'
import { writeDemoDataset } from '#demo/catalogue/generate.ts'

const usage = 'node demo/write-dataset.ts --out <file.jsonl> [--count 2400] [--seed 1] [--now 2026-01-31T12:00:00Z]'

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    count: { type: 'string', default: '2400' },
    seed: { type: 'string', default: '1' },
    now: { type: 'string' },
  },
})
const count = Number(values.count)
const seed = Number(values.seed)
const now = values.now ? new Date(values.now) : new Date()
if (!values.out || !Number.isInteger(count) || count < 1 || !Number.isInteger(seed) || Number.isNaN(now.getTime())) {
  console.error(usage)
  process.exit(1)
}
await writeDemoDataset(values.out, { seed, count, now })
console.log(`${count} rows written to ${values.out}`)
