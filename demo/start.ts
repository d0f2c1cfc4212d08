import { run } from '#server/run.ts'

await run(async (...args) => (await import('./demo.ts')).startDemo(...args))
