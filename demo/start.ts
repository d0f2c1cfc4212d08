import { run } from '#app/server/run.ts'

await run(async (...args) => (await import('./demo.ts')).startDemo(...args))
